import { KeptFiles } from "../../base/kept-files.ts";
import { OriginLedger } from "../../workspace/origin-ledger.ts";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Agent } from "#shared/contract/agents.ts";
import type { Events } from "#shared/contract/index.ts";
import { randomIds } from "../../base/ids.ts";
import { silentLog } from "../../base/log.ts";
import { readAgents } from "../../agents/read-agents.ts";
import {
  closeCounter,
  openTestWorkspace,
  put,
  temporaryProject,
  type TestWorkspace,
} from "../../workspace/test-workspace.ts";
import { Dreams } from "./dreams.ts";
import { Graph } from "../tables/graph.ts";
import { RecallSignals } from "../recall/recall-signals.ts";
import { Upkeep, type UpkeepSettings } from "./upkeep.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const [agent] = readAgents("agents:\n  - id: juno\n").agents;
if (!agent) throw new Error("no agent");

let project: string;
let test: TestWorkspace;
let upkeep: Upkeep;
let graph: Graph;
let now: number;
/** Milliseconds that pass between two reads of the clock. */
let step: number;
let unread: number;
let settings: UpkeepSettings;
let events: Events[];
let agents: readonly Agent[];

beforeEach(() => {
  project = temporaryProject({ "workspace/AGENTS.md": "Work.", "workspace/MEMORY.md": "# Memory\n" });
  test = openTestWorkspace(project, { watch: false });
  now = Date.parse("2026-11-16T12:00:00.000Z");
  settings = { dreaming: { enabled: false, askFirst: true }, maintenance: { deleteOldLogs: false } };
  events = [];
  agents = [agent];
  step = 0;
  unread = 0;
  const clock = { now: () => new Date((now += step)) };
  const signals = new RecallSignals(test.store);
  for (const query of ["one", "two", "three"]) signals.record("juno", query, ["a"], clock.now());
  const emit = (event: Events) => events.push(event);
  graph = new Graph(test.store, randomIds);
  const dreams = new Dreams({
    store: test.store,
    signals,
    workspace: test.workspace,
    origins: new OriginLedger(new KeptFiles(test.workspace.roots.project)),
    clock,
    ids: randomIds,
    memories: () => [
      {
        id: "a",
        text: "Rye on Fridays.",
        tier: "daily",
        origin: "you",
        source: "workspace/memory/2026-11-15.md#1",
        date: "2026-11-15",
      },
    ],
    commit: async () => null,
    emit,
  });
  upkeep = new Upkeep({
    workspace: test.workspace,
    agents: () => agents,
    dreams,
    graph,
    isTrusted: () => true,
    clock,
    log: silentLog,
    timeZone: () => "UTC",
    settings: () => settings,
    readUnread: async () => void unread++,
    emit,
  });
});
afterEach(async () => {
  await upkeep.close();
  await test.close();
});
afterAll(closeCounter);

const path = (inner: string) => join(project, "workspace", inner);
const diary = () => (existsSync(path("DREAMS.md")) ? readFileSync(path("DREAMS.md"), "utf8") : "");
const sweeps = () => diary().split("## Deep Sleep ").length - 1;
const waiting = () => events.filter(({ event }) => event === "dream.waiting").length;

it("runs at most every 30 minutes, however often it is called", async () => {
  await upkeep.look();
  put(project, { "workspace/memory/2026-01-01.md": "- old" });
  now += 30 * MINUTE_MS - 1;
  await upkeep.look();
  expect(existsSync(path("memory/2026-01-01.md"))).toBe(true);
  now += 1;
  await upkeep.look();
  expect(existsSync(path("memory/2026-01-01.md"))).toBe(false);
  expect(readFileSync(path("memory/archive/2026-01-01.md"), "utf8")).toBe("- old");
});

it("reads conversations that were left unread", async () => {
  await upkeep.look();
  expect(unread).toBe(1);
});

it("lets the graph fade by 0.97 for each day without use", async () => {
  graph.upsert("workspace", { entities: [{ name: "Kate", type: "person" }], relations: [] }, new Date(now));
  now += 2 * DAY_MS;
  await upkeep.look();
  expect(graph.entities("workspace")[0]?.strength).toBeCloseTo(0.5 * 0.97 ** 2, 12);
});

describe("dreaming", () => {
  it("is off by default, and has no next time", async () => {
    await upkeep.look();
    expect(sweeps()).toBe(0);
    expect(waiting()).toBe(0);
    expect(await upkeep.nextDream(agent)).toBeNull();
  });

  it("only reports what is waiting when it must ask first, once a day", async () => {
    settings = { ...settings, dreaming: { enabled: true, askFirst: true } };
    await upkeep.look();
    expect(waiting()).toBe(1);
    expect(sweeps()).toBe(0);
    expect(readFileSync(path("MEMORY.md"), "utf8")).toBe("# Memory\n");
    now += 12 * 60 * MINUTE_MS;
    await upkeep.look();
    expect(waiting()).toBe(1);
    now += 12 * 60 * MINUTE_MS;
    await upkeep.look();
    expect(waiting()).toBe(2);
  });

  it("returns the agents whose dreams wait for approval", async () => {
    expect(await upkeep.waiting()).toEqual([]);
    settings = { ...settings, dreaming: { enabled: true, askFirst: true } };
    expect(await upkeep.waiting()).toEqual([{ agent: "juno", memories: 1 }]);
    expect((await upkeep.nextDream(agent))?.getTime()).toBe(now);
    settings = { ...settings, dreaming: { enabled: true, askFirst: false } };
    expect(await upkeep.waiting()).toEqual([]);
  });

  it("runs for every agent of a workspace, though they share a diary", async () => {
    settings = { ...settings, dreaming: { enabled: true, askFirst: false } };
    agents = [agent, { ...agent, id: "kate" }];
    await upkeep.look();
    expect(sweeps()).toBe(2);
    now += DAY_MS;
    await upkeep.look();
    expect(sweeps()).toBe(4);
  });

  it("runs the first time without a diary, while the clock moves on", async () => {
    settings = { ...settings, dreaming: { enabled: true, askFirst: true } };
    step = 1;
    expect(await upkeep.waiting()).toEqual([{ agent: "juno", memories: 1 }]);
    await upkeep.look();
    expect(waiting()).toBe(1);
    settings = { ...settings, dreaming: { enabled: true, askFirst: false } };
    now += 30 * MINUTE_MS;
    await upkeep.look();
    expect(sweeps()).toBe(1);
  });

  it("sweeps every 24 hours on its own when it need not ask", async () => {
    settings = { ...settings, dreaming: { enabled: true, askFirst: false } };
    await upkeep.look();
    expect(sweeps()).toBe(1);
    expect(readFileSync(path("MEMORY.md"), "utf8")).toContain("- Rye on Fridays. _(score=");
    expect((await upkeep.nextDream(agent))?.getTime()).toBe(now + DAY_MS);
    now += DAY_MS - MINUTE_MS;
    await upkeep.look();
    expect(sweeps()).toBe(1);
    now += 30 * MINUTE_MS;
    await upkeep.look();
    expect(sweeps()).toBe(2);
  });
});
