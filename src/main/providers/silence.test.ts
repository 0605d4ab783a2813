import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { systemClock } from "../base/clock.ts";
import { createRequestLog } from "./request-log.ts";
import { patientDispatcher } from "./silence.ts";

/** A server that says its words, each after a silence. */
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
const listen = async (silenceMs: number, ...words: string[]): Promise<string> => {
  const server = createServer((_, response) => {
    const say = (at: number) => {
      const word = words[at];
      if (word === undefined) response.end();
      else {
        response.write(word);
        setTimeout(say, silenceMs, at + 1);
      }
    };
    setTimeout(say, silenceMs, 0);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};
const ask = async (address: string, patienceMs: number) =>
  (await createRequestLog(systemClock, () => patienceMs).fetchFor("chat")(address)).text();

it("gives up on a server that says nothing, with a sentence that names the setting", async () => {
  const asked = ask(await listen(60_000, "late"), 200);
  await expect(asked).rejects.toMatchObject({
    code: "server-silent",
    message: expect.stringContaining("settings"),
  });
});

it("gives up on a server that falls silent in the middle of its answer", async () => {
  const server = createServer((_, response) => void response.write("one "));
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await expect(ask(address, 300)).rejects.toMatchObject({ code: "server-silent" });
  server.closeAllConnections();
});

it("waits as long as something comes now and then", async () => {
  expect(await ask(await listen(300, "one ", "two ", "three"), 1_500)).toBe("one two three");
});

it("is not undercut by the limits that fetch itself has", async () => {
  const dispatcher = Symbol.for("undici.globalDispatcher.1");
  const process = globalThis as unknown as Record<symbol, NonNullable<RequestInit["dispatcher"]>>;
  void globalThis.Response;
  const own = process[dispatcher];
  if (!own) throw new Error("fetch has no dispatcher");
  // Five minutes for the headers and between two pieces of a body, shortened to a moment.
  const hasty = own.compose(
    (dispatch) => (options, handler) =>
      dispatch({ headersTimeout: 400, bodyTimeout: 400, ...options }, handler),
  );
  process[dispatcher] = hasty;
  try {
    const address = await listen(2_500, "late ", "words");
    await expect(fetch(address)).rejects.toThrow("fetch failed");
    expect(patientDispatcher()).not.toBe(hasty);
    expect(await ask(address, 60_000)).toBe("late words");
  } finally {
    process[dispatcher] = own;
  }
}, 40_000);
