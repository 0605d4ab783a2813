import { expect, it } from "vitest";
import type { ReaderId, ReadCell } from "#shared/model/reader.ts";
import { candidatesOf } from "../candidates.ts";
import { type FileSet, gitRootOf } from "../file-set.ts";
import { notItsFiles, runReader } from "../run-reader.ts";
import type { ReaderInput } from "../reader.ts";
import { readerById } from "../readers.ts";
import { inputOf } from "../test-readers.ts";
import { withEdits } from "./edit.ts";
import { possibleFixes } from "./find-fixes.ts";

type Case = {
  /** The finding, in the words of the specification. */
  readonly name: string;
  readonly reader: ReaderId;
  readonly files: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The file whose cell is looked at, and the fix. */
  readonly path: string;
  readonly fix: string;
  /** Where the text is read afterwards; by default under its own name. */
  readonly readAt?: string;
};

const section = (title: string, chars: number) =>
  `## ${title}\n\n${"- Keep it short.\n".repeat(chars / 17)}\n`;
const lines = (chars: number) => "- Keep it short.\n".repeat(chars / 17);

const cases: readonly Case[] = [
  {
    name: "Codex: the chain is over its limit",
    reader: "codex",
    files: { "AGENTS.md": section("A", 20_000) + section("B", 20_000) },
    path: "AGENTS.md",
    fix: "raise",
  },
  {
    name: "Codex: a blank file in front",
    reader: "codex",
    files: { "AGENTS.md": "Be brief.", "AGENTS.override.md": " \n" },
    path: "AGENTS.md",
    fix: "remove-blank",
  },
  {
    name: "Zed: another name wins",
    reader: "zed",
    files: { "AGENTS.md": "Be brief.", ".cursorrules": "Old." },
    path: "AGENTS.md",
    fix: "remove-front",
  },
  {
    name: "opencode: CLAUDE.md below an AGENTS.md",
    reader: "opencode",
    files: { "AGENTS.md": "All.", "api/CLAUDE.md": "The service." },
    cwd: "/w/api",
    path: "api/CLAUDE.md",
    fix: "rename",
    readAt: "api/AGENTS.md",
  },
  {
    name: "Claude Code: AGENTS.md is not read beside a CLAUDE.md",
    reader: "claude-code",
    files: { "AGENTS.md": "All.", "CLAUDE.md": "Mine." },
    path: "AGENTS.md",
    fix: "import",
  },
  {
    name: "Claude Code before 2.1.277: AGENTS.md is not read",
    reader: "claude-code-2.1.240",
    files: { "AGENTS.md": "All." },
    path: "AGENTS.md",
    fix: "import",
  },
  {
    name: "Claude Code: the fifth import",
    reader: "claude-code",
    files: {
      "CLAUDE.md": "@1.md",
      "1.md": "@2.md",
      "2.md": "@3.md",
      "3.md": "@4.md",
      "4.md": "@5.md",
      "5.md": "Far away.",
    },
    path: "5.md",
    fix: "flatten",
  },
  {
    name: "Gemini CLI: AGENTS.md is not read",
    reader: "gemini",
    files: { "AGENTS.md": "All." },
    path: "AGENTS.md",
    fix: "file-name",
  },
  {
    name: "Aider: reads nothing by itself",
    reader: "aider",
    files: { "AGENTS.md": "All." },
    path: "AGENTS.md",
    fix: "read",
  },
  {
    name: "Cline: a rule in a subfolder",
    reader: "cline",
    files: { ".clinerules/deep/one.md": "One." },
    path: ".clinerules/deep/one.md",
    fix: "rename",
    readAt: ".clinerules/one.md",
  },
  {
    name: "Roo: .roorules is dead beside .roo/rules",
    reader: "roo",
    files: { ".roorules": "Old.", ".roo/rules/new.md": "New." },
    path: ".roorules",
    fix: "rename",
    readAt: ".roo/rules/roorules.md",
  },
  {
    name: "Cursor: a .md file in .cursor/rules",
    reader: "cursor",
    files: { ".cursor/rules/sql.md": "Capitals." },
    path: ".cursor/rules/sql.md",
    fix: "rename",
    readAt: ".cursor/rules/sql.mdc",
  },
  {
    name: "Copilot: no applyTo",
    reader: "copilot-vscode",
    files: { ".github/instructions/api.instructions.md": "Validate." },
    path: ".github/instructions/api.instructions.md",
    fix: "apply-to",
  },
  {
    name: "Windsurf: a rule with headings over 12,000 characters",
    reader: "windsurf",
    files: {
      ".windsurf/rules/long.md": `---\ntrigger: always_on\n---\n${section("A", 7_000)}${section("B", 7_000)}`,
    },
    path: ".windsurf/rules/long.md",
    fix: "split",
  },
  {
    name: "Windsurf: a list over 12,000 characters without headings or blank lines",
    reader: "windsurf",
    files: { ".windsurf/rules/long.md": `---\ntrigger: always_on\n---\n${lines(16_000)}` },
    path: ".windsurf/rules/long.md",
    fix: "split",
  },
  {
    name: "Crush: a name in lower-case letters",
    reader: "crush",
    files: { "agents.md": "All." },
    path: "agents.md",
    fix: "rename",
    readAt: "AGENTS.md",
  },
];

