import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getEncoding } from "js-tiktoken";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Client, createClient } from "#shared/contract/index.ts";
import type { WireReply } from "../../e2e/wire-server/script.ts";
import { startWireServer, type WireServer } from "../../e2e/wire-server/start-wire-server.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

const summary = "SESSION INTENT\nBake.\n\nSUMMARY\nWe baked.\n\nARTIFACTS\nnone\n\nNEXT STEPS\nBake more.";
const WINDOW_TOKENS = 3000;
const RESERVED_TOKENS = 300;

let server: WireServer;
let core: Core;
let client: Client;
let project: string;

beforeEach(async () => {
  server = await startWireServer([text("ok")], { models: ["gpt-4o"] });
});
afterEach(async () => {
  await core.close();
  await server.close();
});

const text = (content: string): WireReply => ({ kind: "text", chunks: [content] });

const onLab = `agents:\n  - id: juno\n    provider: lab\n    model: gpt-4o\n    maxContextTokens: ${WINDOW_TOKENS}\n    maxOutputTokens: ${RESERVED_TOKENS}\n    allowedTools: [read_file]\n`;

const begin = async (agents = onLab) => {
  project = temporaryProject({
    "SOUL.md": "Be kind.",
    "workspace/AGENTS.md": "Answer briefly.",
    "agents.yaml": agents,
  });
  const userData = mkdtempSync(join(tmpdir(), "satchel-compaction-"));
  core = createCore(testPorts(), { userData, resources: "resources" });
  client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  await client.call("project.open", { folder: project });
  const baseUrl = `${server.origin}/v1`;
  await client.call("providers.save", { id: "lab", kind: "openai-compatible", name: "Lab", baseUrl });
  return (await client.call("sessions.create", {})).session.id;
};

/** Answers a question with `answer` and a request for a summary with a summary. */
const asked = () =>
  server.chats().map(({ body }) => body as { messages: { role: string; content: string }[] });
const isSummary = (body: { messages: { content: string }[] }) =>
  body.messages[0]?.content.startsWith("You summarise") ?? false;

const say = async (session: string, content: string, answer: WireReply = text("ok")) => {
  server.play([answer]);
  return client.call("chat.send", { session, text: content });
};
const contextOf = async (session: string) => {
  const { entries, seen } = await client.call("sessions.read", { session });
  return { entries, seen: entries.filter(({ id }) => seen.includes(id)) };
};

