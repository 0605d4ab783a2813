import type { ReadCell } from "#shared/model/reader.ts";
import { chain, type FileSet, folderOf, join, nameOf } from "../file-set.ts";
import type { Reader, ReaderInput } from "../reader.ts";
import { jsonWith } from "./json-with.ts";
import type { PossibleFix } from "./edit.ts";
import { moveDown, moveUp, raiseLimit, splitFile } from "./over-limit.ts";

/** What can be done about one cell. The effect of each is found out by trying it. */
export const possibleFixes = (reader: Reader, cell: ReadCell, input: ReaderInput): readonly PossibleFix[] => {
  const { files } = input;
  if (files.get(cell.path)?.link !== undefined) return [];
  if (reader.id === "codex" && (cell.cut || cell.reason === "budget-spent")) return codexFixes(cell, input);
  if (cell.cut && reader.id === "windsurf") return splitFile(files, cell);
  if (cell.cut) return moveUp(files, cell);
  return [...byReason(cell, input), ...byReader(reader, cell, input)];
};

const codexFixes = (cell: ReadCell, input: ReaderInput): readonly PossibleFix[] => {
  const { files, gitRoot, cwd } = input;
  const onChain = chain(gitRoot ?? cwd, cwd).flatMap(
    (folder) => files.first(folder, ["AGENTS.override.md", "AGENTS.md"]) ?? [],
  );
  const needed = onChain.reduce((sum, path) => sum + (files.get(path)?.bytes ?? 0), 0);
  const largest = onChain.toSorted((a, b) => (files.get(b)?.bytes ?? 0) - (files.get(a)?.bytes ?? 0))[0];
  return [
    ...moveUp(files, cell),
    ...moveDown(files, cell.cut ? cell.path : (largest ?? cell.path), "AGENTS.md"),
    raiseLimit(input, needed),
  ];
};

const byReason = ({ reason, by, path }: ReadCell, { files }: ReaderInput): readonly PossibleFix[] => {
  if (reason === "blank-in-front" && by !== undefined) {
    return [
      { id: "remove-blank", title: `Delete the blank ${nameOf(by)}`, edits: [{ path: by, text: null }] },
    ];
  }
  if (reason === "import-depth" && by !== undefined) return flatten(files, path, by);
  return [];
};

/** Import the file from a text one level higher than the one that cannot. */
const flatten = (files: FileSet, path: string, by: string): readonly PossibleFix[] => {
  const root = files.first(folderOf(by), ["CLAUDE.md", "GEMINI.md", "QWEN.md", ".goosehints", "AGENTS.md"]);
  if (root === null || root === by || folderOf(root) !== folderOf(path)) return [];
  const text = files.text(root);
  return [
    {
      id: "flatten",
      title: `Import ${nameOf(path)} in ${nameOf(root)} directly`,
      edits: [{ path: root, text: `${text.trimEnd()}\n\n@${nameOf(path)}\n` }],
    },
  ];
};

const byReader = (reader: Reader, cell: ReadCell, input: ReaderInput): readonly PossibleFix[] => {
  const { path } = cell;
  switch (reader.id) {
    case "claude-code":
    case "claude-code-2.1.240":
      return nameOf(path) === "AGENTS.md" && cell.how === "never" ? importAgents(path, input) : [];
    case "gemini":
      return nameOf(path) === "AGENTS.md" && cell.how === "never" ? geminiName(input) : [];
    case "opencode":
      return cell.reason === "other-name-wins" && !input.files.has(join(folderOf(path), "AGENTS.md"))
        ? [move(input.files, path, join(folderOf(path), "AGENTS.md"), "rename")]
        : [];
    case "aider":
      return cell.reason === "not-named" ? aiderRead(path, input) : [];
    case "cline":
      return clineFixes(cell, input);
    case "roo":
      return cell.reason === "other-name-wins" && nameOf(path) === ".roorules"
        ? [move(input.files, path, join(folderOf(path), ".roo/rules/roorules.md"), "rename")]
        : [];
    case "cursor":
      return cell.reason === "wrong-extension" && path.endsWith(".md") ? cursorRule(path, input.files) : [];
    case "copilot-vscode":
    case "copilot-cli":
    case "copilot-cloud":
    case "copilot-review":
      return cell.reason === "by-description" ? applyToAll(path, input.files) : [];
    case "crush":
      return cell.reason === "wrong-case" ? [move(input.files, path, upperCase(path), "rename")] : [];
    case "zed":
      return cell.reason === "other-name-wins" && cell.by !== undefined
        ? [
            {
              id: "remove-front",
              title: `Delete ${nameOf(cell.by)}, which is in front of it`,
              edits: [{ path: cell.by, text: null }],
            },
          ]
        : [];
    default:
      return readsAgents(reader) && cell.reason === "not-its-file" ? intoAgents(path, input) : [];
  }
};

