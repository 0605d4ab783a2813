import type { ReadCell } from "#shared/model/reader.ts";
import { always, belowOnRead, namedBelow, ruleBy } from "../cells.ts";
import { type FileSet, folderOf, isBelow, join, nameOf, resolvePath, upwards } from "../file-set.ts";
import { frontIn, listOf, valueOf } from "../front-matter.ts";
import { importsOf } from "../imports.ts";
import { dropped, type Reader, type ReaderInput } from "../reader.ts";
import { claudeSkills } from "../skills.ts";

const MAX_FILE_BYTES = 4 * 1024 * 1024;
const MAX_MEMORY_LINES = 200;
/** "25 KB" is not defined by the vendor; the larger reading. */
const MAX_MEMORY_BYTES = 25 * 1024;
const MAX_HOPS = 4;
const MANAGED = "/etc/claude-code/CLAUDE.md";
const OWN = ["CLAUDE.md", ".claude/CLAUDE.md"];

const base = {
  checked: "2026-08-22",
  confidence: "B",
  verified: true,
  limit: { unit: "bytes", max: MAX_FILE_BYTES, per: "file" },
  ordered: true,
  home: [".claude/CLAUDE.md", ".claude/rules/", ".claude/skills/"],
} as const;

const rules = {
  names: "Reads CLAUDE.md, .claude/CLAUDE.md and CLAUDE.local.md, all that exist.",
  places:
    "Reads every folder from the root of the disk down to the working folder. The git root does not stop it.",
  personal: "Reads ~/.claude/CLAUDE.md and ~/.claude/rules before the project's files.",
  rules: "Reads .claude/rules/**/*.md; one with `paths` only when a matching file is read.",
  below: "A file below the working folder is added when a file in its folder is read.",
  imports: "Replaces @path by the file, at most four hops, not in code.",
  size: "A CLAUDE.md over 4 MiB is skipped whole.",
  memory: "Reads the first 200 lines or 25 KB of the project's MEMORY.md; topic files beside it on demand.",
  skills: "Lists every skill by name; descriptions share about 8,000 characters, each at most 1,536.",
};

export const claudeCode: Reader = {
  ...base,
  id: "claude-code",
  name: "Claude Code",
  version: "2.1.277",
  source: "code.claude.com documentation of 2026-08-22; notes of 2.1.277",
  names: ["CLAUDE.md", "CLAUDE.local.md", "AGENTS.md"],
  rules: {
    ...rules,
    agents:
      "From 2.1.277 on, AGENTS.md is read when no folder on the path has a CLAUDE.md, .claude/CLAUDE.md or CLAUDE.local.md. The vendor's texts disagree whether this is on by default.",
  },
  read: (input) =>
    readClaude(input, (input.settings.get("projectInstructions") ?? "agents-fallback") === "agents-fallback"),
};

export const claudeCodeBefore: Reader = {
  ...base,
  id: "claude-code-2.1.240",
  name: "Claude Code ≤ 2.1.240",
  version: "2.1.240",
  source: "code.claude.com documentation of 2026-08-22; changelog up to 2.1.240",
  names: ["CLAUDE.md", "CLAUDE.local.md"],
  rules: { ...rules, agents: "Up to 2.1.240, AGENTS.md is not read unless a CLAUDE.md imports it." },
  read: (input) => readClaude(input, false),
};

const readClaude = (input: ReaderInput, readsAgents: boolean) => {
  const { files, cwd, home } = input;
  const loaded: ReadCell[] = [];
  const never: ReadCell[] = [];
  const add = (path: string, cell: ReadCell) => {
    if (!files.has(path)) return;
    const { bytes } = files.get(path) ?? { bytes: 0 };
    if (bytes > MAX_FILE_BYTES) {
      never.push(dropped(path, "too-large", "size"));
      return;
    }
    if (files.isBlank(path)) return;
    const imported = importsOf(files, path, importRules(files, input));
    loaded.push(cell, ...imported.loaded);
    never.push(...imported.dropped);
  };
  add(MANAGED, always(MANAGED, "names"));
  if (home !== null) {
    add(`${home}/.claude/CLAUDE.md`, always(`${home}/.claude/CLAUDE.md`, "personal", "personal"));
    loaded.push(...rulesIn(files, `${home}/.claude/rules`).filter(({ how }) => how === "always"));
  }
  const folders = upwards(cwd).toReversed();
  const own = folders.flatMap((folder) => [...OWN, "CLAUDE.local.md"].map((name) => join(folder, name)));
  const winner = own.find((path) => files.has(path) && path !== `${home}/.claude/CLAUDE.md`);
  for (const folder of folders) {
    const isHome = folder === home;
    for (const name of OWN)
      if (!isHome || name === "CLAUDE.md") add(join(folder, name), always(join(folder, name), "names"));
    if (!isHome) loaded.push(...rulesIn(files, join(folder, ".claude/rules")));
    add(join(folder, "CLAUDE.local.md"), always(join(folder, "CLAUDE.local.md"), "names"));
    for (const name of ["AGENTS.md", ".claude/AGENTS.md"]) {
      const path = join(folder, name);
      if (!files.has(path)) continue;
      if (readsAgents && winner === undefined) add(path, always(path, "agents"));
      else never.push(dropped(path, readsAgents ? "other-name-wins" : "not-its-file", "agents", winner));
    }
  }
  memory(input, loaded);
  below(input, readsAgents, winner, loaded, never);
  const skills = claudeSkills(input);
  return { loaded: [...loaded, ...skills.loaded], dropped: [...never, ...skills.dropped] };
};

