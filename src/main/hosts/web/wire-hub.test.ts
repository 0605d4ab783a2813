import { afterEach, expect, it } from "vitest";
import type { Reply } from "#shared/contract/index.ts";
import { connectTestClient, startTestHost, type TestClient, type TestHost } from "./test-host.ts";

let host: TestHost;
let client: TestClient;
afterEach(async () => {
  client.close();
  await host.close();
});

const folders = () => client.events.map((event) => ("folder" in event ? event.folder : event.event));
const opened = (folder: string) => host.emit({ event: "project.opened", folder });

/** A promise that the test settles. */
const gate = <T>() => {
  const { promise, resolve } = Promise.withResolvers<T>();
  return { promise, open: resolve };
};

it("carries requests and events", async () => {
  host = await startTestHost(async (method, input) => ({ ok: true, value: { method, input } }));
  client = connectTestClient(host);
  expect(await client.request("a.b", { c: 1 })).toEqual({
    ok: true,
    value: { method: "a.b", input: { c: 1 } },
  });
  opened("one");
  await client.until(() => client.events.length === 1);
  expect(client.events).toEqual([{ event: "project.opened", folder: "one" }]);
});

it("returns failures as values", async () => {
  const failure: Reply = { ok: false, error: { code: "x", message: "y", detail: { z: 1 } } };
  host = await startTestHost(async () => failure);
  client = connectTestClient(host);
  expect(await client.request("a.b", {})).toEqual(failure);
});

it("delivers the events that were missed while disconnected, once and in order", async () => {
  host = await startTestHost();
  client = connectTestClient(host);
  await client.until(() => client.status.get() === "open");
  opened("one");
  await client.until(() => client.events.length === 1);
  client.drop();
  await client.until(() => client.status.get() === "lost");
  for (const folder of ["two", "three", "four"]) opened(folder);
  await client.until(() => client.events.length >= 4);
  opened("five");
  await client.until(() => client.events.length >= 5);
  expect(folders()).toEqual(["one", "two", "three", "four", "five"]);
});

it("also delivers events that were lost on the way", async () => {
  host = await startTestHost();
  client = connectTestClient(host);
  await client.until(() => client.status.get() === "open");
  client.deaf = true;
  opened("one");
  opened("two");
  await client.until(() => client.frames === 3);
  client.drop();
  client.deaf = false;
  await client.until(() => client.events.length >= 2);
  expect(folders()).toEqual(["one", "two"]);
});

it("sends resync when too much was missed", async () => {
  host = await startTestHost(undefined, { count: 3 });
  client = connectTestClient(host);
  await client.until(() => client.status.get() === "open");
  client.drop();
  await client.until(() => client.status.get() === "lost");
  for (const folder of ["one", "two", "three", "four"]) opened(folder);
  await client.until(() => client.events.length >= 1);
  opened("five");
  await client.until(() => client.events.length >= 2);
  expect(folders()).toEqual(["app.resync", "five"]);
});

it("finishes a request across a disconnect and runs it once", async () => {
  const answer = gate<Reply>();
  const started = gate<void>();
  let runs = 0;
  host = await startTestHost(() => {
    runs += 1;
    started.open();
    return answer.promise;
  });
  client = connectTestClient(host);
  await client.until(() => client.status.get() === "open");
  const reply = client.request("a.write", {});
  await started.promise;
  client.drop();
  await client.until(() => client.status.get() === "lost");
  await client.until(() => client.status.get() === "open");
  answer.open({ ok: true, value: "done" });
  expect(await reply).toEqual({ ok: true, value: "done" });
  expect(runs).toBe(1);
});

it("sends a lost reply again, without running the request again", async () => {
  const started = gate<void>();
  let runs = 0;
  host = await startTestHost(async () => {
    runs += 1;
    started.open();
    return { ok: true, value: runs };
  });
  client = connectTestClient(host);
  await client.until(() => client.status.get() === "open");
  client.deaf = true;
  const reply = client.request("a.write", {});
  await started.promise;
  client.drop();
  client.deaf = false;
  expect(await reply).toEqual({ ok: true, value: 1 });
  expect(runs).toBe(1);
});

