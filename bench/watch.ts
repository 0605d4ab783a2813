import { type ChildProcess, fork } from "node:child_process";
import { createServer, request } from "node:http";
import { type AddressInfo } from "node:net";
import { loadavg } from "node:os";
import { systemClock } from "../src/main/base/clock.ts";
import { randomIds } from "../src/main/base/ids.ts";
import { silentLog } from "../src/main/base/log.ts";
import { ranksFolder } from "../src/main/tokens/load-ranks.ts";
import { createTokenCounter } from "../src/main/tokens/token-counter.ts";
import { Watch } from "../src/main/watch/watch.ts";
import { cpuOf } from "./cpu-of.ts";
import { writeSection } from "./results.ts";

/**
 * What `satchel watch` adds to a request, beside the same request without it. Both take turns against the same server
 * in a process of its own, so a busy machine slows both. The watch runs in a third process, whose CPU time includes
 * taking the request apart after it has gone by.
 */

const ROUNDS = 120;
const WARM_UP = 15;
const SIZES = [10_000, 100_000, 1_000_000];
const PIECES = 60;

const server = () => {
  const listening = createServer((asked, response) => {
    asked.resume().on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (let piece = 0; piece < PIECES; piece += 1)
        response.write(`data: {"choices":[{"delta":{"content":"word "}}],"usage":null}\n\n`);
      response.end(
        `data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":9}}\n\ndata: [DONE]\n\n`,
      );
    });
  });
  listening.listen(0, "127.0.0.1", () => process.send?.((listening.address() as AddressInfo).port));
};

const watching = async (upstream: string) => {
  const watch = new Watch({
    tokens: createTokenCounter({ ranks: ranksFolder("resources") }),
    files: () => Promise.resolve([]),
    priceOf: () => Promise.resolve(null),
    patienceMs: () => 60_000,
    clock: systemClock,
    ids: randomIds,
    log: silentLog,
    emit: () => {},
  });
  const { running } = await watch.start(upstream, 0);
  process.on("message", () => void watch.settled().then(() => process.send?.("settled")));
  process.send?.(running?.port);
};

const main = async () => {
  const [model, modelPort] = await started("server");
  const [watch, watchPort] = await started("watch", `http://127.0.0.1:${modelPort}`);
  const rows: string[] = [];
  for (const size of SIZES) rows.push(await measure(size, modelPort, watchPort, watch));
  watch.kill();
  model.kill();
  writeSection(
    "watch",
    "Watch: what passing a request on adds",
    "npm run bench:watch",
    [
      `A chat request with a body of that size and an answer streamed in ${PIECES} pieces, ${ROUNDS} direct and ${ROUNDS} through \`satchel watch\`, taking turns. First byte and whole answer on the clock, p50 and p95; CPU of the process that watches per request, taking it apart included.`,
      "",
      `Processes that wanted a core during the run: ${loadavg()[0]?.toFixed(0)}. Only the two sides beside each other say something.`,
      "",
      "| body | direct: first byte, p50 · p95 | watched | direct: whole, p50 · p95 | watched | added, p50 | times | CPU of the watch |",
      "|---|---|---|---|---|---|---|---|",
      ...rows,
    ].join("\n"),
  );
};

const measure = async (
  size: number,
  direct: number,
  watched: number,
  watch: ChildProcess,
): Promise<string> => {
  const lines = Array.from(
    { length: 20 },
    (_, index) => `Message ${index}: ${"the oven is hot ".repeat(size / 320)}`,
  );
  const body = JSON.stringify({
    model: "gpt-4o",
    messages: lines.map((content) => ({ role: "user", content })),
  });
  const times = { direct: [] as Time[], watched: [] as Time[] };
  let cpu = 0;
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    if (round === WARM_UP) {
      await settled(watch);
      cpu = cpuOf(watch.pid ?? 0);
    }
    const [one, two] = round % 2 === 0 ? ([direct, watched] as const) : ([watched, direct] as const);
    for (const port of [one, two]) {
      const time = await ask(port, body);
      if (round >= WARM_UP) times[port === direct ? "direct" : "watched"].push(time);
    }
  }
  await settled(watch);
  const used = (cpuOf(watch.pid ?? 0) - cpu) / ROUNDS;
  const of = (side: keyof typeof times, what: keyof Time, share: number) =>
    times[side].map((time) => time[what]).toSorted((a, b) => a - b)[Math.floor(share * (ROUNDS - 1))] ?? 0;
  const pair = (side: keyof typeof times, what: keyof Time) =>
    `${of(side, what, 0.5).toFixed(1)} · ${of(side, what, 0.95).toFixed(1)} ms`;
  const [without, with_] = [of("direct", "whole", 0.5), of("watched", "whole", 0.5)];
  return `| ${(size / 1000).toFixed(0)} kB | ${pair("direct", "first")} | ${pair("watched", "first")} | ${pair("direct", "whole")} | ${pair("watched", "whole")} | ${(with_ - without).toFixed(1)} ms | ${(with_ / without).toFixed(2)} | ${used.toFixed(1)} ms |`;
};

type Time = { readonly first: number; readonly whole: number };

const ask = (port: number, body: string): Promise<Time> =>
  new Promise((done, fail) => {
    const begun = performance.now();
    let first = 0;
    const asked = request(
      {
        host: "127.0.0.1",
        port,
        method: "POST",
        path: "/v1/chat/completions",
        headers: { "content-length": Buffer.byteLength(body) },
      },
      (answer) => {
        answer.once("data", () => (first = performance.now() - begun));
        answer.on("end", () => done({ first, whole: performance.now() - begun }));
        answer.resume();
      },
    );
    asked.on("error", fail);
    asked.end(body);
  });

const started = (...role: string[]): Promise<[ChildProcess, number]> =>
  new Promise((done) => {
    const child = fork(import.meta.filename, role);
    child.once("message", (port) => done([child, Number(port)]));
  });

const settled = (watch: ChildProcess): Promise<void> =>
  new Promise((done) => {
    watch.once("message", () => done());
    watch.send("settle");
  });

const [role, upstream] = process.argv.slice(2);
if (role === "server") server();
else if (role === "watch") await watching(upstream ?? "");
else await main();
