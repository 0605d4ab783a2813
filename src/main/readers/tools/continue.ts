import type { ReadCell } from "#shared/model/reader.ts";
import { always, conditional, onDemand } from "../cells.ts";
import { type FileSet, folderOf, isBelow, join } from "../file-set.ts";
import { frontIn, listOf, textOf, valueOf } from "../front-matter.ts";
import { dropped, type Reader } from "../reader.ts";

const CLI_NAMES = ["AGENTS.md", "AGENT.md", "CLAUDE.md", "CODEX.md"];

const base = {
  version: "2.1",
  checked: "2026-06-18",
  confidence: "A",
  verified: true,
  limit: null,
  home: [".continue/rules/", ".continue/prompts/"],
} as const;

const ruleTexts = {
  front:
    "A rule below .continue is always on unless it has `globs`, `regex` or `alwaysApply: false`. With globs it needs a matching file in the conversation. `alwaysApply: false` alone is never used by itself; with a description the model may ask for it.",
};

export const continueIde: Reader = {
  ...base,
  id: "continue-ide",
  name: "Continue (editor)",
  source: "continuedev/continue d0a3c0b6, core/config/markdown/loadMarkdownRules.ts",
  ordered: true,
  names: ["AGENTS.md", "rules.md", ".continuerules"],
  rules: {
    ...ruleTexts,
    names:
      "Reads AGENTS.md (AGENT.md and CLAUDE.md are on its list but never reached), .continue/rules, rules.md and .continuerules.",
    places: "Reads the workspace's root; rules.md in any folder.",
    colocated: "A rules.md counts for files of its folder that are in the conversation.",
    dotfile: ".continuerules is not always on: it needs a file of the workspace in the conversation.",
  },
  read({ files, cwd, home }) {
    const loaded: ReadCell[] = [];
    const never: ReadCell[] = [];
    for (const path of files.named("rules.md")) {
      if (!isBelow(cwd, path) || path.slice(cwd.length).includes("/.")) continue;
      const folder = folderOf(path) === cwd ? "" : `${folderOf(path).slice(cwd.length + 1)}/`;
      const globs = listOf(valueOf(frontIn(files, path), "globs"));
      const when = globs.length > 0 ? globs.map((glob) => folder + glob) : [`${folder}**/*`];
      if (!files.isBlank(path)) loaded.push(conditional(path, "colocated", "glob", when.join(", ")));
    }
    const agents = join(cwd, "AGENTS.md");
    if (files.has(agents) && !files.isBlank(agents)) loaded.push(always(agents, "names"));
    for (const kind of ["rules", "prompts"]) addRules(files, cwd, home, kind, loaded, never);
    const dotfile = join(cwd, ".continuerules");
    if (files.has(dotfile) && !files.isBlank(dotfile))
      loaded.push(conditional(dotfile, "dotfile", "glob", "**/*"));
    return { loaded, dropped: never };
  },
};

export const continueCli: Reader = {
  ...base,
  id: "continue-cli",
  name: "Continue (CLI)",
  source: "continuedev/continue d0a3c0b6, extensions/cli/src/systemMessage.ts",
  ordered: true,
  names: CLI_NAMES,
  rules: {
    ...ruleTexts,
    names: "Reads the first that exists of AGENTS.md, AGENT.md, CLAUDE.md, CODEX.md; then .continue/rules.",
    places: "Reads the working folder only.",
  },
  read({ files, cwd, home }) {
    const [first, ...others] = CLI_NAMES.map((name) => join(cwd, name)).filter((path) => files.has(path));
    const loaded = first === undefined || files.isBlank(first) ? [] : [always(first, "names")];
    const never = others.map((path) => dropped(path, "other-name-wins", "names", first));
    addRules(files, cwd, home, "rules", loaded, never);
    return { loaded, dropped: never };
  },
};

const addRules = (
  files: FileSet,
  cwd: string,
  home: string | null,
  kind: string,
  loaded: ReadCell[],
  never: ReadCell[],
): void => {
  const folders = [join(cwd, `.continue/${kind}`), ...(home === null ? [] : [`${home}/.continue/${kind}`])];
  for (const path of folders.flatMap((folder) => files.below(folder))) {
    if (!path.endsWith(".md")) never.push(dropped(path, "wrong-extension", "names"));
    else if (!files.isBlank(path)) {
      const cell = ruleCell(files, path);
      (cell.how === "never" ? never : loaded).push(cell);
    }
  }
};

const ruleCell = (files: FileSet, path: string): ReadCell => {
  const front = frontIn(files, path);
  if (valueOf(front, "invokable") === true) return onDemand(path, "front", "command");
  const applies = valueOf(front, "alwaysApply");
  if (applies === true) return always(path, "front", "rule");
  const globs = listOf(valueOf(front, "globs"));
  if (globs.length > 0) return conditional(path, "front", "glob", globs.join(", "));
  const regex = textOf(valueOf(front, "regex"));
  if (regex !== "") return conditional(path, "front", "trigger", regex);
  if (applies !== false) return always(path, "front", "rule");
  if (textOf(valueOf(front, "description")) !== "") return onDemand(path, "front", "by-description");
  return dropped(path, "never-automatic", "front");
};
