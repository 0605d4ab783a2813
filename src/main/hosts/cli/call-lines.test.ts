import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import type { Dispatch, Events, Reply } from "#shared/contract/index.ts";
import { callLines } from "./call-lines.ts";
import type { Terminal } from "./terminal.ts";

const start = (dispatch: Dispatch) => {
  const input = new PassThrough();
  const lines: unknown[] = [];
  const stop = new AbortController();
  const listeners = new Set<(event: Events) => void>();
  const terminal: Terminal = {
    input,
    stop: stop.signal,
    out: async (text) => {
      lines.push(JSON.parse(text));
      return true;
    },
    err: () => {},
    onInterrupt: () => () => {},
  };
  const core = {
    dispatch,
    on: (listener: (event: Events) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const emit = (event: Events) => listeners.forEach((listener) => listener(event));
  return { input, lines, stop, emit, done: callLines(core, terminal) };
};

const line = (method: string, more: object = {}) => `${JSON.stringify({ method, ...more })}\n`;

it("passes a stop to the running request, and answers both in order", async () => {
  const stopped = Promise.withResolvers<Reply>();
  const run = start(async (method) => {
    if (method === "chat.send") return stopped.promise;
    stopped.resolve({ ok: true, value: "stopped early" });
    return { ok: true, value: "stop" };
  });
  run.input.end(line("chat.send") + line("chat.stop"));
  await run.done;
  expect(run.lines).toEqual([
    { ok: true, value: "stopped early" },
    { ok: true, value: "stop" },
  ]);
});

it("starts a line marked as now at once, and every other one after the one before", async () => {
  const started: string[] = [];
  const first = Promise.withResolvers<Reply>();
  const run = start(async (method) => {
    started.push(method);
    if (method === "a.slow") return first.promise;
    if (method === "a.now") first.resolve({ ok: true, value: "slow" });
    return { ok: true, value: method };
  });
  run.input.end(line("a.slow") + line("a.next") + line("a.now", { now: true }));
  await run.done;
  expect(started).toEqual(["a.slow", "a.now", "a.next"]);
  expect(run.lines).toMatchObject([{ value: "slow" }, { value: "a.next" }, { value: "a.now" }]);
});

it("writes events when they happen, before the answer of their request", async () => {
  const run = start(async () => {
    run.emit({ event: "project.opened", folder: "x" });
    return { ok: true, value: undefined };
  });
  run.input.end(line("project.open"));
  await run.done;
  expect(run.lines).toEqual([
    { event: "project.opened", folder: "x" },
    { ok: true, value: null },
  ]);
});

it("reads no further ahead than its limit and still answers everything", async () => {
  const run = start(async (_method, input) => ({ ok: true, value: input }));
  for (let n = 0; n < 2000; n += 1) run.input.write(line("a.b", { input: n }));
  run.input.end();
  await run.done;
  expect(run.lines).toEqual(Array.from({ length: 2000 }, (_, n) => ({ ok: true, value: n })));
});

it("stops reading when it is told to stop", async () => {
  const run = start(async () => ({ ok: true, value: 1 }));
  run.input.write(line("a.b"));
  run.stop.abort();
  await run.done;
  expect(run.lines.length).toBeLessThanOrEqual(1);
});

it("holds back an opened project's indexing events until the first answer, and no others", async () => {
  const reading: Events = { event: "memory.progress", work: "indexing", done: 0, total: 4 };
  const started: Events = { event: "chat.started", session: "s" };
  const run = start(async () => {
    run.emit(reading);
    run.emit(started);
    return { ok: true, value: 1 };
  });
  run.input.end(line("chat.send") + line("chat.send"));
  await run.done;
  expect(run.lines).toEqual([started, { ok: true, value: 1 }, reading, started, { ok: true, value: 1 }]);
});

it("passes an approval to the turn that waits for it", async () => {
  const approved = Promise.withResolvers<Reply>();
  const run = start(async (method) => {
    if (method === "chat.send") return approved.promise;
    approved.resolve({ ok: true, value: "sent" });
    return { ok: true, value: "approved" };
  });
  run.input.end(line("chat.send") + line("chat.approve"));
  await run.done;
  expect(run.lines).toMatchObject([{ value: "sent" }, { value: "approved" }]);
});

it("denies a tool call when the input has ended and no one can answer", async () => {
  const denied: unknown[] = [];
  const turn = Promise.withResolvers<Reply>();
  const approval = (id: string): Events => ({
    event: "chat.approval",
    id,
    session: "s",
    agent: "a",
    tool: "write_file",
    args: {},
    change: null,
    secret: null,
    always: null,
  });
  const run = start(async (method, input) => {
    if (method === "chat.send") {
      run.emit(approval("first"));
      return turn.promise;
    }
    denied.push(input);
    if (denied.length === 1) run.emit(approval("second"));
    else turn.resolve({ ok: true, value: "over" });
    return { ok: true, value: {} };
  });
  run.input.end(line("chat.send"));
  await run.done;
  expect(denied).toEqual([
    { approval: "first", decision: "deny" },
    { approval: "second", decision: "deny" },
  ]);
});