it("runs each of many requests once while the connection is cut again and again", async () => {
  const runs = new Map<unknown, number>();
  host = await startTestHost(async (_method, input) => {
    runs.set(input, (runs.get(input) ?? 0) + 1);
    await new Promise((go) => setTimeout(go, Number(input) % 7));
    return { ok: true, value: input };
  });
  client = connectTestClient(host);
  const cutter = setInterval(() => client.drop(), 25);
  const replies = [];
  for (let n = 0; n < 200; n += 1) {
    replies.push(client.request("a.write", n));
    if (n % 10 === 0) await new Promise((go) => setTimeout(go, 10));
  }
  setTimeout(() => clearInterval(cutter), 300);
  const values = (await Promise.all(replies)).map((reply) => reply.ok && reply.value);
  expect(values).toEqual(Array.from({ length: 200 }, (_, n) => n));
  expect([...runs.values()].every((count) => count === 1)).toBe(true);
  expect(runs.size).toBe(200);
});

it("cancels a running request on request, and not on a disconnect", async () => {
  let aborted = 0;
  const started = gate<void>();
  host = await startTestHost(
    (_method, _input, signal) =>
      new Promise((done) => {
        signal.addEventListener("abort", () => {
          aborted += 1;
          done({ ok: false, error: { code: "cancelled", message: "." } });
        });
        started.open();
      }),
  );
  client = connectTestClient(host);
  const controller = new AbortController();
  const reply = client.request("a.slow", {}, controller.signal);
  await started.promise;
  client.drop();
  await client.until(() => client.status.get() === "lost");
  await client.until(() => client.status.get() === "open");
  expect(aborted).toBe(0);
  controller.abort();
  expect(await reply).toMatchObject({ ok: false, error: { code: "cancelled" } });
  expect(aborted).toBe(1);
});

it("does not repeat a request at a server that forgot the session", async () => {
  const started = gate<void>();
  let runs = 0;
  const never = new Promise<Reply>(() => {});
  host = await startTestHost(
    () => {
      runs += 1;
      started.open();
      return never;
    },
    { keepSession: 0 },
  );
  client = connectTestClient(host);
  const reply = client.request("a.write", {});
  await started.promise;
  client.drop();
  expect(await reply).toMatchObject({ ok: false, error: { code: "connection-lost" } });
  expect(runs).toBe(1);
});

it("gives up after a while when the server does not come back", async () => {
  host = await startTestHost(() => new Promise(() => {}));
  client = connectTestClient(host, 60);
  await client.until(() => client.status.get() === "open");
  const reply = client.request("a.write", {});
  await host.close();
  expect(await reply).toMatchObject({ ok: false, error: { code: "request-not-sent" } });
  expect(await client.request("a.read", {})).toMatchObject({ ok: false, error: { code: "connection-lost" } });
});

it("stops for good when the token is refused", async () => {
  host = await startTestHost();
  client = connectTestClient({ port: host.port, token: "wrong" });
  await client.until(() => client.status.get() === "refused");
  expect(await client.request("a.read", {})).toMatchObject({
    ok: false,
    error: { code: "connection-refused" },
  });
});

it("refuses more concurrent requests than a session may have", async () => {
  host = await startTestHost(() => new Promise(() => {}), { running: 2 });
  client = connectTestClient(host);
  void client.request("a.slow", {});
  void client.request("a.slow", {});
  expect(await client.request("a.slow", {})).toMatchObject({
    ok: false,
    error: { code: "too-many-requests" },
  });
});

it("stops sending to a client that does not read, and tells it to resync", async () => {
  host = await startTestHost(undefined, { count: 50, highWater: 100_000 });
  client = connectTestClient(host);
  await client.until(() => client.status.get() === "open");
  client.pause();
  const large = "x".repeat(100_000);
  // 80 MB: a system may buffer 33 MB before the socket is full.
  for (let n = 0; n < 800; n += 1) {
    opened(large);
    await new Promise((go) => setImmediate(go));
  }
  client.resume();
  await client.until(() => folders().includes("app.resync"));
  opened("last");
  await client.until(() => folders().at(-1) === "last");
  expect(client.events.length).toBeLessThan(800);
});
