import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { testPorts } from "../ports/test-ports.ts";
import { openStore, type Store } from "../store/open-store.ts";
import { createTokenCounter } from "../tokens/token-counter.ts";
import { Context } from "./context.ts";
import { RunStore } from "./runs/run-store.ts";
import { agent, hit, sentText, turn } from "./test-gathered.ts";

let store: Store;
const counter = createTokenCounter({ workers: 1 });
beforeEach(() => {
  store = openStore(join(mkdtempSync(join(tmpdir(), "satchel-")), "index.db"));
});
afterEach(() => store.close());

const open = (changes: Partial<ConstructorParameters<typeof Context>[0]> = {}, template = "") => {
  const asked: string[] = [];
  const only = agent({ systemPromptTemplate: template });
  const context = new Context({
    ...testPorts(),
    counter,
    runs: new RunStore(store.db, () => 1_000_000),
    files: {
      ready: async () => {},
      complete: async () => {},
      completeSoon: async () => true,
      left: () => ({ count: 0, isListed: true }),
      list: () => [],
      get: () => null,
      unreadable: () => [],
    },
    readProjectFile: async () => ({ text: "", hash: "", realRole: "other" }),
    knowledgePaths: async () => [],
    skills: () => ({ skills: [], problems: [] }),
    originOf: () => "you",
    projectFiles: async () => ({ files: [], isCut: false, folders: new Map() }),
    agent: () => only,
    agents: () => [only],
    workspaces: () => ["workspace"],
    folder: "/project",
    operatingSystem: "Linux",
    env: {},
    projectName: () => "test",
    timeZone: () => "UTC",
    defaultModel: () => undefined,
    user: () => ({ id: "", name: "" }),
    savedProfiles: async () => [],
    recall: async (message) => {
      asked.push(message);
      return [hit("1", `knows ${message}`)];
    },
    tried: () => {},
    recallReady: () => ({ done: 0, total: 0 }),
    recallNote: () => null,
    memoryState: () => "",
    session: async () => null,
    tools: () => [],
    shelf: () => ({ share: 0.1, keep: new Set() }),
    noTools: () => null,
    servedWindow: () => null,
    pictures: async () => ({ sees: false, tokens: () => 0 }),
    ...changes,
  });
  return { context, asked, agent: only };
};
const input = (message: string, profile = "layered") => ({
  message,
  profile,
  include: ["manifest" as const],
});

it("asks memory once while the message is the same, and again for another or after a run", async () => {
  const { context, asked, agent: only } = open();
  await context.preview(input("rye"));
  await context.preview({ ...input("rye"), overrides: { window: 50_000 } });
  expect(asked).toEqual(["rye"]);
  await context.preview(input("oats"));
  await context.record(
    await context.run({
      agent: only,
      session: {
        id: "s",
        kind: "main",
        summarised: [],
        joinedTools: new Set<string>(),
        history: [turn("1", "user", "oats")],
      },
      model: null,
      hits: [],
      activeFile: null,
      compacted: null,
    }),
  );
  await context.preview(input("oats"));
  expect(asked).toEqual(["rye", "oats", "oats"]);
});

it("reports that a limit was tried, so that work in the background can wait, and no other preview", async () => {
  let tried = 0;
  const { context } = open({ tried: () => void tried++ });
  await context.preview(input("rye"));
  expect(tried).toBe(0);
  await context.preview({ ...input("rye"), overrides: { window: 50_000 } });
  expect(tried).toBe(1);
});

it("asks memory again for the same message when memory says something else by now", async () => {
  let state = "before";
  const { context, asked } = open({ memoryState: () => state });
  await context.preview(input("rye"));
  state = "after";
  await context.preview(input("rye"));
  await context.preview(input("rye"));
  expect(asked).toEqual(["rye", "rye"]);
});

it("takes the newest message from the session in a run, and sends the hits it is given", async () => {
  const { context, agent: only } = open();
  const run = await context.run({
    agent: only,
    session: {
      id: "s",
      kind: "main",
      summarised: [],
      joinedTools: new Set<string>(),
      history: [turn("1", "user", "hello")],
    },
    model: null,
    hits: [hit("9", "likes rye")],
    activeFile: null,
    compacted: null,
  });
  expect(run.messages.at(-1)).toEqual({ role: "user", content: "hello" });
  expect(run.manifest.session).toBe("s");
  expect(sentText(run, "memory/2026-03-01.md")).toContain("likes rye");
});

it("records nothing for a preview", async () => {
  const runs = new RunStore(store.db, () => 1_000_000);
  const { context } = open({ runs });
  await context.preview(input("rye"));
  expect(runs.list({ limit: 5 })).toEqual([]);
});

it.each(["layered", "snapshot"])(
  "%s prints memory where the template says, once, and keeps its place in the account",
  async (profile) => {
    const { context } = open({}, "Known: {{memory}} End.");
    const { messages, manifest } = await context.preview(input("rye", profile));
    const text = messages.map(({ content }) => content).join("");
    expect(text.split("knows rye")).toHaveLength(2);
    expect(text).not.toContain("## Relevant memory");
    const segment = manifest.segments.find(({ layer }) => layer === "memory");
    expect(messages[segment?.message ?? -1]?.content.slice(...(segment?.range ?? [0, 0]))).toContain(
      "knows rye",
    );
  },
);

it.each(["harness", "persona"])(
  "%s prints MEMORY.md where the template says, and not again",
  async (profile) => {
    const memory = {
      path: "workspace/MEMORY.md",
      name: "MEMORY.md",
      inner: "MEMORY.md",
      role: "memory" as const,
      realRole: "memory" as const,
      sha: "1",
      tokens: 4,
      encoding: "o200k_base",
      chars: 18,
      ownPriority: null,
      tags: [],
      text: () => "Fenwick likes rye\n",
      front: () => "",
    };
    const files = {
      ready: async () => {},
      complete: async () => {},
      completeSoon: async () => true,
      left: () => ({ count: 0, isListed: true }),
      list: () => [memory],
      get: (path: string) => (path === memory.path ? memory : null),
      unreadable: () => [],
    };
    const { context } = open({ files }, "Known: {{memory}} End.");
    const { messages, manifest } = await context.preview(input("hi", profile));
    expect(messages[0]?.content.split("Fenwick likes rye")).toHaveLength(2);
    expect(messages[0]?.content).toContain("Known: Fenwick likes rye End.");
    const segment = manifest.segments.find(({ source }) => source === memory.path);
    expect(messages[0]?.content.slice(...(segment?.range ?? [0, 0]))).toBe("Fenwick likes rye");
  },
);
