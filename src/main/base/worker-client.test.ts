import { afterEach, expect, it } from "vitest";
import { Disposables } from "./disposables.ts";
import { WorkerClient } from "./worker-client.ts";

const owned = new Disposables();
afterEach(() => owned.close());

const open = (close: "ask" | "terminate" = "ask") =>
  owned.own(
    new WorkerClient<string, string>({
      name: "test",
      url: new URL("./worker-client.fixture.ts", import.meta.url),
      data: "echo",
      close,
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

it.each(["ask", "terminate"] as const)("refuses requests after it was closed (%s)", async (way) => {
  const client = open(way);
  await client.ask("a");
  await client.close();
  await expect(client.ask("b")).rejects.toThrow("closed");
});