const below = (
  { files, cwd }: ReaderInput,
  readsAgents: boolean,
  winner: string | undefined,
  loaded: ReadCell[],
  never: ReadCell[],
): void => {
  for (const path of namedBelow(files, cwd, ["CLAUDE.md", "CLAUDE.local.md"])) {
    const folder = folderOf(path);
    const owner = nameOf(folder) === ".claude" ? folderOf(folder) : folder;
    if (owner !== cwd && !files.isBlank(path)) loaded.push(belowOnRead(path, "below", owner));
  }
  for (const path of files.below(cwd)) {
    const at = path.indexOf("/.claude/rules/", cwd.length + 1);
    if (at <= cwd.length || !path.endsWith(".md") || files.isBlank(path)) continue;
    loaded.push(belowOnRead(path, "rules", path.slice(0, at)));
  }
  for (const path of namedBelow(files, cwd, ["AGENTS.md"])) {
    const local = files.first(folderOf(path), OWN);
    if (!readsAgents) never.push(dropped(path, "not-its-file", "agents"));
    else if (local !== null || winner !== undefined)
      never.push(dropped(path, "other-name-wins", "agents", local ?? winner));
    else if (!files.isBlank(path)) loaded.push(belowOnRead(path, "agents"));
  }
};

const rulesIn = (files: FileSet, folder: string): readonly ReadCell[] =>
  files
    .below(folder)
    .filter((path) => path.endsWith(".md") && !files.isBlank(path))
    .map((path) => {
      const front = frontIn(files, path);
      return ruleBy(
        path,
        listOf(valueOf(front, "paths")).length > 0 ? front : { kind: "none" },
        "paths",
        "rules",
      );
    });

/** The program's own name for a project's folder: everything but letters and digits becomes a hyphen. */
export const claudeMemoryPath = (home: string, folder: string): string =>
  `${home}/.claude/projects/${folder.replaceAll(/[^A-Za-z0-9]/g, "-")}/memory/MEMORY.md`;

const memory = ({ files, home, gitRoot, cwd }: ReaderInput, loaded: ReadCell[]): void => {
  if (home === null) return;
  const path = claudeMemoryPath(home, gitRoot ?? cwd);
  const file = files.get(path);
  if (!file || files.isBlank(path)) return;
  const text = file.text ?? "";
  const lines = text.replace(/\n$/, "").split("\n");
  const head = Buffer.byteLength(lines.slice(0, MAX_MEMORY_LINES).join("\n"));
  const cell = always(path, "memory", "personal");
  if (head > MAX_MEMORY_BYTES) loaded.push({ ...cell, cut: { unit: "bytes", at: MAX_MEMORY_BYTES } });
  else if (lines.length > MAX_MEMORY_LINES)
    loaded.push({ ...cell, cut: { unit: "lines", at: MAX_MEMORY_LINES } });
  else loaded.push(cell);
};

const importRules = (files: FileSet, { home }: ReaderInput) => ({
  maxDepth: MAX_HOPS,
  skipsCode: true,
  rule: "imports",
  isImport: ({ ref }: { ref: string }) => /^[A-Za-z0-9./~_-]/.test(ref),
  resolve: (ref: string, folder: string) => {
    const path = ref.startsWith("~/")
      ? home === null
        ? null
        : join(home, ref.slice(2))
      : resolvePath(folder, ref);
    return path !== null && files.has(path) && isBelow("/", path) ? [path] : ("import-refused" as const);
  },
});
