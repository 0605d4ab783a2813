import { USUAL_OVERHEAD } from "../tokens/encoding-for-model.ts";
import type { Agent } from "#shared/contract/agents.ts";
import type { Overrides } from "#shared/contract/context.ts";
import type { FileRole } from "#shared/contract/workspace.ts";
import type { Manifest, Message, Segment } from "#shared/model/manifest.ts";
import { assemble, type Assembled } from "./assemble.ts";
import { missingSource } from "./gather/gather-sources.ts";
import { resolveProfile, type SavedProfile } from "./profiles/resolve-profile.ts";
import { sha256 } from "./text-hash.ts";
import type { MemoryHit } from "../memory/recall/memory-hit.ts";
import type { Gathered, HistoryMessage, Meter, SourceFile } from "./types.ts";

/** Inputs for tests of the pure stages: a token is four characters, and nothing is read. */

export const testMeter: Meter = {
  tokens: (text) => Math.ceil(text.length / 4),
  cut: (text, limit) => Math.min(text.length, limit * 4),
};

/** Text with this many tokens that contains its name, so that tests can find it. */
export const words = (tokens: number, name = "w"): string =>
  name.repeat(Math.ceil((tokens * 4) / name.length)).slice(0, tokens * 4);

export const file = (path: string, text: string, changes: Partial<SourceFile> = {}): SourceFile => {
  const role = changes.role ?? roleOfName(path);
  return {
    ...missingSource(path, role),
    text,
    tokens: Math.ceil(text.length / 4),
    sha256: sha256(`${path}${text}`),
    absent: null,
    realRole: role,
    ...changes,
  };
};

export const agent = (changes: Partial<Agent> = {}): Agent => ({
  id: "main",
  displayName: "Main",
  domain: "baking",
  workspace: "workspace",
  provider: null,
  model: null,
  profile: "layered",
  scope: "main",
  systemPromptTemplate: "You are {{agent.displayName}}.",
  maxContextTokens: 1_000_000,
  maxOutputTokens: 1_000,
  workspaceFiles: { include: ["*.md"], includeTags: [], exclude: [] },
  additionalContextFiles: [],
  allowedTools: null,
  allowedDelegates: [],
  workspaceGit: { enabled: false },
  sampling: {},
  suggestedQuestions: [],
  memory: { enabled: true, extract: true },
  transcriptsDir: null,
  ...changes,
});

export const gathered = (changes: Partial<Gathered> = {}): Gathered => ({
  id: "run",
  at: "2026-03-04T05:06:07.000Z",
  date: "2026-03-04",
  projectName: "Bakery",
  machine: { operatingSystem: "Linux", workspace: "/home/kate/bakery/workspace" },
  user: { id: "kate", name: "Kate" },
  agent: agent(),
  session: null,
  scope: "main",
  model: null,
  encoding: "o200k_base",
  exact: true,
  overhead: USUAL_OVERHEAD,
  servedWindow: null,
  overrides: {},
  soul: [],
  files: [],
  memoryFile: missingSource("workspace/MEMORY.md", "memory"),
  knowledge: missingSource("workspace/knowledge/KNOWLEDGE.md", "knowledge"),
  knowledgePaths: [],
  notes: [],
  privateHashes: new Set(),
  additional: [],
  skills: [],
  origins: { folder: "you", skills: "you" },
  hits: [],
  memoryTools: true,
  history: [],
  summarised: [],
  compacted: null,
  tools: [],
  shelf: { share: 0.1, keep: new Set(), joined: new Set() },
  projectFiles: [],
  environment: {},
  previous: null,
  warnings: [],
  ...changes,
});

export const turn = (id: string, role: Message["role"], content: string): HistoryMessage => ({
  id,
  role,
  content,
  origin: role === "user" ? "you" : role === "tool" ? "tool" : "agent",
});

export const hit = (id: string, text: string): MemoryHit => ({
  id,
  tier: "daily",
  source: "memory/2026-03-01.md",
  date: "2026-03-01",
  text,
  origin: "you",
});

export const run = (
  input: Gathered,
  profile = "layered",
  overrides: Overrides = {},
  saved: readonly SavedProfile[] = [],
): Assembled => assemble({ ...input, overrides }, resolveProfile(profile, saved, overrides), testMeter);

export const segment = (manifest: Manifest, source: string): Segment => {
  const found = manifest.segments.filter((each) => each.source === source);
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${found.length} segments have the source ${source}.`);
  return only;
};

/** The text of a segment in its message. */
export const sentText = ({ messages, manifest }: Assembled, source: string): string => {
  const { message, range } = segment(manifest, source);
  if (message === null || range === null) return "";
  return messages[message]?.content.slice(...range) ?? "";
};

export const system = ({ messages }: Assembled): string =>
  messages.find((message) => message.role === "system")?.content ?? "";

const roleOfName = (path: string): FileRole =>
  NAMES[path.slice(path.lastIndexOf("/") + 1)] ?? (path.includes("/memory/") ? "note" : "context");

const NAMES: Readonly<Record<string, FileRole>> = {
  "SOUL.md": "soul",
  "AGENTS.md": "agents",
  "USER.md": "user",
  "IDENTITY.md": "identity",
  "MEMORY.md": "memory",
  "KNOWLEDGE.md": "knowledge",
};
