import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Overrides } from "../src/shared/contract/context.ts";
import type { Assembled } from "../src/main/context/assemble.ts";
import { Context } from "../src/main/context/context.ts";
import { RunStore } from "../src/main/context/runs/run-store.ts";
import { agent, turn } from "../src/main/context/test-gathered.ts";
import { testPorts } from "../src/main/ports/test-ports.ts";
import { openStore } from "../src/main/store/open-store.ts";
import { createTokenCounter } from "../src/main/tokens/token-counter.ts";
import { Workspace } from "../src/main/workspace/workspace.ts";

/** A project of files of about 2,000 tokens each and a session of 500 turns, for measuring previews. */

const TURNS = 500;

const WORDS =
  "the oven needs flour and a calm hand before dawn; orders from Fenwick arrive by noon, rye first, then sourdough".split(
    " ",
  );

const textOf = (seed: number) => {
  let text = `# File ${seed}\n\n`;
  for (let index = 0; index < 1_860; index++) {
    text += `${WORDS[(index * 7 + seed * 13 + (index >> 5)) % WORDS.length]}${index % 17 === 16 ? ".\n" : " "}`;
  }
  return text;
};

export type BenchProject = {
  /** Absolute path of the project. */
  readonly folder: string;
  readonly preview: (overrides: Overrides) => Promise<Assembled>;
};

/** Opens the project, measures, and removes it. */
export const withBenchProject = async <T>(
  files: number,
  measure: (project: BenchProject) => Promise<T>,
): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-bench-"));
  mkdirSync(join(folder, "workspace"));
  writeFileSync(join(folder, "workspace", "AGENTS.md"), textOf(0));
  for (let index = 1; index < files; index++) {
    writeFileSync(join(folder, "workspace", `file-${index}.md`), textOf(index));
  }
  const counter = createTokenCounter({ workers: 1 });
  const store = openStore(join(folder, ".satchel", "index.db"));
  const ports = testPorts();
  const workspace = new Workspace({
    project: folder,
    workspaces: () => ["workspace"],
    overlay: () => null,
    store,
    counter,
    encoding: () => "o200k_base",
    ports,
    emit: () => {},
    watch: false,
  });
  try {
    workspace.start();
    await workspace.settled();
    const context = contextOf(folder, workspace, counter, new RunStore(store.db, () => 1));
    const preview = (overrides: Overrides) =>
      context.preview({ message: "What now?", session: "s", overrides, include: ["manifest"] });
    return await measure({ folder, preview });
  } finally {
    await workspace.close();
    await counter.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const contextOf = (
  folder: string,
  workspace: Workspace,
  counter: ReturnType<typeof createTokenCounter>,
  runs: RunStore,
): Context => {
  const history = Array.from({ length: TURNS * 2 }, (_, index) =>
    turn(`m${index}`, index % 2 === 0 ? "user" : "assistant", textOf(index).slice(0, 400)),
  );
  const only = agent({ maxContextTokens: 400_000, maxOutputTokens: 4_096 });
  return new Context({
    ...testPorts(),
    counter,
    runs,
    files: workspace.files,
    skills: () => ({ skills: [], problems: [] }),
    originOf: () => "you",
    readProjectFile: async (path) => ({ ...(await workspace.read("", path)), realRole: "other" }),
    knowledgePaths: async () => [],
    projectFiles: async () => ({ files: [], isCut: false, folders: new Map() }),
    agent: () => only,
    agents: () => [only],
    workspaces: () => ["workspace"],
    folder,
    operatingSystem: "Linux",
    env: {},
    projectName: () => "bench",
    timeZone: () => "UTC",
    defaultModel: () => undefined,
    user: () => ({ id: "", name: "" }),
    savedProfiles: async () => [],
    recall: async () => [],
    tried: () => {},
    recallReady: () => ({ done: 0, total: 0 }),
    recallNote: () => null,
    memoryState: () => "",
    session: async () => ({
      id: "s",
      agent: only.id,
      choice: {},
      kind: "main",
      history,
      summarised: [],
      joinedTools: new Set(),
    }),
    tools: () => [],
    shelf: () => ({ share: 0.1, keep: new Set() }),
    noTools: () => null,
    servedWindow: () => null,
    pictures: async () => ({ sees: false, tokens: () => 0 }),
  });
};
