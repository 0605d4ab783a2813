import type { ReadCell } from "#shared/model/reader.ts";
import { always, belowOnRead, conditional, namedBelow, notBlank, onDemand } from "../cells.ts";
import { chain, type FileSet, folderOf, isBelow, join, nameOf, resolvePath } from "../file-set.ts";
import { type Front, frontIn, listOf, textOf, valueOf } from "../front-matter.ts";
import { importsOf } from "../imports.ts";
import { dropped, type Reader } from "../reader.ts";

const MAIN = ".github/copilot-instructions.md";
const MAX_IMPORT_DEPTH = 10;
/** What the documentation said until 2026-06-15. */
const HISTORIC_REVIEW_CHARS = 4_000;
const REVIEW_NOTE_REMOVED = "2026-06-15";

const base = { confidence: "B", verified: true, limit: null, ordered: false } as const;
const GITHUB_DOCS = {
  version: "documentation of 2026-08-07",
  checked: "2026-08-07",
  source: "github/docs 60321755",
} as const;

const PATHS =
  "Reads *.instructions.md below .github/instructions for files that match `applyTo`. Without `applyTo` a file is not applied by itself.";

export const copilotVscode: Reader = {
  ...base,
  id: "copilot-vscode",
  name: "Copilot in VS Code",
  version: "documentation of 2026-08-21",
  checked: "2026-08-21",
  source: "microsoft/vscode-docs 742b9358",
  names: ["copilot-instructions.md", "AGENTS.md", "CLAUDE.md", "CLAUDE.local.md"],
  home: [".claude/CLAUDE.md", ".claude/rules/", ".copilot/instructions/"],
  rules: {
    names:
      "Reads .github/copilot-instructions.md, AGENTS.md, CLAUDE.md, .claude/CLAUDE.md and CLAUDE.local.md, all that exist, in no promised order.",
    places: "Reads the workspace's root. Nested AGENTS.md files only with an experimental setting.",
    personal: "Reads ~/.claude/CLAUDE.md and ~/.copilot/instructions.",
    paths: PATHS,
    claude: "Reads .claude/rules with `paths`; without it they count for all files.",
  },
  read({ files, cwd, home }) {
    const names = [MAIN, "AGENTS.md", "CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"];
    const loaded = names
      .map((name) => join(cwd, name))
      .filter((path) => notBlank(files, path))
      .map((path) => always(path, "names"));
    const never: ReadCell[] = [];
    if (home !== null && notBlank(files, `${home}/.claude/CLAUDE.md`))
      loaded.push(always(`${home}/.claude/CLAUDE.md`, "personal", "personal"));
    const folders = [
      join(cwd, ".github/instructions"),
      ...(home === null ? [] : [`${home}/.copilot/instructions`]),
    ];
    for (const folder of folders) instructionsIn(files, folder, loaded, never);
    const claude = [join(cwd, ".claude/rules"), ...(home === null ? [] : [`${home}/.claude/rules`])];
    for (const path of claude.flatMap((folder) => files.below(folder))) {
      const globs = listOf(valueOf(frontIn(files, path), "paths"));
      if (path.endsWith(".md") && !files.isBlank(path))
        loaded.push(conditional(path, "claude", "glob", globs.join(", ") || "**"));
    }
    return { loaded, dropped: never };
  },
};

export const copilotCli: Reader = {
  ...base,
  ...GITHUB_DOCS,
  id: "copilot-cli",
  name: "Copilot CLI",
  names: ["copilot-instructions.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"],
  home: [".copilot/copilot-instructions.md", ".copilot/instructions/"],
  rules: {
    names:
      "Reads .github/copilot-instructions.md, AGENTS.md, CLAUDE.md, .claude/CLAUDE.md and GEMINI.md, all that exist; identical copies once.",
    places: "Reads the git root, the working folder, folders between, and folders of files that are touched.",
    personal: "Reads ~/.copilot/copilot-instructions.md and ~/.copilot/instructions.",
    below: "A file below the working folder is added when a file in its folder is touched.",
    paths: PATHS,
    imports: "Replaces @path by the file inside the repository, but not in GEMINI.md and *.instructions.md.",
  },
  read({ files, cwd, home, gitRoot }) {
    const loaded: ReadCell[] = [];
    const never: ReadCell[] = [];
    const root = gitRoot ?? cwd;
    const seen = new Map<string, string>();
    const add = (path: string, cell: ReadCell) => {
      if (!notBlank(files, path)) return;
      const same = seen.get(files.text(path));
      if (same !== undefined) {
        never.push(dropped(path, "same-text", "names", same));
        return;
      }
      seen.set(files.text(path), path);
      loaded.push(cell);
      const expands = nameOf(path) !== "GEMINI.md";
      const imported = importsOf(files, path, {
        maxDepth: expands ? MAX_IMPORT_DEPTH : 0,
        skipsCode: true,
        rule: "imports",
        isImport: ({ ref }) => /^[A-Za-z0-9._-]/.test(ref),
        resolve: (ref, folder) => {
          const target = resolvePath(folder, ref);
          return target !== null && isBelow(root, target) && files.has(target) ? [target] : "import-refused";
        },
      });
      loaded.push(...imported.loaded);
      never.push(
        ...imported.dropped.map((each) => (expands ? each : { ...each, reason: "import-refused" as const })),
      );
    };
    if (home !== null) {
      add(
        `${home}/.copilot/copilot-instructions.md`,
        always(`${home}/.copilot/copilot-instructions.md`, "personal", "personal"),
      );
      instructionsIn(files, `${home}/.copilot/instructions`, loaded, never);
    }
    const names = [MAIN, "AGENTS.md", "CLAUDE.md", ".claude/CLAUDE.md", "GEMINI.md"];
    for (const folder of chain(root, cwd))
      for (const name of names) add(join(folder, name), always(join(folder, name), "places"));
    for (const folder of new Set([root, cwd]))
      instructionsIn(files, join(folder, ".github/instructions"), loaded, never);
    for (const path of namedBelow(files, cwd, [
      "copilot-instructions.md",
      "AGENTS.md",
      "CLAUDE.md",
      "GEMINI.md",
    ])) {
      const folder = folderOf(path);
      const owner = /\/\.(?:github|claude)$/.test(folder) ? folderOf(folder) : folder;
      if (owner !== cwd && !files.isBlank(path)) loaded.push(belowOnRead(path, "below", owner));
    }
    return { loaded, dropped: never };
  },
};

