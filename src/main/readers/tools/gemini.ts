import type { ReadCell } from "#shared/model/reader.ts";
import { always, belowOnRead, namedBelow, notBlank } from "../cells.ts";
import { chain, isBelow, join, resolvePath } from "../file-set.ts";
import { importsOf, type ImportRules, type Mention } from "../imports.ts";
import { jsonValue } from "../json-value.ts";
import type { Reader, ReaderInput } from "../reader.ts";

export const gemini: Reader = {
  id: "gemini",
  name: "Gemini CLI",
  version: "0.56 nightly",
  checked: "2026-08-21",
  source: "google-gemini/gemini-cli 5411f113, packages/core/src/utils/memoryDiscovery.ts",
  confidence: "A",
  verified: true,
  limit: null,
  ordered: true,
  names: ["GEMINI.md"],
  home: [".gemini/GEMINI.md", ".gemini/AGENTS.md", ".gemini/settings.json"],
  rules: {
    names: "Reads GEMINI.md, and the names that context.fileName adds to it.",
    places:
      "Reads every folder from the git root down to the working folder; without .git only the working folder.",
    personal: "Reads the same names in ~/.gemini.",
    order:
      "Project files are sorted by their path as plain text, so a deeper file can come before the root's.",
    below: "A file below the working folder is added when a tool reads, lists or edits something next to it.",
    imports: "Replaces @path by the file, up to five levels, inside the project, and not in code.",
  },
  read(input) {
    const { files, cwd, home, gitRoot } = input;
    const names = geminiNames(input);
    const root = gitRoot ?? cwd;
    const loaded: ReadCell[] = [];
    const dropped: ReadCell[] = [];
    const add = (path: string, cell: ReadCell) => {
      const imported = importsOf(files, path, geminiImports(files.has.bind(files), root, 5));
      loaded.push(cell, ...imported.loaded);
      dropped.push(...imported.dropped);
    };
    for (const name of names) {
      const path = `${home}/.gemini/${name}`;
      if (home !== null && notBlank(files, path)) add(path, always(path, "personal", "personal"));
    }
    const project = chain(root, cwd).flatMap((folder) => names.map((name) => join(folder, name)));
    for (const path of project.filter((each) => notBlank(files, each)).sort())
      add(path, always(path, "order"));
    const known = new Set(loaded.map(({ path }) => path));
    for (const path of namedBelow(files, root, names)) {
      if (!known.has(path) && !files.isBlank(path)) loaded.push(belowOnRead(path, "below"));
    }
    return { loaded, dropped };
  },
};

/** `context.fileName` is added in front of the default, it does not replace it. */
const geminiNames = ({ files, cwd, home, settings }: ReaderInput): readonly string[] => {
  const own = [join(cwd, ".gemini/settings.json"), `${home}/.gemini/settings.json`];
  const set =
    settings.get("context.fileName") ??
    own
      .map((path) => jsonValue(files.text(path), ["context", "fileName"]))
      .find((value) => value !== undefined);
  const added = (Array.isArray(set) ? set : [set]).filter(
    (name): name is string => typeof name === "string" && !name.includes("/"),
  );
  return [...new Set([...added.slice(0, 20), "GEMINI.md"])];
};

/** Gemini CLI and Qwen Code: a path that begins with `.`, `/` or a letter, inside the project. */
export const geminiImports = (
  exists: (path: string) => boolean,
  root: string,
  maxDepth: number,
): ImportRules => ({
  maxDepth,
  skipsCode: true,
  rule: "imports",
  isImport: ({ ref }: Mention) => /^[./A-Za-z]/.test(ref),
  resolve: (ref, folder) => {
    const path = resolvePath(folder, ref);
    if (path === null || !isBelow(root, path)) return "import-refused";
    return exists(path) ? [path] : "import-refused";
  },
});
