import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { Disposables } from "./disposables.ts";
import { forkChild } from "./fork-child.ts";
import { eventually } from "./test-eventually.ts";
import { WorkerClient, type WorkerClientOptions } from "./worker-client.ts";

const owned = new Disposables();
afterEach(() => owned.close());

const open = (close: "ask" | "terminate" = "ask", more: Partial<WorkerClientOptions<string>> = {}) =>
  owned.own(
    new WorkerClient<string, string, string>({
      name: "test",
      url: new URL("./worker-client.fixture.ts", import.meta.url),
      data: "echo",
      close,
      ...more,
    }),
  );

it("returns each answer to its caller", async () => {
  const client = open();
  expect(await Promise.all(["a", "b", "c"].map((word) => client.ask(word)))).toEqual([
    "echo a",
    "echo b",
    "echo c",
  ]);
});

it("starts the worker before the first request, once, and not after it was closed", async () => {
  const client = open();
  expect(client.isRunning).toBe(false);
  client.warm();
  client.warm();
  expect(client.isRunning).toBe(true);
  expect(await client.ask("worker")).toBe(await client.ask("worker"));
  await client.close();
  client.warm();
  expect(client.isRunning).toBe(false);
});

describe.each(["a thread", "a process of its own"])("in %s", (where) => {
  const inIt = (more: Partial<WorkerClientOptions<string>> = {}) =>
    where === "a thread"
      ? open("ask", more)
      : open("terminate", {
          url: new URL("./worker-process.fixture.ts", import.meta.url),
          startChild: forkChild,
          ...more,
        });

  it("is closed when it rested for a while, and a new worker answers the next request", async () => {
    const client = inIt({ idleMs: 10 });
    const first = await client.ask("worker");
    await eventually(() => expect(client.isRunning).toBe(false));
    expect(await client.ask("worker")).not.toBe(first);
  });

  it("is not closed while a request is pending", async () => {
    const client = inIt({ idleMs: 10 });
    const [first, late] = await Promise.all([client.ask("worker"), client.ask("late worker")]);
    expect(late).toBe(first);
  });

  it("answers, reports, fails and is stopped alike", async () => {
    const news: string[] = [];
    const client = inIt({ onNews: (each) => news.push(each) });
    expect(await client.ask("report")).toBe("echo report");
    expect(news).toEqual(["halfway"]);
    await expect(client.ask("fail")).rejects.toMatchObject({ code: "asked-to", message: "As asked." });
    const stop = new AbortController();
    const waiting = client.ask("until stopped", stop.signal);
    await client.ask("a");
    stop.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
    await eventually(() => expect(news).toEqual(["halfway", "stopped"]));
  });

  it("rejects what is pending when it ends, and starts again for the next request", async () => {
    const client = inIt();
    const waiting = client.ask("never");
    await expect(client.ask("end")).rejects.toThrow("The test worker ended with code 3");
    await expect(waiting).rejects.toThrow("code 3");
    expect(await client.ask("again")).toBe("echo again");
  });
});

it("keeps no process alive while its worker rests", async () => {
  const fixture = fileURLToPath(new URL("./resting-worker.fixture.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [fixture]);
  expect(stdout).toBe("echo a");
});

it("passes failures on with their code, and bugs as errors", async () => {
  const client = open();
  await expect(client.ask("fail")).rejects.toMatchObject({ code: "asked-to", message: "As asked." });
  await expect(client.ask("throw")).rejects.toThrow("A bug.");
});

it("rejects all pending requests when the worker ends, and starts a new worker for the next", async () => {
  const client = open();
  const waiting = client.ask("never");
  await expect(client.ask("end")).rejects.toThrow("The test worker ended with code 3.");
  await expect(waiting).rejects.toThrow("The test worker ended with code 3.");
  expect(await client.ask("again")).toBe("echo again");
});

it("answers a request made right after the worker crashed, before that worker has ended", async () => {
  const client = open();
  const crashed = client.ask("crash");
  // Not awaited first: the next request is made in the turn in which the error arrives.
  const again = crashed.catch(() => client.ask("again"));
  await expect(crashed).rejects.toThrow("Crashed.");
  expect(await again).toBe("echo again");
});

it("rejects with the signal's reason as soon as it is aborted", async () => {
  const client = open();
  const stop = new AbortController();
  const waiting = client.ask("never", stop.signal);
  stop.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
  await expect(client.ask("a", stop.signal)).rejects.toThrow("stopped");
  expect(await client.ask("b")).toBe("echo b");
});

it("asks the worker to stop a request that nobody waits for", async () => {
  const news: string[] = [];
  const client = open("ask", { onNews: (each) => news.push(each) });
  const stop = new AbortController();
  const waiting = client.ask("until stopped", stop.signal);
  await client.ask("a");
  expect(news).toEqual([]);
  stop.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
  await eventually(() => expect(news).toEqual(["stopped"]));
});

it("passes on news before the answer that follows it", async () => {
  const news: string[] = [];
  const client = open("ask", { onNews: (each) => news.push(each) });
  expect(await client.ask("report")).toBe("echo report");
  expect(news).toEqual(["halfway"]);
});

it("reports a worker that was lost, and none that was closed", async () => {
  const lost: string[] = [];
  const client = open("terminate", { onLost: ({ message }) => lost.push(message) });
  await expect(client.ask("end")).rejects.toThrow("code 3");
  expect(client.isRunning).toBe(false);
  await client.ask("again");
  await client.close();
  expect(lost).toEqual(["The test worker ended with code 3."]);
});

it("ends a busy worker when told to, and starts a new one for the next request", async () => {
  const client = open();
  const waiting = client.ask("never").catch((error: unknown) => String(error));
  await client.terminate();
  expect(await waiting).toContain("The test worker ended");
  expect(await client.ask("again")).toBe("echo again");
});

it("terminates a worker that does not close in time", async () => {
  const client = open("ask", { url: new URL("./never-closes.fixture.ts", import.meta.url), maxCloseMs: 50 });
  await client.ask("a");
  await client.close();
  expect(client.isRunning).toBe(false);
});

it.each(["ask", "terminate"] as const)("refuses requests after it was closed (%s)", async (way) => {
  const client = open(way);
  await client.ask("a");
  await client.close();
  await expect(client.ask("b")).rejects.toThrow("closed");
});
