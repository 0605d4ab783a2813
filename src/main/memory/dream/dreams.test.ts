import { KeptFiles } from "../../base/kept-files.ts";
import { OriginLedger } from "../../workspace/origin-ledger.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { randomIds } from "../../base/ids.ts";
import { readAgents } from "../../agents/read-agents.ts";
import {
  closeCounter,
  openTestWorkspace,
  put,
  temporaryProject,
  type TestWorkspace,
} from "../../workspace/test-workspace.ts";
import { Dreams } from "./dreams.ts";
import type { MemoryHit } from "../recall/memory-hit.ts";
import { RecallSignals } from "../recall/recall-signals.ts";

const now = new Date("2026-11-16T03:05:09.000Z");
const agent = readAgents("agents:\n  - id: juno\n").agents[0]!;

let project: string;
let test: TestWorkspace;
let signals: RecallSignals;
let dreams: Dreams;
let memories: MemoryHit[];
let commits: number[];

beforeEach(() => {
  project = temporaryProject({
    "workspace/AGENTS.md": "Work.",
    "workspace/MEMORY.md": "# Memory\r\n\r\n- Old.  ",
  });
  test = openTestWorkspace(project, { watch: false });
  signals = new RecallSignals(test.store);
  memories = [];
  commits = [];
  dreams = new Dreams({
    store: test.store,
    signals,
    workspace: test.workspace,
    origins: new OriginLedger(new KeptFiles(test.workspace.roots.project)),
    clock: { now: () => now },
    ids: randomIds,
    memories: (_agent, ids) => memories.filter(({ id }) => ids.includes(id)),
    commit: async (_agent, count) => {
      commits.push(count);
      return "c0ffee";
    },
    emit: () => {},
  });
});
afterEach(() => test.close());
afterAll(closeCounter);

const remember = (id: string, text: string, changes: Partial<MemoryHit> = {}) =>
  memories.push({
    id,
    text,
    tier: "daily",
    origin: "you",
    source: "workspace/memory/2026-11-15.md#1",
    date: "2026-11-15",
    ...changes,
  });
/** Three hits for three questions today, first place each: 0.24·ln 4/ln 7 + 0.30 + 0.15 + 0.09 + 0.02. */
const recall = (...ids: string[]) => {
  for (const id of ids) for (const query of ["one", "two", "three"]) signals.record("juno", query, [id], now);
};
const read = (path: string) => readFileSync(join(project, "workspace", path), "utf8");

describe("a sweep", () => {
  it("appends what it promotes to MEMORY.md and leaves the bytes before unchanged", async () => {
    const before = read("MEMORY.md");
    remember("a", "The shop opens at 7.");
    recall("a");
    const sweep = await dreams.run(agent);
    expect(sweep.promoted.map(({ fact }) => fact)).toEqual(["The shop opens at 7."]);
    expect(read("MEMORY.md")).toBe(
      `${before}\r\n\r\n## Dreamed 2026-11-16 03:05 UTC\r\n\r\n- The shop opens at 7. _(score=0.73, hits=3, days=1)_\r\n`,
    );
  });

  it("pre-ticks nothing that comes from one day only, and a sweep that asks nobody follows the score alone", async () => {
    remember("a", "The shop opens at 7.");
    remember("b", "Rye is ordered on Mondays.");
    recall("a", "b");
    signals.record("juno", "four", ["b"], new Date(now.getTime() - 24 * 60 * 60 * 1000));
    const ticked = (await dreams.preview(agent)).map(({ memory, verdict, preticked }) => [
      memory,
      verdict,
      preticked,
    ]);
    expect(ticked.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))).toEqual([
      ["a", "promote", false],
      ["b", "promote", true],
    ]);
    expect((await dreams.run(agent)).promoted).toHaveLength(2);
  });

  it("writes the diary", async () => {
    remember("a", "The shop opens at 7.");
    remember("b", "Rarely asked.");
    recall("a");
    signals.record("juno", "one", ["b"], now);
    await dreams.run(agent);
    expect(read("DREAMS.md")).toBe(
      "## Deep Sleep 2026-11-16 03:05 UTC\n\n- candidates: 2\n- promoted: 1\n- skipped (already promoted): 0\n\n- The shop opens at 7. _(score=0.73, hits=3, days=1)_\n",
    );
  });

  it("leaves MEMORY.md unchanged when nothing is promoted, still writes the diary, and commits nothing", async () => {
    const before = read("MEMORY.md");
    await dreams.run(agent);
    expect(read("MEMORY.md")).toBe(before);
    expect(read("DREAMS.md")).toContain("- candidates: 0\n- promoted: 0\n- skipped (already promoted): 0\n");
    expect(commits).toEqual([]);
  });

  it("never promotes the same fact twice and counts it as skipped", async () => {
    remember("a", "The shop opens at 7.");
    recall("a");
    await dreams.run(agent);
    const after = read("MEMORY.md");
    const second = await dreams.run(agent);
    expect(second).toMatchObject({ promoted: [], skipped: 1, commit: null });
    expect(read("MEMORY.md")).toBe(after);
    expect(commits).toEqual([1]);
  });

  it("recognises its own section when the rows were lost, as after a kill between the two writes", async () => {
    remember("a", "The shop opens at 7.");
    recall("a");
    await dreams.run(agent);
    test.store.db.exec("delete from dream_promotions");
    expect((await dreams.run(agent)).promoted).toEqual([]);
    // And has its rows again, once, so that it can be listed and undone.
    await dreams.run(agent);
    expect(dreams.sweeps(agent)).toMatchObject([{ promoted: 1, at: "2026-11-16T03:05:00.000Z" }]);
    const [sweep] = dreams.sweeps(agent);
    expect(await dreams.undo(agent, sweep?.id ?? "")).toBe(1);
    expect(read("MEMORY.md")).not.toContain("opens at 7");
  });

  it("never treats MEMORY.md, its own output, the diary or knowledge as a candidate", async () => {
    remember("a", "From memory.", { source: "workspace/MEMORY.md#3" });
    remember("b", "From a dream.", { source: "workspace/DREAMS.md" });
    remember("c", "| flour | sack |", { tier: "knowledge", source: "workspace/knowledge/flour.md#3" });
    recall("a", "b", "c");
    expect(await dreams.preview(agent)).toEqual([]);
  });

  it("does not treat a question in a conversation as a fact, but does treat a statement as one", async () => {
    const said = { tier: "session" as const, source: "session:1" };
    remember("a", "When does the shop open?", said);
    remember("b", "Is it seven? Or eight?", said);
    remember("c", "It opens at 7. Right?", said);
    recall("a", "b", "c");
    expect((await dreams.preview(agent)).map(({ memory }) => memory)).toEqual(["c"]);
  });

  it("recognises a fact under a dream heading without a time", async () => {
    put(project, { "workspace/MEMORY.md": "# Memory\n\n## Dreamed\n\n- The shop opens at 7.\n" });
    remember("a", "The shop opens at 7.");
    recall("a");
    expect((await dreams.run(agent)).promoted).toEqual([]);
  });

  it("promotes only what the user left selected", async () => {
    remember("a", "The shop opens at 7.");
    remember("b", "Rye on Fridays.");
    recall("a", "b");
    const sweep = await dreams.run(agent, ["b"]);
    expect(sweep.promoted.map(({ memory }) => memory)).toEqual(["b"]);
    expect(read("MEMORY.md")).not.toContain("opens at 7");
  });

  it("does not promote what is selected but not eligible", async () => {
    remember("a", "Once.");
    signals.record("juno", "one", ["a"], now);
    expect((await dreams.run(agent, ["a"])).promoted).toEqual([]);
  });

  it("runs only one at a time", async () => {
    const first = dreams.run(agent);
    await expect(dreams.run(agent)).rejects.toMatchObject({ code: "dream-running" });
    await first;
  });

  it("writes a memory of several lines as one fact, and the same words once", async () => {
    remember("a", "The shop\nopens at 7.");
    remember("b", "the shop opens at 7");
    recall("a", "b");
    expect((await dreams.run(agent)).promoted).toHaveLength(1);
    expect(read("MEMORY.md")).toMatch(/^- the shop opens at 7|^- The shop opens at 7\. _/m);
  });

  it("ignores other agents' recalls", async () => {
    remember("a", "The shop opens at 7.");
    for (const query of ["one", "two", "three"]) signals.record("kate", query, ["a"], now);
    expect(await dreams.preview(agent)).toEqual([]);
  });
});

