import { type FileSet, folderOf, isBelow, nameOf, type PathIndex } from "./file-set.ts";

/** Files that somebody would expect to be read by some program: by name, or by their folder. */
export type Candidates = {
  /** Absolute, sorted. */
  readonly paths: readonly string[];
  /** What every reader asks about them, by name in lower-case letters. */
  readonly byName: ReadonlyMap<string, readonly CandidateFacts[]>;
};

export type CandidateFacts = {
  readonly path: string;
  readonly name: string;
  /** Where it is as seen from the working folder, as the reason when a name that is read is not read there. */
  readonly place: "below-folder" | "above-root" | "elsewhere";
};

const NAMES: ReadonlySet<string> = new Set([
  "agents.md",
  "agents.override.md",
  "agents.local.md",
  "agent.md",
  "claude.md",
  "claude.local.md",
  "gemini.md",
  "qwen.md",
  "qwen.local.md",
  "crush.md",
  "crush.local.md",
  "codex.md",
  "conventions.md",
  "copilot-instructions.md",
  "skill.md",
  ".cursorrules",
  ".windsurfrules",
  ".clinerules",
  ".roorules",
  ".goosehints",
  ".continuerules",
  ".rules",
]);

/** Common words, so only as the programs spell them. */
const EXACT_NAMES: ReadonlySet<string> = new Set(["CONTEXT.md", "rules.md"]);

/** OpenClaw's files, in the root of a workspace. */
export const OPENCLAW_NAMES = [
  "AGENTS.md",
  "SOUL.md",
  "TOOLS.md",
  "IDENTITY.md",
  "USER.md",
  "HEARTBEAT.md",
  "BOOTSTRAP.md",
  "MEMORY.md",
] as const;

const FOLDERS =
  /\/(?:\.clinerules|\.cline\/(?:rules|workflows)|\.roo\/rules(?:-[^/]+)?|\.continue\/(?:rules|prompts)|\.cursor\/rules|\.windsurf\/rules|\.devin\/rules|\.claude\/rules|\.qwen\/rules|\.github\/instructions|\.openhands\/(?:microagents|skills))\/[^\0]+$/;

/** Parts of a skill are found through their `SKILL.md`. */
const isInSkills = (path: string): boolean => /\/(?:skills?)\/.+/.test(path) && !isSkill(path);
export const isSkill = (path: string): boolean => nameOf(path) === "SKILL.md";

/** By the spelling of the path alone. */
export const looksLikeInstructions = (path: string): boolean => {
  const name = nameOf(path);
  const lower = name.toLowerCase();
  if (NAMES.has(lower) || EXACT_NAMES.has(name) || lower.endsWith(".instructions.md")) return true;
  if (/^\.(?:roo|cline)rules-/.test(lower)) return true;
  return path.startsWith("/") ? FOLDERS.test(path) : FOLDERS.test(`/${path}`);
};

/** Files with settings of programs: read, but no instructions. */
export const isToolConfig = (path: string): boolean =>
  /(?:^|\/)(?:\.codex\/config\.toml|\.gemini\/settings\.json|opencode\.jsonc?|\.opencode\/opencode\.jsonc?|\.aider\.conf\.yml|\.gitignore|\.claude\/settings(?:\.local)?\.json)$/.test(
    path,
  );

/** Programs keep their own files in hidden folders of the home folder; those belong to one program each. */
const isPersonal = (path: string, home: string | null, cwd: string): boolean => {
  if (home === null || !path.startsWith(`${home}/`)) return false;
  const first = path.slice(home.length + 1).split("/", 1)[0] ?? "";
  return /^(?:\..+|Documents)$/.test(first) && !`${cwd}/`.startsWith(`${home}/${first}/`);
};

const placeOf = (path: string, cwd: string): CandidateFacts["place"] => {
  const folder = folderOf(path);
  if (isBelow(cwd, path) && folder !== cwd) return "below-folder";
  return isBelow(folder, cwd) ? "above-root" : "elsewhere";
};

/** Of each listing, the answer for the working folder that was asked for last: while a text is typed, it stays. */
const asked = new WeakMap<PathIndex, { readonly place: string; readonly candidates: Candidates }>();

export const candidatesOf = (files: FileSet, cwd: string, home: string | null): Candidates => {
  const place = `${cwd}\n${home ?? ""}`;
  const known = asked.get(files.paths);
  if (known?.place === place) return known.candidates;
  const candidates = findCandidates(files.paths, cwd, home);
  asked.set(files.paths, { place, candidates });
  return candidates;
};

const findCandidates = ({ sorted }: PathIndex, cwd: string, home: string | null): Candidates => {
  const openclaw = new Set(OPENCLAW_NAMES.map((name) => (cwd === "/" ? `/${name}` : `${cwd}/${name}`)));
  const isMeant = (path: string) =>
    (openclaw.has(path) || looksLikeInstructions(path)) &&
    !path.includes("/.git/") &&
    (FOLDERS.test(path) || !isInSkills(path)) &&
    !isPersonal(path, home, cwd);
  const paths = sorted.filter(isMeant);
  const byName = new Map<string, CandidateFacts[]>();
  for (const path of paths) {
    const name = nameOf(path);
    const facts = { path, name, place: placeOf(path, cwd) };
    const same = byName.get(name.toLowerCase());
    if (same) same.push(facts);
    else byName.set(name.toLowerCase(), [facts]);
  }
  return { paths, byName };
};