const readsAgents = ({ names }: Reader): boolean => names.includes("AGENTS.md");

const move = (files: FileSet, from: string, to: string, id: string): PossibleFix => ({
  id,
  title: `Rename ${nameOf(from)} to ${to.slice(folderOf(from).length + 1)}`,
  edits: [
    { path: from, text: null },
    { path: to, text: files.text(from) },
  ],
});

const upperCase = (path: string): string =>
  join(
    folderOf(path),
    nameOf(path).replace(/^[a-z]+/i, (name) => name.toUpperCase()),
  );

/** A CLAUDE.md that holds only an import, or one more line at the top of the one that is there. */
const importAgents = (path: string, { files }: ReaderInput): readonly PossibleFix[] => {
  const own = join(folderOf(path), "CLAUDE.md");
  if (!files.has(own)) {
    return [
      {
        id: "import",
        title: "Create CLAUDE.md with @AGENTS.md",
        edits: [{ path: own, text: "@AGENTS.md\n" }],
      },
    ];
  }
  if (files.get(own)?.partial) return [];
  return [
    {
      id: "import",
      title: "Add @AGENTS.md to CLAUDE.md",
      edits: [{ path: own, text: `@AGENTS.md\n\n${files.text(own)}` }],
    },
  ];
};

const geminiName = ({ files, cwd }: ReaderInput): readonly PossibleFix[] => {
  const path = join(cwd, ".gemini/settings.json");
  const text = jsonWith(files.text(path), ["context", "fileName"], "AGENTS.md");
  return text === null
    ? []
    : [
        {
          id: "file-name",
          title: "Set context.fileName to AGENTS.md in .gemini/settings.json",
          edits: [{ path, text }],
        },
      ];
};

const aiderRead = (path: string, { files, cwd }: ReaderInput): readonly PossibleFix[] => {
  const config = join(cwd, ".aider.conf.yml");
  const before = files.text(config);
  if (!path.startsWith(`${cwd}/`) || /^read\s*:/m.test(before)) return [];
  const name = JSON.stringify(path.slice(cwd.length + 1));
  return [
    {
      id: "read",
      title: `Add read: [${nameOf(path)}] to .aider.conf.yml`,
      edits: [{ path: config, text: `${before === "" ? "" : `${before.trimEnd()}\n`}read: [${name}]\n` }],
    },
  ];
};

const clineFixes = ({ path, reason }: ReadCell, { files, cwd }: ReaderInput): readonly PossibleFix[] => {
  if (reason !== "subfolder" && reason !== "wrong-extension") return [];
  const target = join(cwd, `.clinerules/${nameOf(path).replace(/\.[^.]+$/, "")}.md`);
  if (!path.startsWith(`${cwd}/.clinerules/`) || files.has(target)) return [];
  return [
    {
      id: "rename",
      title: `Move it to ${target.slice(cwd.length + 1)}`,
      edits: [
        { path, text: null },
        { path: target, text: files.text(path) },
      ],
    },
  ];
};

const cursorRule = (path: string, files: FileSet): readonly PossibleFix[] => {
  const target = path.replace(/\.md$/, ".mdc");
  if (files.has(target)) return [];
  const text = files.text(path);
  const front = text.startsWith("---") ? text : `---\nalwaysApply: true\n---\n${text}`;
  return [
    {
      id: "rename",
      title: `Rename it to ${nameOf(target)}${front === text ? "" : ", always applied"}`,
      edits: [
        { path, text: null },
        { path: target, text: front },
      ],
    },
  ];
};

const applyToAll = (path: string, files: FileSet): readonly PossibleFix[] => {
  const text = files.text(path);
  const next = /^---\r?\n/.test(text)
    ? text.replace(/^---\r?\n/, '---\napplyTo: "**"\n')
    : `---\napplyTo: "**"\n---\n${text}`;
  return [{ id: "apply-to", title: 'Add applyTo: "**"', edits: [{ path, text: next }] }];
};

/** Make AGENTS.md the one source where there is none yet. */
const intoAgents = (path: string, { files }: ReaderInput): readonly PossibleFix[] => {
  const agents = join(folderOf(path), "AGENTS.md");
  if (nameOf(path) !== "CLAUDE.md" || files.has(agents) || files.get(path)?.partial) return [];
  return [
    {
      id: "into-agents",
      title: "Move the text to AGENTS.md and leave @AGENTS.md in CLAUDE.md",
      edits: [
        { path: agents, text: files.text(path) },
        { path, text: "@AGENTS.md\n" },
      ],
    },
  ];
};