describe("a preview", () => {
  it("returns the reason for each candidate, best first, and writes nothing", async () => {
    remember("a", "The shop opens at 7.");
    remember("b", "Rarely asked.");
    recall("a");
    signals.record("juno", "one", ["b"], now);
    const [first, second] = await dreams.preview(agent);
    expect(first).toMatchObject({ memory: "a", verdict: "promote", hits: 3, queries: 3, days: 1 });
    expect(first?.reason).toBe(
      "Recalled 3 times for 3 questions on one day; its score of 0.73 is at least 0.35.",
    );
    expect(second).toMatchObject({ verdict: "too-few-hits" });
    expect(second?.reason).toBe("Recalled once for one question on one day; it takes 3 times.");
    expect(read("MEMORY.md")).toBe("# Memory\r\n\r\n- Old.  ");
    expect(() => read("DREAMS.md")).toThrow("ENOENT");
  });
});

describe("undo", () => {
  it("removes the section again, byte for byte, and allows its facts to be promoted again", async () => {
    put(project, { "workspace/MEMORY.md": "# Memory\n\n- Old.\n" });
    remember("a", "The shop opens at 7.");
    recall("a");
    const { id } = await dreams.run(agent);
    expect(await dreams.undo(agent, id)).toBe(1);
    expect(read("MEMORY.md")).toBe("# Memory\n\n- Old.\n");
    expect(read("DREAMS.md")).toContain(
      "## Undone 2026-11-16 03:05 UTC\n\n- sweep: 2026-11-16 03:05 UTC\n- removed: 1\n",
    );
    expect((await dreams.preview(agent))[0]?.verdict).toBe("promote");
  });

  it("keeps what was written after it", async () => {
    remember("a", "The shop opens at 7.");
    recall("a");
    const { id } = await dreams.run(agent);
    writeFileSync(join(project, "workspace/MEMORY.md"), `${read("MEMORY.md")}\r\n## Mine\r\n`);
    await dreams.undo(agent, id);
    expect(read("MEMORY.md")).toContain("## Mine");
    expect(read("MEMORY.md")).not.toContain("Dreamed");
  });

  it("refuses a section that the user edited", async () => {
    remember("a", "The shop opens at 7.");
    recall("a");
    const { id } = await dreams.run(agent);
    writeFileSync(join(project, "workspace/MEMORY.md"), read("MEMORY.md").replace("opens", "opened"));
    await expect(dreams.undo(agent, id)).rejects.toMatchObject({ code: "sweep-changed" });
    await expect(dreams.undo(agent, "nobody")).rejects.toMatchObject({ code: "sweep-not-found" });
  });
});
