import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import { randomIds } from "../../base/ids.ts";
import {
  closeCounter,
  openTestWorkspace,
  temporaryProject,
  type TestWorkspace,
} from "../../workspace/test-workspace.ts";
import { exportMemory, importMemory } from "./export-memory.ts";
import { Graph } from "./graph.ts";
import { ProfileStore } from "./profile-store.ts";
import { RecallSignals } from "../recall/recall-signals.ts";

const now = new Date("2026-11-16T12:00:00.000Z");
const opened: TestWorkspace[] = [];
/** What is recorded of imported lines is a matter of the ledger. */
const origins = { note: async () => {} };
const open = (files: Record<string, string>) => {
  const project = temporaryProject({ "workspace/AGENTS.md": "Work.", ...files });
  const test = openTestWorkspace(project, { watch: false });
  opened.push(test);
  const read = (path: string) => readFileSync(join(project, "workspace", path), "utf8");
  return {
    ...test,
    read,
    out: () => exportMemory(test.store, test.workspace, ["workspace"], now),
    in: (text: string) => importMemory(test.store, test.workspace, ["workspace"], text, { origins }),
  };
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((test) => test.close()));
});
afterAll(closeCounter);

const filled = () => {
  const from = open({
    "workspace/MEMORY.md": "# Memory\n\n- The oven runs at 230.\n",
    "workspace/memory/2026-11-15.md": "- decision: Rye on Fridays.\n",
    "workspace/memory/archive/2026-01-01.md": "- Opened.\n",
  });
  new Graph(from.store, randomIds).upsert(
    "workspace",
    { entities: [], relations: [{ from: "Anna", type: "sister", to: "Kate", confidence: 0.9 }] },
    now,
  );
  new ProfileStore(from.store).merge("", { name: "Kate" }, now, "outside");
  new RecallSignals(from.store).record("juno", "oven", ["a", "b"], now);
  return from;
};

it("rebuilds files and rows in an empty project, and exports the same again", async () => {
  const from = filled();
  const text = await from.out();
  const to = open({});
  expect(await to.in(text)).toEqual({ files: 3, rows: 6, broken: [] });
  expect(to.read("memory/2026-11-15.md")).toBe("- decision: Rye on Fridays.\n");
  expect(await to.out()).toBe(text);
});

it("can be stopped halfway, and resumes from there the next time", async () => {
  const from = filled();
  const signals = new RecallSignals(from.store);
  for (let at = 0; at < 500; at++) signals.record("juno", `question ${at}`, ["a"], now);
  const text = await from.out();
  const to = open({});
  const stop = new AbortController();
  const seen: number[] = [];
  const onProgress = (done: number) => {
    seen.push(done);
    if (done > 0) stop.abort(new Error("stopped"));
  };
  await expect(
    importMemory(to.store, to.workspace, ["workspace"], text, { signal: stop.signal, onProgress, origins }),
  ).rejects.toThrow("stopped");
  expect(seen).toEqual([0, 200]);
  expect(await to.in(text)).toMatchObject({ files: 0, broken: [] });
  expect(await to.out()).toBe(text);
});

it("changes nothing the second time", async () => {
  const from = filled();
  const text = await from.out();
  expect(await from.in(text)).toEqual({ files: 0, rows: 0, broken: [] });
  expect(await from.out()).toBe(text);
});

it("adds the lines that a file does not have and keeps the others", async () => {
  const text = await filled().out();
  const to = open({ "workspace/memory/2026-11-15.md": "- Mine.\n- decision: rye on fridays\n" });
  await to.in(text);
  expect(to.read("memory/2026-11-15.md")).toBe("- Mine.\n- decision: rye on fridays\n");
  expect(to.read("MEMORY.md")).toContain("230");
});

it("skips broken lines and reports them", async () => {
  const [head = "", ...rest] = (await filled().out()).split("\n");
  const bad = [
    "{half",
    '{"type":"file","workspace":"workspace","path":"../AGENTS.md","text":"x"}',
    '{"type":"file","workspace":"elsewhere","path":"MEMORY.md","text":"x"}',
    '{"type":"row","table":"runs","row":{"id":"x"}}',
    '{"type":"row","table":"graph_entities","row":{"id":"x"}}',
  ];
  const to = open({});
  const { files, rows, broken } = await to.in([head, ...bad, ...rest].join("\n"));
  expect({ files, rows }).toEqual({ files: 3, rows: 6 });
  expect(broken.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6]);
});

it("refuses a text that is not an export", async () => {
  await expect(open({}).in("hello")).rejects.toMatchObject({ code: "not-an-export" });
});