const look = (reader: ReaderId, input: ReaderInput, path: string): ReadCell | undefined => {
  const answer = runReader(readerById(reader), input);
  const all = [...answer.loaded, ...answer.dropped, ...notItsFiles(answer, input)];
  return all.find((cell) => cell.path === path);
};

const after = (input: ReaderInput, files: FileSet): ReaderInput => ({
  ...input,
  files,
  gitRoot: gitRootOf(files, input.cwd),
  candidates: candidatesOf(files, input.cwd, input.home),
});

it.each(cases)(
  "$name: $fix makes it read whole",
  ({ reader, files, cwd = "/w", path, fix, readAt = path }) => {
    const absolute = Object.entries(files).map(([name, text]) => [`/w/${name}`, text] as const);
    const input = inputOf([["/w/.git/HEAD", "x"], ...absolute], { cwd });
    const before = look(reader, input, `/w/${path}`) ?? {
      path: `/w/${path}`,
      how: "never",
      reason: "not-its-file",
      rule: "names",
    };
    expect(before.how === "never" || before.how === "ondemand" || before.cut !== undefined).toBe(true);
    const found = possibleFixes(readerById(reader), before, input).find(({ id }) => id === fix);
    const fixed = after(input, withEdits(input.files, found?.edits ?? []));
    const cell = look(reader, fixed, `/w/${readAt}`);
    expect(cell?.how).toMatch(/^(?:always|conditional)$/);
    expect(cell?.cut).toBeUndefined();
  },
);

it("splits a rule without losing a line, and both parts are read whole", () => {
  const text = `---\ntrigger: always_on\n---\n${lines(16_000)}`;
  const input = inputOf([["/w/.windsurf/rules/long.md", text]], { cwd: "/w" });
  const cell = look("windsurf", input, "/w/.windsurf/rules/long.md");
  const [split] = cell ? possibleFixes(readerById("windsurf"), cell, input) : [];
  const fixed = after(input, withEdits(input.files, split?.edits ?? []));
  const [first = "", second = ""] = ["long.md", "long-2.md"].map((name) => {
    expect(look("windsurf", fixed, `/w/.windsurf/rules/${name}`)).toMatchObject({ how: "always" });
    expect(look("windsurf", fixed, `/w/.windsurf/rules/${name}`)?.cut).toBeUndefined();
    return fixed.files.text(`/w/.windsurf/rules/${name}`);
  });
  const rulesOf = (part: string) => part.split("\n").filter((line) => line.startsWith("- "));
  expect([...rulesOf(first), ...rulesOf(second)]).toEqual(rulesOf(text));
});
