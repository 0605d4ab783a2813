import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Message } from "#shared/model/manifest.ts";
import type { SnapshotRun } from "#shared/model/snapshot-run.ts";
import { openStore, type Store } from "../../store/open-store.ts";
import { RunStore } from "./run-store.ts";
import { testManifest, testRun, testSegment } from "./test-run.ts";

let folder: string;
let store: Store;
let runs: RunStore;
let maxBytes: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "satchel-runs-"));
  store = openStore(join(folder, "index.db"));
  maxBytes = 1_000_000;
  runs = new RunStore(store.db, () => maxBytes);
});

afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Does not compress: each unit carries about five bits. */
const noise = (chars: number, seed: number) => {
  let state = seed + 1;
  let text = "";
  while (text.length < chars) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += String.fromCharCode(97 + ((state >> 16) % 26));
  }
  return text;
};

const textCount = () =>
  (store.db.prepare("select count(*) as count from run_texts").get() as { count: number }).count;

describe("a stored run", () => {
  it("comes back byte for byte, tool calls, tools and broken Unicode included", async () => {
    const messages: Message[] = [
      { role: "system", content: `${"a".repeat(2_000)}\ud800${"b".repeat(2_000)}` },
      { role: "user", content: "hi 🐙" },
      { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "read_file", args: { path: "x" } }] },
      { role: "tool", content: "y".repeat(900), toolCallId: "c1" },
    ];
    const run = {
      ...testRun("r1", messages),
      tools: [{ name: "read_file", parameters: { type: "object" } }],
    };
    await runs.save(run);
    const read = await runs.read("r1");
    expect(read).toEqual(run);
    expect(JSON.stringify(read.messages)).toBe(JSON.stringify(messages));
  });

  it("comes back the same whatever its segments claim about ranges", async () => {
    let next = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "binary", maxLength: 2_000 }), { maxLength: 4 }),
        fc.array(
          fc.tuple(fc.nat(5), fc.integer({ min: -10, max: 3_000 }), fc.integer({ min: -10, max: 3_000 })),
        ),
        async (contents, ranges) => {
          const id = `p${next++}`;
          const segments = ranges.map(([message, start, end], index) =>
            testSegment(`s${index}`, { message, range: [start, end] }),
          );
          const messages = contents.map((content) => ({ role: "user" as const, content }));
          await runs.save({ manifest: testManifest(id, segments), messages, tools: [] });
          expect((await runs.read(id)).messages).toEqual(messages);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("keeps a text once, however many runs sent it", async () => {
    const system = { role: "system" as const, content: noise(50_000, 1) };
    await runs.save(testRun("r1", [system, { role: "user", content: "one" }]));
    const after = runs.bytes();
    await runs.save(testRun("r2", [system, { role: "user", content: "two" }]));
    expect(textCount()).toBe(1);
    expect(runs.bytes() - after).toBeLessThan(2_000);
  });

  it("is unknown when nobody stored it", async () => {
    await expect(runs.read("nope")).rejects.toMatchObject({ code: "run-unknown" });
  });
});

describe("pruning", () => {
  it("removes the oldest runs by compressed size, and the texts only they needed", async () => {
    const shared = { role: "system" as const, content: noise(20_000, 7) };
    maxBytes = 60_000;
    for (let index = 0; index < 8; index++)
      await runs.save(testRun(`r${index}`, [shared, { role: "user", content: noise(20_000, 100 + index) }]));
    const left = runs.list({ limit: 100 }).map((run) => run.id);
    expect(runs.bytes()).toBeLessThanOrEqual(maxBytes);
    expect(left[0]).toBe("r7");
    expect(left.length).toBeLessThan(8);
    expect(left.length).toBeGreaterThan(1);
    expect(textCount()).toBe(left.length + 1);
    expect((await runs.read("r7")).messages[0]).toEqual(shared);
  });

  it("keeps the newest run even when it alone is over the limit", async () => {
    maxBytes = 10;
    await runs.save(testRun("r1", [{ role: "user", content: noise(5_000, 1) }]));
    await runs.save(testRun("r2", [{ role: "user", content: noise(5_000, 2) }]));
    expect(runs.list({ limit: 10 }).map((run) => run.id)).toEqual(["r2"]);
    expect(textCount()).toBe(1);
  });

  it("loses no text when two runs that share it are saved at once", async () => {
    const shared = { role: "system" as const, content: noise(5_000, 3) };
    maxBytes = 1;
    await Promise.all(["a", "b", "c"].map((id) => runs.save(testRun(id, [shared]))));
    const [only] = runs.list({ limit: 10 });
    expect((await runs.read(only?.id ?? "")).messages).toEqual([shared]);
  });

  it("removes one run on demand and leaves the texts others need", async () => {
    const shared = { role: "system" as const, content: noise(5_000, 3) };
    await runs.save(testRun("a", [shared]));
    await runs.save(testRun("b", [shared, { role: "user", content: noise(5_000, 4) }]));
    expect(runs.remove("b")).toBe(true);
    expect(runs.remove("b")).toBe(false);
    expect(textCount()).toBe(1);
    expect((await runs.read("a")).messages).toEqual([shared]);
  });
});

