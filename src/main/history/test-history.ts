import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Agent } from "#shared/contract/agents.ts";
import { randomIds } from "../base/ids.ts";
import { writeAtomic } from "../base/write-atomic.ts";
import { History } from "./history.ts";

export const agent: Agent = {
  id: "main",
  displayName: "Main",
  domain: "",
  workspace: "workspace",
  provider: null,
  model: null,
  profile: "layered",
  scope: "main",
  systemPromptTemplate: "",
  maxContextTokens: null,
  maxOutputTokens: null,
  workspaceFiles: { include: ["*.md"], includeTags: [], exclude: [] },
  additionalContextFiles: [],
  allowedTools: null,
  allowedDelegates: [],
  workspaceGit: { enabled: true },
  transcriptsDir: "workspace/transcripts",
  sampling: {},
  suggestedQuestions: [],
  memory: { enabled: true, extract: true },
};

export let project: string;
export let history: History;
let seconds: number;
export let commits: string[];
export const trashed: string[] = [];

export const openHistory = () =>
  new History({
    project,
    clock: { now: () => new Date(1_790_000_000_000 + seconds++ * 1000) },
    discard: async (path) => {
      trashed.push(path);
      mkdirSync(join(project, "trash"), { recursive: true });
      await rename(join(project, path), join(project, "trash", `${trashed.length}-${basename(path)}`));
    },
    write: (path, bytes, mode) => writeAtomic(join(project, path), bytes, mode),
    ids: randomIds,
    onCommit: (_, commit) => commits.push(commit),
  });

/** Opens the history again, as the next start of the program does. */
export const reopen = () => {
  history = openHistory();
};

/** Before a test: a project with a workspace, and its history open. */
export const begin = () => {
  project = realpathSync(mkdtempSync(join(tmpdir(), "satchel-history-")));
  seconds = 0;
  commits = [];
  trashed.length = 0;
  put("AGENTS.md", "# Agents\n");
  history = openHistory();
};
export const end = () => history.close();

export const at = (path: string) => join(project, "workspace", path);
export const put = (path: string, content: string | Uint8Array) => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), content);
};
export const read = (path: string) => readFileSync(at(path), "utf8");
export const messages = async () => (await history.list(agent, null, 100)).map(({ message }) => message);
export const gitdir = () =>
  join(project, ".satchel", "history", readdirSync(join(project, ".satchel", "history"))[0]!);
/** The output of the git executable for the repository; only tests need it. */
export const git = (...args: string[]) =>
  execFileSync("git", ["-c", "core.quotePath=false", `--git-dir=${gitdir()}`, ...args], { encoding: "utf8" });
export const tracked = (commit = "HEAD") => git("ls-tree", "-r", "--name-only", commit).trim().split("\n");
