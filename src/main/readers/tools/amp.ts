import type { ReadCell } from "#shared/model/reader.ts";
import { always, belowOnRead, conditional, notBlank } from "../cells.ts";
import { chain, type FileSet, folderOf, isBelow, join, resolvePath } from "../file-set.ts";
import { frontIn, listOf, valueOf } from "../front-matter.ts";
import { matchesAny } from "../globs.ts";
import { importsOf } from "../imports.ts";
import { dropped, type Reader } from "../reader.ts";

const NAMES = ["AGENTS.md", "Agents.md", "agents.md", "AGENT.md", "Agent.md", "agent.md", "CLAUDE.md"];
const MAX_MATCHES = 200;

export const amp: Reader = {
  id: "amp",
  name: "Amp",
  version: "reports of 2026",
  checked: "2026-09",
  source: "ampcode.com news of 2025-09-23; third parties",
  confidence: "C",
  verified: false,
  limit: null,
  ordered: false,
  names: NAMES,
  home: [".config/amp/AGENTS.md", ".config/AGENTS.md"],
  rules: {
    names: "Reads per folder the first of AGENTS.md, AGENT.md, CLAUDE.md.",
    places: "Reads the working folder and its parents up to the project's root.",
    personal: "Reads ~/.config/amp/AGENTS.md and ~/.config/AGENTS.md.",
    below: "A file below the working folder is added when a file in its folder is read.",
    imports:
      "@path and @dir/*.md in AGENTS.md include files; one with `globs` only after a matching file was read.",
  },
  read({ files, cwd, home, gitRoot }) {
    const loaded: ReadCell[] = [];
    const never: ReadCell[] = [];
    const root = gitRoot ?? cwd;
    const add = (path: string, cell: ReadCell) => {
      if (!notBlank(files, path)) return;
      const imported = importsOf(files, path, {
        maxDepth: 5,
        skipsCode: true,
        rule: "imports",
        isImport: ({ ref }) => /[./]/.test(ref),
        resolve: (ref, folder) => matching(files, root, folder, ref),
      });
      loaded.push(cell, ...imported.loaded.map((each) => withGlobs(files, each)));
      never.push(...imported.dropped);
    };
    if (home !== null) {
      for (const path of [`${home}/.config/amp/AGENTS.md`, `${home}/.config/AGENTS.md`])
        add(path, always(path, "personal", "personal"));
    }
    const here = new Set(chain(root, cwd));
    for (const folder of here) {
      const first = files.first(folder, NAMES);
      if (first !== null) add(first, always(first, "names"));
      for (const name of NAMES) {
        const other = join(folder, name);
        if (other !== first && files.has(other))
          never.push(dropped(other, "other-name-wins", "names", first ?? undefined));
      }
    }
    for (const path of NAMES.flatMap((name) => files.named(name)).sort()) {
      const folder = folderOf(path);
      if (!isBelow(root, path) || here.has(folder)) continue;
      const first = files.first(folder, NAMES);
      if (first !== path) never.push(dropped(path, "other-name-wins", "below", first ?? undefined));
      else if (!files.isBlank(path) && isBelow(cwd, path)) loaded.push(belowOnRead(path, "below"));
    }
    return { loaded, dropped: never };
  },
};

const matching = (files: FileSet, root: string, folder: string, ref: string): readonly string[] => {
  const clean = ref.replace(/[.,;:)]+$/, "");
  const path = resolvePath(folder, clean);
  if (path === null || !isBelow(root, path)) return [];
  if (!clean.includes("*")) return files.has(path) ? [path] : [];
  return files
    .below(root)
    .filter((each) => matchesAny(each.slice(1), [path.slice(1)]))
    .slice(0, MAX_MATCHES);
};

const withGlobs = (files: FileSet, cell: ReadCell): ReadCell => {
  const globs = listOf(valueOf(frontIn(files, cell.path), "globs"));
  if (globs.length === 0) return cell;
  return {
    ...conditional(cell.path, "imports", "glob", globs.join(", ")),
    ...(cell.by !== undefined && { by: cell.by }),
  };
};
