import { type FileSet, folderOf, join, nameOf } from "../file-set.ts";
import type { TextEdit } from "./edit.ts";

export type SourceStep = {
  readonly path: string;
  readonly does: "import" | "remove" | "keep";
  readonly text: string;
  readonly why: string;
};

/** Files that only repeat the one source, with what each can become. */
const IMPORTS: ReadonlyMap<string, { readonly line: (name: string) => string; readonly tool: string }> =
  new Map([
    ["CLAUDE.md", { line: (name) => `@${name}\n`, tool: "Claude Code imports it" }],
    ["GEMINI.md", { line: (name) => `@./${name}\n`, tool: "Gemini CLI imports it" }],
    ["QWEN.md", { line: (name) => `@./${name}\n`, tool: "Qwen Code imports it" }],
    [".goosehints", { line: (name) => `@${name}\n`, tool: "goose imports it" }],
  ]);

/** Programs that read AGENTS.md anyway, so their own file is not needed beside it. */
const COVERED: ReadonlyMap<string, string> = new Map([
  [".cursorrules", "Cursor reads AGENTS.md"],
  [".windsurfrules", "Windsurf reads AGENTS.md"],
  [".clinerules", "Cline and Roo Code read AGENTS.md"],
  [".roorules", "Roo Code reads AGENTS.md"],
  [".rules", "Zed reads AGENTS.md"],
  ["QWEN.md", "Qwen Code reads AGENTS.md"],
  [".goosehints", "goose reads AGENTS.md"],
  ["AGENT.md", "the tools that read AGENT.md read AGENTS.md"],
  ["copilot-instructions.md", "Copilot reads AGENTS.md"],
]);

/** What each other instruction file of the same folder becomes when one file is kept as the source. */
export const oneSourceSteps = (files: FileSet, keep: string): readonly SourceStep[] => {
  const folder = folderOf(keep);
  const source = nameOf(keep);
  const others = [...new Set([...IMPORTS.keys(), ...COVERED.keys(), "AGENTS.md"])].map((name) =>
    join(folder, name === "copilot-instructions.md" ? ".github/copilot-instructions.md" : name),
  );
  const steps: SourceStep[] = [{ path: keep, does: "keep", text: files.text(keep), why: "the one source" }];
  for (const path of others) {
    if (path === keep || !files.has(path) || files.get(path)?.link !== undefined) continue;
    steps.push(stepFor(files, path, source));
  }
  return steps;
};

const stepFor = (files: FileSet, path: string, source: string): SourceStep => {
  const name = nameOf(path);
  const rest = ownLines(
    files.text(path),
    files.text(join(folderOf(path.replace(/\/\.github\//, "/")), source)),
  );
  const own = rest === "" ? "" : `\n${rest}\n`;
  const covered = source === "AGENTS.md" ? COVERED.get(name) : undefined;
  if (covered !== undefined) {
    if (own === "") return { path, does: "remove", text: "", why: covered };
    return { path, does: "import", text: own.trimStart(), why: `${covered}; what only this file says stays` };
  }
  const how = IMPORTS.get(name);
  if (how) {
    const text = how.line(source) + own;
    return {
      path,
      does: "import",
      text,
      why: own === "" ? how.tool : `${how.tool}; what only this file says stays`,
    };
  }
  return {
    path,
    does: "keep",
    text: files.text(path),
    why: `a tool that reads ${name} cannot import ${source}`,
  };
};

/** Lines that the source does not have. */
const ownLines = (text: string, source: string): string => {
  const known = new Set(source.split("\n").map((line) => line.trim()));
  const lines = text.split("\n").filter((line) => line.trim() === "" || !known.has(line.trim()));
  const isEmpty = lines.every((line) => /^\s*(?:[#@]|$)/.test(line));
  return isEmpty
    ? ""
    : lines
        .join("\n")
        .replaceAll(/\n{3,}/g, "\n\n")
        .trim();
};

export const editsOf = (files: FileSet, steps: readonly SourceStep[]): readonly TextEdit[] =>
  steps
    .filter(({ does }) => does !== "keep")
    .map(({ path, does, text }) => ({ path, text: does === "remove" ? null : text }))
    .filter(({ path, text }) => text !== files.text(path));
