import type { ReadCell } from "#shared/model/reader.ts";
import { always, notBlank, ruleBy } from "../cells.ts";
import { type FileSet, folderOf, isBelow, join, upwards } from "../file-set.ts";
import { frontIn } from "../front-matter.ts";
import { importsOf } from "../imports.ts";
import type { Reader, ReaderInput } from "../reader.ts";
import { geminiImports } from "./gemini.ts";

const NAMES = ["QWEN.md", "AGENTS.md"];

export const qwen: Reader = {
  id: "qwen",
  name: "Qwen Code",
  version: "0.22.0",
  checked: "2026-08-22",
  source: "QwenLM/qwen-code db051956, packages/core/src/utils/memoryDiscovery.ts",
  confidence: "A",
  verified: true,
  limit: null,
  ordered: true,
  names: NAMES,
  home: [".qwen/QWEN.md", ".qwen/AGENTS.md", ".qwen/rules/"],
  rules: {
    names: "Reads QWEN.md and AGENTS.md, all that exist: first every QWEN.md, then every AGENTS.md.",
    places:
      "Reads from one folder above the git root down to the working folder. Without .git it goes up beyond the home folder.",
    personal: "Reads the same names in ~/.qwen.",
    local: "Reads .qwen/QWEN.local.md of the git root.",
    rules: "Reads every .md file below .qwen/rules; one with `paths` only when a matching file is touched.",
    imports: "Replaces @path by the file, up to five levels, inside the project, and not in code.",
  },
  read(input) {
    const { files, home, gitRoot, cwd } = input;
    const loaded: ReadCell[] = [];
    const dropped: ReadCell[] = [];
    const folders = foldersOf(input);
    const root = gitRoot ?? folders[0] ?? cwd;
    const add = (path: string, cell: ReadCell) => {
      if (!notBlank(files, path)) return;
      const imported = importsOf(files, path, geminiImports(files.has.bind(files), root, 5));
      loaded.push(cell, ...imported.loaded);
      dropped.push(...imported.dropped);
    };
    for (const name of NAMES) {
      if (home !== null)
        add(`${home}/.qwen/${name}`, always(`${home}/.qwen/${name}`, "personal", "personal"));
      for (const folder of folders) add(join(folder, name), always(join(folder, name), "names"));
    }
    if (gitRoot !== null)
      add(join(gitRoot, ".qwen/QWEN.local.md"), always(join(gitRoot, ".qwen/QWEN.local.md"), "local"));
    if (home !== null) loaded.push(...rulesIn(files, `${home}/.qwen/rules`));
    loaded.push(...rulesIn(files, join(gitRoot ?? cwd, ".qwen/rules")));
    return { loaded, dropped };
  },
};

/** From the top down. The walk never reads `/`. */
const foldersOf = ({ cwd, gitRoot, home }: ReaderInput): readonly string[] => {
  if (home !== null && cwd === home) return [cwd];
  const last = gitRoot !== null ? folderOf(gitRoot) : home === null ? null : folderOf(home);
  const folders: string[] = [];
  for (const folder of upwards(cwd)) {
    if (folder === "/" || (home !== null && folder === `${home}/.qwen`)) break;
    folders.push(folder);
    if (folder === last) break;
  }
  return folders.toReversed();
};

const rulesIn = (files: FileSet, folder: string): readonly ReadCell[] =>
  files
    .below(folder)
    .filter((path) => path.endsWith(".md") && isBelow(folder, path) && !files.isBlank(path))
    .map((path) => ruleBy(path, frontIn(files, path), "paths", "rules"));