describe("the list of runs", () => {
  it("is newest first, by session or agent, with what the timeline shows", async () => {
    await runs.save(testRun("r1", [], { session: "s1" }));
    await runs.save(testRun("r2", [], { session: "s2", agent: "other" }));
    await runs.save(testRun("r3", [], { session: "s1" }));
    expect(runs.list({ session: "s1", limit: 10 }).map((run) => run.id)).toEqual(["r3", "r1"]);
    expect(runs.list({ agent: "other", limit: 10 }).map((run) => run.id)).toEqual(["r2"]);
    expect(runs.list({ limit: 1 })).toEqual([
      {
        id: "r3",
        at: "2026-05-04T10:00:00.000Z",
        agent: "main",
        session: "s1",
        profile: "layered",
        model: null,
        used: 100,
        window: 8_000,
      },
    ]);
    expect((await runs.latest("s1"))?.manifest.id).toBe("r3");
    expect(await runs.latest("s9")).toBeNull();
  });
});

describe("the accounts of runs", () => {
  it("come oldest first, the newest ones within the limit, by session or agent", async () => {
    const message = { role: "user" as const, content: noise(2_000, 1) };
    for (const [id, session] of [
      ["r1", "s1"],
      ["r2", "s2"],
      ["r3", "s1"],
      ["r4", "s1"],
    ] as const) {
      await runs.save(testRun(id, [message], { session, agent: session === "s2" ? "other" : "main" }));
    }
    const ids = async (filter: Parameters<typeof runs.manifests>[0]) =>
      (await runs.manifests(filter)).map(({ id }) => id);
    expect(await ids({ limit: 10 })).toEqual(["r1", "r2", "r3", "r4"]);
    expect(await ids({ session: "s1", limit: 2 })).toEqual(["r3", "r4"]);
    expect(await ids({ agent: "other", limit: 2 })).toEqual(["r2"]);
    expect(await ids({ session: "s9", limit: 2 })).toEqual([]);
    expect((await runs.manifests({ limit: 1 }))[0]).toEqual((await runs.read("r4")).manifest);
  });
});

describe("the last snapshot", () => {
  const lastRun: SnapshotRun = {
    capturedAt: "2026-05-04T10:00:00.000Z",
    includedFileCount: 1,
    totalProjectFileCount: 1,
    snapshotCodeUnits: 10,
    maxSnapshotCodeUnits: 120_000,
    truncatedByFileLimit: false,
    truncatedByChars: false,
    includedFiles: [{ path: "a.ts", utf8Bytes: 3 }],
    maxSnapshotFiles: 48,
  };

  it("is null before the first run of the profile, then that of the newest such run", async () => {
    expect(runs.lastSnapshot()).toBeNull();
    await runs.save(testRun("r1", []));
    expect(runs.lastSnapshot()).toBeNull();
    await runs.save(testRun("r2", [], { profile: "snapshot", lastRun }));
    await runs.save(testRun("r3", []));
    expect(runs.lastSnapshot()).toEqual(lastRun);
    await runs.save(testRun("r4", [], { profile: "snapshot", lastRun: null }));
    expect(runs.lastSnapshot()).toBeNull();
  });
});

it("names the conversations that had a turn since a moment, the newest first", async () => {
  const turn = (id: string, session: string, at: string) =>
    runs.save(testRun(id, [], { session, at, agent: "juno" }));
  await turn("r1", "old", "2026-11-01T10:00:00.000Z");
  await turn("r2", "a", "2026-11-16T10:00:00.000Z");
  await turn("r3", "b", "2026-11-16T11:00:00.000Z");
  await turn("r4", "a", "2026-11-16T12:00:00.000Z");
  expect(runs.sessionsSince(new Date("2026-11-10T00:00:00.000Z"))).toEqual([
    { session: "a", agent: "juno" },
    { session: "b", agent: "juno" },
  ]);
});
