import type { ReadCell } from "#shared/model/reader.ts";
import { always, belowOnRead, conditional, namedBelow, notBlank, onDemand } from "../cells.ts";
import { isBelow, join, nameOf } from "../file-set.ts";
import { frontIn, listOf, textOf, valueOf } from "../front-matter.ts";
import { dropped, type Reader, type ReaderInput } from "../reader.ts";

export const cursor: Reader = {
  id: "cursor",
  name: "Cursor",
  version: "documentation of 2026-10-05",
  checked: "2026-10-05",
  source: "cursor.com/docs/rules; linters and issues of 2026",
  confidence: "B",
  verified: true,
  limit: null,
  ordered: false,
  names: ["AGENTS.md", ".cursorrules"],
  home: [],
  rules: {
    names: "Reads .cursor/rules/**/*.mdc, AGENTS.md and .cursorrules.",
    places: "Reads the workspace; nested AGENTS.md files are combined with those above them.",
    extension: "A plain .md file in .cursor/rules is ignored; only .mdc files are rules.",
    kinds:
      "`alwaysApply: true`: always. `globs`: when a matching file is in context. `description`: when the model decides. None of them: by @name only.",
    broken: "A rule whose front matter does not parse is skipped without notice (reported, not verified).",
    below: "An AGENTS.md or .cursor/rules in a subfolder counts for that folder.",
  },
  read(input) {
    const { files, cwd } = input;
    const loaded: ReadCell[] = [];
    const never: ReadCell[] = [];
    for (const name of ["AGENTS.md", ".cursorrules"]) {
      if (notBlank(files, join(cwd, name))) loaded.push(always(join(cwd, name), "names"));
    }
    for (const path of rulePaths(input)) {
      const at = path.lastIndexOf("/.cursor/rules/");
      const cell = ruleCell(input, path);
      if (cell.how === "never") never.push(cell);
      else if (at > cwd.length && cell.how === "always")
        loaded.push(belowOnRead(path, "below", path.slice(0, at)));
      else loaded.push(cell);
    }
    for (const path of namedBelow(files, cwd, ["AGENTS.md"]))
      if (!files.isBlank(path)) loaded.push(belowOnRead(path, "below"));
    return { loaded, dropped: never };
  },
};

const rulePaths = ({ files, cwd, candidates }: ReaderInput): readonly string[] =>
  candidates.paths.filter(
    (path) => isBelow(cwd, path) && path.includes("/.cursor/rules/") && !files.isBlank(path),
  );

const ruleCell = ({ files }: ReaderInput, path: string): ReadCell => {
  if (!nameOf(path).endsWith(".mdc")) return dropped(path, "wrong-extension", "extension");
  const front = frontIn(files, path);
  if (front.kind === "invalid") return dropped(path, "invalid-front-matter", "broken");
  if (valueOf(front, "alwaysApply") === true) return always(path, "kinds", "rule");
  const globs = listOf(valueOf(front, "globs"));
  if (globs.length > 0) return conditional(path, "kinds", "glob", globs.join(", "));
  return onDemand(path, "kinds", textOf(valueOf(front, "description")) === "" ? "by-hand" : "by-description");
};