describe("§6 compaction by hand", () => {
  it("is previewed, done and undone, and the log keeps everything", async () => {
    const session = await begin();
    for (let at = 0; at < 6; at++) await say(session, `Question ${at} ${"about bread ".repeat(40)}`);
    const before = await client.call("sessions.read", { session });
    const plan = await client.call("chat.previewCompaction", { session });
    expect(plan.reason).toBeNull();
    expect(plan.summarised.length).toBeGreaterThan(2);

    server.play([text(summary)]);
    const done = await client.call("chat.compact", { session });
    expect(done.summarised).toBe(plan.summarised.length);
    expect(done.freed).toBeGreaterThan(0);
    const { seen, entries } = await contextOf(session);
    expect(seen.filter(({ type }) => type === "summary")).toHaveLength(1);
    for (const entry of before.entries) expect(entries).toContainEqual(entry);

    await client.call("chat.undoCompaction", { session });
    const back = await client.call("sessions.read", { session });
    expect(back.seen).toEqual(before.seen);
  });

  it("keeps how the last turn ended, and its own place behind it", async () => {
    const session = await begin();
    for (let at = 0; at < 6; at++) await say(session, `Question ${at} ${"about bread ".repeat(40)}`);
    await say(session, "One that fails", { kind: "status", status: 401, message: "No such key." });
    const before = await client.call("sessions.read", { session });
    expect(before.entries.at(-1)).toMatchObject({ role: "assistant", content: "" });

    server.play([text(summary)]);
    await client.call("chat.compact", { session });
    const after = await client.call("sessions.read", { session });
    expect(after.entries.slice(0, before.entries.length)).toEqual(before.entries);
    expect(after.entries.slice(before.entries.length).map(({ type }) => type)).toEqual([
      "compaction",
      "summary",
    ]);
    const marker = after.entries.find((entry) => entry.type === "compaction");
    expect(marker?.type === "compaction" && marker.summarised).not.toContain(before.entries.at(-1)?.id);
  });

  it("leaves one object per line in both files, with its type, id, parent and time", async () => {
    const session = await begin();
    server.play([
      { kind: "tools", calls: [{ id: "c", name: "read_file", args: { path: "AGENTS.md" } }] },
      text("Read."),
    ]);
    await client.call("chat.send", { session, text: "Look it up" });
    for (let at = 0; at < 4; at++) await say(session, `Question ${at} ${"about bread ".repeat(40)}`);
    server.play([text(summary)]);
    await client.call("chat.compact", { session });
    const linesOf = (file: string) =>
      readFileSync(join(project, "workspace", "agents", "juno", "sessions", file), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    const [log, seen] = [linesOf(`${session}.log.jsonl`), linesOf(`${session}.jsonl`)];
    for (const line of [...log, ...seen]) {
      expect(line.id).toEqual(expect.any(String));
      expect(line).toHaveProperty("parentId");
      expect(line.timestamp).toMatch(/^\d{4}-\d\d-\d\dT/);
    }
    expect(new Set(log.map(({ type }) => type))).toEqual(
      new Set(["message", "tool_use", "tool_result", "compaction", "summary"]),
    );
    expect(seen[0]?.type).toBe("summary");
    expect(seen.slice(1).map(({ type }) => type)).not.toContain("summary");
  });

  it("includes the old summary, so there is exactly one, and keeps the last request word for word", async () => {
    const session = await begin();
    for (let round = 0; round < 2; round++) {
      for (let at = 0; at < 6; at++)
        await say(session, `Round ${round}, question ${at} ${"bread ".repeat(80)}`);
      server.play([text(summary)]);
      await client.call("chat.compact", { session });
    }
    const { seen } = await contextOf(session);
    const summaries = seen.filter((entry) => entry.type === "summary");
    expect(summaries).toHaveLength(1);
    expect(summaries[0]?.content).toContain("NEXT STEPS");
    expect(summaries[0]?.content).toMatch(/word for word:\nRound 1, question \d/);
    const second = asked().findLast(isSummary);
    expect(second?.messages[1]?.content).toContain("earlier summary: ");
  });

  it("leaves the history unchanged when the summary is blank", async () => {
    const session = await begin();
    for (let at = 0; at < 6; at++) await say(session, `Question ${at} ${"about bread ".repeat(40)}`);
    const before = (await client.call("sessions.read", { session })).seen;
    server.play([text("   ")]);
    await expect(client.call("chat.compact", { session })).rejects.toMatchObject({ code: "no-summary" });
    expect((await client.call("sessions.read", { session })).seen).toEqual(before);
  });

  it("never summarises a pinned message, nor separates a call from its result", async () => {
    const session = await begin();
    const first = await say(session, `Remember the salt ${"x ".repeat(60)}`);
    const pinned = first.entries[0]?.id ?? "";
    await client.call("sessions.pinMessage", { session, message: pinned, pinned: true });
    server.play([
      { kind: "tools", calls: [{ id: "c", name: "read_file", args: { path: "AGENTS.md" } }] },
      text("Read."),
    ]);
    await client.call("chat.send", { session, text: "Look it up" });
    for (let at = 0; at < 6; at++) await say(session, `Question ${at} ${"about bread ".repeat(40)}`);
    server.play([text(summary)]);
    await client.call("chat.compact", { session });
    const { seen } = await contextOf(session);
    expect(seen.map(({ id }) => id)).toContain(pinned);
    const uses = seen.filter(({ type }) => type === "tool_use").length;
    expect(seen.filter(({ type }) => type === "tool_result")).toHaveLength(uses);
  });
});

it("a prompt that the server finds too long is compacted once and sent once more", async () => {
  const session = await begin();
  for (let at = 0; at < 6; at++) await say(session, `Question ${at} ${"about bread ".repeat(40)}`);
  server.play([{ kind: "context-length", limit: 1000 }, text(summary), text("It fits now.")]);
  const end = await client.call("chat.send", { session, text: "And now?" });
  expect(end.status).toBe("finished");
  expect(end.entries.at(-1)).toMatchObject({ content: "It fits now." });
});

describe("§6 automatic compaction", () => {
  /** Answers until the window is nearly full; every request for a summary gets `written`. */
  const talk = async (session: string, turns: number, written: string) => {
    for (let at = 0; at < turns; at++) {
      const before = asked().filter(isSummary).length;
      server.play([text(written)]);
      const end = await client.call("chat.send", { session, text: `Turn ${at}: ${"flour ".repeat(120)}` });
      expect(end.status).toBe("finished");
      summaries.push(asked().filter(isSummary).length - before);
    }
  };
  /** Requests for a summary, turn by turn. */
  let summaries: number[];
  beforeEach(() => {
    summaries = [];
  });
  const lastManifest = async (session: string) => {
    const { runs } = await client.call("context.runs", { session });
    const id = runs.map((run) => run.id).at(0) ?? "";
    return (await client.call("context.run", { id })).manifest;
  };

  it("leaves the history unchanged when the summary is blank, reports it, drops the oldest, and gives up after three", async () => {
    const session = await begin();
    await talk(session, 26, " ");
    expect(summaries.reduce((sum, count) => sum + count, 0)).toBe(3);
    const { seen, entries } = await contextOf(session);
    expect(seen).toEqual(entries);
    const manifest = await lastManifest(session);
    expect(manifest.actions.find(({ step }) => step === "compact")?.detail).toContain("three times in a row");
    expect(manifest.segments.some(({ status }) => status === "dropped")).toBe(true);
    expect(manifest.window.used).toBeLessThanOrEqual(WINDOW_TOKENS - RESERVED_TOKENS);

    server.play([text(summary)]);
    await client.call("chat.compact", { session });
    await talk(session, 16, summary);
    expect(summaries.slice(26).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  }, 120_000);

  it("happens at most once in five turns", async () => {
    const session = await begin();
    await talk(session, 40, summary);
    const turns = summaries.flatMap((count, turn) => (count > 0 ? [turn] : []));
    expect(turns.length).toBeGreaterThan(1);
    for (const [at, turn] of turns.entries())
      expect(turn - (turns[at - 1] ?? -Infinity)).toBeGreaterThanOrEqual(5);
    expect(Math.max(...summaries)).toBe(1);
  }, 120_000);

  it("does not happen without a model: the oldest messages are left out", async () => {
    const session = await begin(
      "agents:\n  - id: juno\n    maxContextTokens: 3000\n    maxOutputTokens: 300\n",
    );
    for (let at = 0; at < 12; at++)
      await client.call("chat.send", { session, text: `Turn ${at}: ${"flour ".repeat(200)}` });
    const manifest = await lastManifest(session);
    expect(manifest.actions.find(({ step }) => step === "compact")?.detail).toContain("language model");
    expect(manifest.segments.some(({ status }) => status === "dropped")).toBe(true);
    await expect(client.call("chat.compact", { session })).rejects.toMatchObject({ code: "no-summary" });
  });
});

it("a prompt that stays too long is not sent a third time", async () => {
  const session = await begin();
  for (let at = 0; at < 6; at++) await say(session, `Question ${at} ${"about bread ".repeat(40)}`);
  const before = asked().length;
  server.play([
    { kind: "context-length", limit: 1000 },
    text(summary),
    { kind: "context-length", limit: 1000 },
  ]);
  const end = await client.call("chat.send", { session, text: "And now?" });
  expect(end).toMatchObject({ status: "failed", failure: { code: "context-length" } });
  expect(asked().slice(before).map(isSummary)).toEqual([false, true, false]);
});

it("300 turns in a small window never exceed it, keep every pinned message and leave exactly one summary", async () => {
  const session = await begin();
  const encoding = getEncoding("o200k_base");
  const pinned: string[] = [];
  for (let turn = 0; turn < 300; turn++) {
    // The script's last reply repeats, so a summary gets a summary's text too: what a model would write.
    server.play([text(summary)]);
    const end = await client.call("chat.send", {
      session,
      text: `Turn ${turn}: ${"flour and water ".repeat(8)}`,
    });
    expect(end.status).toBe("finished");
    if (turn % 100 === 50) {
      const message = end.entries[0]?.id ?? "";
      pinned.push(message);
      await client.call("sessions.pinMessage", { session, message, pinned: true });
    }
  }
  for (const { messages } of asked()) {
    const tokens = messages.reduce(
      (sum, { content }) => sum + encoding.encode(content, [], []).length + 4,
      3,
    );
    expect(tokens).toBeLessThanOrEqual(WINDOW_TOKENS);
  }
  const { seen, entries } = await contextOf(session);
  expect(seen.filter(({ type }) => type === "summary")).toHaveLength(1);
  for (const id of pinned) expect(seen.map((entry) => entry.id)).toContain(id);
  expect(entries.filter((entry) => entry.type === "message" && entry.role === "user")).toHaveLength(300);
  expect(asked().some(isSummary)).toBe(true);
}, 240_000);