export const copilotCloud: Reader = {
  ...base,
  ...GITHUB_DOCS,
  id: "copilot-cloud",
  name: "Copilot cloud agent",
  names: ["copilot-instructions.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"],
  home: [],
  rules: {
    names: "Reads .github/copilot-instructions.md and AGENTS.md, or one CLAUDE.md or GEMINI.md in the root.",
    places: "Reads the repository; of several AGENTS.md the nearest has priority.",
    below: "An AGENTS.md in a folder counts for that folder's files.",
    paths: PATHS,
  },
  read({ files, cwd, gitRoot }) {
    const root = gitRoot ?? cwd;
    const loaded: ReadCell[] = [];
    const never: ReadCell[] = [];
    if (notBlank(files, join(root, MAIN))) loaded.push(always(join(root, MAIN), "names"));
    const [first, ...others] = ["AGENTS.md", "CLAUDE.md", "GEMINI.md"]
      .map((name) => join(root, name))
      .filter((path) => notBlank(files, path));
    if (first !== undefined) loaded.push(always(first, "names"));
    for (const path of others) never.push(dropped(path, "other-name-wins", "names", first));
    for (const path of namedBelow(files, root, ["AGENTS.md"]))
      if (!files.isBlank(path)) loaded.push(belowOnRead(path, "below"));
    instructionsIn(files, join(root, ".github/instructions"), loaded, never, "cloud-agent");
    return { loaded, dropped: never };
  },
};

export const copilotReview: Reader = {
  ...base,
  ...GITHUB_DOCS,
  id: "copilot-review",
  name: "Copilot code review",
  names: ["copilot-instructions.md", "AGENTS.md"],
  home: [],
  rules: {
    names: "Reads .github/copilot-instructions.md and the root's AGENTS.md.",
    places: "Reads the repository as it is in the head branch of the pull request.",
    paths: PATHS,
    historic:
      "Until 2026-06-15 the documentation said that only the first 4,000 characters of a file are read. The note was removed; whether the cut still happens is not confirmed.",
  },
  read({ files, cwd, gitRoot, settings }) {
    const root = gitRoot ?? cwd;
    const never: ReadCell[] = [];
    const isHistoric = (settings.get("asOf") ?? REVIEW_NOTE_REMOVED) < REVIEW_NOTE_REMOVED;
    const loaded = [MAIN, "AGENTS.md"]
      .map((name) => join(root, name))
      .filter((path) => notBlank(files, path))
      .map((path): ReadCell => {
        const isCut = isHistoric && files.text(path).length > HISTORIC_REVIEW_CHARS;
        return isCut
          ? { ...always(path, "historic"), cut: { unit: "chars", at: HISTORIC_REVIEW_CHARS } }
          : always(path, "names");
      });
    instructionsIn(files, join(root, ".github/instructions"), loaded, never, "code-review");
    return { loaded, dropped: never };
  },
};

const instructionsIn = (
  files: FileSet,
  folder: string,
  loaded: ReadCell[],
  never: ReadCell[],
  agent?: string,
): void => {
  for (const path of files.below(folder)) {
    if (!path.endsWith(".instructions.md")) never.push(dropped(path, "wrong-extension", "paths"));
    else if (!files.isBlank(path)) {
      const front = frontIn(files, path);
      if (agent !== undefined && excludes(front, agent)) never.push(dropped(path, "excluded", "paths"));
      else {
        const globs = listOf(valueOf(front, "applyTo"));
        loaded.push(
          globs.length > 0
            ? conditional(path, "paths", "glob", globs.join(", "))
            : onDemand(path, "paths", "by-description"),
        );
      }
    }
  }
};

const excludes = (front: Front, agent: string): boolean => {
  const value = valueOf(front, "excludeAgent");
  return textOf(value) === agent || listOf(value).includes(agent);
};
