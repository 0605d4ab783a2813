import type { ReadCell } from "#shared/model/reader.ts";
import { always, belowOnRead, conditional, namedBelow, notBlank, onDemand } from "../cells.ts";
import { folderOf, isBelow, join, nameOf } from "../file-set.ts";
import { frontIn, listOf, textOf, valueOf } from "../front-matter.ts";
import { dropped, type Reader, type ReaderInput } from "../reader.ts";

const MAX_RULE_CHARS = 12_000;
const MAX_GLOBAL_CHARS = 6_000;

export const windsurf: Reader = {
  id: "windsurf",
  name: "Windsurf / Devin",
  version: "documentation of 2026-10-06",
  checked: "2026-10-06",
  source: "docs.windsurf.com and docs.devin.ai, pages on memories and AGENTS.md",
  confidence: "B",
  verified: true,
  limit: { unit: "chars", max: MAX_RULE_CHARS, per: "file" },
  isLimited: ({ reason }) => reason === "rule",
  ordered: false,
  names: ["AGENTS.md", "agents.md", ".windsurfrules"],
  home: [".codeium/windsurf/memories/global_rules.md"],
  rules: {
    names: "Reads .devin/rules/*.md or .windsurf/rules/*.md, AGENTS.md and .windsurfrules.",
    places: "Reads the workspace, its subfolders, and parents up to the git root.",
    personal: "Reads ~/.codeium/windsurf/memories/global_rules.md, its first 6,000 characters.",
    trigger:
      "`trigger` decides: always_on, glob, model_decision (by description) or manual (by @name). What happens without it is not documented.",
    limit:
      "Of each rule file the first 12,000 characters are read; the rest is dropped without a mark (how it is cut is reported, not verified).",
    below: "An AGENTS.md in a subfolder counts for that folder's files.",
    extension: "Only .md files are rules.",
  },
  read(input) {
    const { files, cwd, home, gitRoot } = input;
    const loaded: ReadCell[] = [];
    const never: ReadCell[] = [];
    const personal = `${home}/.codeium/windsurf/memories/global_rules.md`;
    if (home !== null && notBlank(files, personal))
      loaded.push(cutAt(always(personal, "personal", "personal"), input, MAX_GLOBAL_CHARS, "personal"));
    for (const name of ["AGENTS.md", "agents.md", ".windsurfrules"]) {
      for (const folder of new Set([gitRoot ?? cwd, cwd])) {
        const path = join(folder, name);
        if (notBlank(files, path)) loaded.push(always(path, "names"));
      }
    }
    const root = gitRoot ?? cwd;
    for (const path of input.candidates.paths) {
      const at = Math.max(path.lastIndexOf("/.windsurf/rules/"), path.lastIndexOf("/.devin/rules/"));
      if (at < 0 || files.isBlank(path)) continue;
      const owner = path.slice(0, at) || "/";
      const isReached =
        owner === cwd ||
        isBelow(cwd, owner) ||
        (isBelow(root, cwd) && (owner === root || isBelow(root, owner)) && isBelow(owner, cwd));
      if (!isReached) continue;
      if (!nameOf(path).endsWith(".md")) never.push(dropped(path, "wrong-extension", "extension"));
      else loaded.push(cutAt(ruleCell(input, path), input, MAX_RULE_CHARS, "limit"));
    }
    for (const path of namedBelow(files, cwd, ["AGENTS.md", "agents.md"])) {
      if (!files.isBlank(path)) loaded.push(belowOnRead(path, "below", folderOf(path)));
    }
    return { loaded, dropped: never };
  },
};

const ruleCell = ({ files, settings }: ReaderInput, path: string): ReadCell => {
  const front = frontIn(files, path);
  const trigger = settings.get(`trigger:${path}`) ?? textOf(valueOf(front, "trigger"));
  switch (trigger) {
    case "always_on":
      return always(path, "trigger", "rule");
    case "glob":
      return conditional(path, "trigger", "glob", listOf(valueOf(front, "globs")).join(", "));
    case "model_decision":
      return onDemand(path, "trigger", "by-description");
    case "manual":
      return onDemand(path, "trigger", "by-hand");
    default:
      return { path, how: "conditional", reason: "undocumented", rule: "trigger" };
  }
};

const cutAt = (cell: ReadCell, { files }: ReaderInput, max: number, rule: string): ReadCell =>
  files.text(cell.path).length > max ? { ...cell, rule, cut: { unit: "chars", at: max } } : cell;
