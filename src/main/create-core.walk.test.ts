import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { scripts } from "../../e2e/wire-server/script.ts";
import { useTalk } from "./test-talk.ts";

const top = resolve(import.meta.dirname, "../..");
const talk = useTalk();
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const fileOf = (url: string): string =>
  relative(top, url.startsWith("file:") ? fileURLToPath(url) : url).replaceAll("\\", "/");
/** The core, without the hosts that carry a message to it: here the test is the host. */
const isOurs = (file: string) =>
  /^src\/(?:main|shared)\//.test(file) && !/test|fixture|^src\/main\/hosts\//.test(file);
/** Where rooms are put together. A message that has to go through here would have a way back up. */
const isComposition = (file: string) =>
  /^src\/main\/(?:project\/layers\/|project\/open-project\.ts)/.test(file);

/** The files of the core on the walk in docs/architecture.md. */
const walk = (): readonly string[] => {
  const text = readFileSync(join(top, "docs", "architecture.md"), "utf8");
  const [, between = ""] = /<!-- walk -->([\s\S]*?)<!-- \/walk -->/.exec(text) ?? [];
  return [...between.matchAll(/`(src\/[^`]+)`/g)].map(([, path = ""]) => path).filter(isOurs);
};

type Ran = { readonly file: string; readonly name: string; readonly lines: number };

/** Every function of the core that ran meanwhile, by V8's own count of calls. */
const functionsRun = async (run: () => Promise<unknown>): Promise<readonly Ran[]> => {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Debugger.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await session.post("Profiler.takePreciseCoverage");
  await run();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const ran: Ran[] = [];
  for (const { url, scriptId, functions } of result) {
    const file = fileOf(url);
    const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
    if (!isOurs(file) || called.length === 0) continue;
    const { scriptSource } = await session.post("Debugger.getScriptSource", { scriptId });
    for (const { functionName, ranges } of called) {
      const text = scriptSource.slice(ranges[0]?.startOffset, ranges[0]?.endOffset);
      ran.push({ file, name: functionName, lines: text.split("\n").length });
    }
  }
  session.disconnect();
  return ran;
};

it("visits every file of the walk, and composition only through functions that hand over", async () => {
  const session = await talk.begin("ollama");
  await talk.send(session, "When does the shop open?", scripts.normal);
  const ran = await functionsRun(() => talk.send(session, "And on Sundays?", scripts.normal));
  const files = new Set(ran.map(({ file }) => file));
  expect(walk().filter((file) => !files.has(file) && !WITHOUT_CODE.has(file))).toEqual([]);
  const composed = ran.filter(({ file }) => isComposition(file));
  expect(composed.filter(({ lines }) => lines > MAX_HANDING_OVER_LINES)).toEqual([]);
  expect(composed.length).toBeGreaterThan(0);
});

/** Types, a table and re-exports: read on the way, and nothing in them is called. */
const WITHOUT_CODE: ReadonlySet<string> = new Set([
  "src/shared/contract/index.ts",
  "src/main/context/context-ports.ts",
  "src/main/context/profiles/index.ts",
  "src/main/providers/provider.ts",
]);

/** A closure that fetches or passes on something, written out. */
const MAX_HANDING_OVER_LINES = 8;

it("reaches the provider by a stack of calls that only has files of the walk", async () => {
  const session = await talk.begin("ollama");
  await talk.send(session, "When does the shop open?", scripts.normal);
  const stacks: string[] = [];
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = Infinity;
  globalThis.fetch = (input, init) => {
    if (String(input instanceof Request ? input.url : input).includes("/api/chat"))
      stacks.push(new Error("here").stack ?? "");
    return realFetch(input, init);
  };
  await talk.send(session, "And on Sundays?", scripts.normal);
  Error.stackTraceLimit = limit;
  const places = [...(stacks[0] ?? "").matchAll(/(?:file:\/\/)?(\/[^\s()]+?\.ts)/g)].map(([, path = ""]) =>
    fileOf(path),
  );
  const files = [...new Set(places.filter(isOurs))];
  expect(stacks).toHaveLength(1);
  expect(files).toContain("src/main/chat/chat.ts");
  expect(files).toContain("src/main/providers/ollama/ollama.ts");
  const onWalk = new Set(walk());
  expect(files.filter((file) => isComposition(file) || !onWalk.has(file))).toEqual([]);
});
