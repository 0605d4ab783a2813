import ignore from "ignore";
import type { ReadCell } from "#shared/model/reader.ts";
import { always, belowOnRead, namedBelow, notBlank } from "../cells.ts";
import { chain, type FileSet, isBelow, join, resolvePath } from "../file-set.ts";
import { importsOf, type ImportRules } from "../imports.ts";
import { dropped, type Reader } from "../reader.ts";

const NAMES = [".goosehints", "AGENTS.md"];
const MAX_IMPORT_BYTES = 131_072;

export const goose: Reader = {
  id: "goose",
  name: "goose",
  version: "1.34.1",
  checked: "2026-05-21",
  source: "block/goose ca26f01d, crates/goose/src/hints/load_hints.rs",
  confidence: "A",
  verified: true,
  limit: null,
  ordered: true,
  names: NAMES,
  home: [".config/goose/.goosehints", ".config/goose/AGENTS.md"],
  rules: {
    names: "Reads .goosehints and AGENTS.md, both when both exist.",
    places:
      "Reads every folder from the git root down to the working folder; without .git only the working folder.",
    personal: "Reads the same names in ~/.config/goose.",
    below: "Files below the working folder are added when a tool names a path there.",
    imports:
      "Replaces @path by the file, three levels, inside the repository, unless .gitignore names it. A file over 131,072 bytes keeps its references as they are.",
  },
  read({ files, cwd, home, gitRoot }) {
    const loaded: ReadCell[] = [];
    const never: ReadCell[] = [];
    const root = gitRoot ?? cwd;
    const isIgnored = ignoredBy(files, chain(root, cwd));
    const add = (path: string, cell: ReadCell, within: string) => {
      if (!notBlank(files, path)) return;
      const imported = importsOf(files, path, rulesFor(files, within, isIgnored, never));
      loaded.push(cell, ...imported.loaded);
      never.push(...imported.dropped);
    };
    const config = `${home}/.config/goose`;
    if (home !== null)
      for (const name of NAMES)
        add(join(config, name), always(join(config, name), "personal", "personal"), config);
    for (const folder of chain(root, cwd))
      for (const name of NAMES) add(join(folder, name), always(join(folder, name), "places"), root);
    for (const path of namedBelow(files, cwd, NAMES))
      if (!files.isBlank(path)) loaded.push(belowOnRead(path, "below"));
    return { loaded, dropped: never };
  },
};

const rulesFor = (
  files: FileSet,
  root: string,
  isIgnored: (path: string) => boolean,
  never: ReadCell[],
): ImportRules => ({
  maxDepth: 3,
  skipsCode: false,
  rule: "imports",
  isImport: ({ ref }) => /^[A-Z]|[./]/.test(ref),
  expands: (path) => (files.get(path)?.bytes ?? 0) <= MAX_IMPORT_BYTES,
  resolve: (ref, folder) => {
    if (ref.startsWith("/")) return "import-refused";
    const path = resolvePath(folder, ref);
    if (path === null || !isBelow(root, path) || !files.has(path)) return "import-refused";
    if (!isIgnored(path)) return [path];
    never.push(dropped(path, "ignored", "imports"));
    return "ignored";
  },
});

/** By the `.gitignore` files of the chain. */
const ignoredBy = (files: FileSet, folders: readonly string[]): ((path: string) => boolean) => {
  const rules = folders.flatMap((folder) => {
    const text = files.text(join(folder, ".gitignore"));
    return text === "" || text.length > 64 * 1024 ? [] : [{ folder, matcher: ignore().add(text) }];
  });
  return (path) =>
    rules.some(
      ({ folder, matcher }) =>
        isBelow(folder, path) && matcher.ignores(path.slice(folder === "/" ? 1 : folder.length + 1)),
    );
};
