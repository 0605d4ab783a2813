import { numberText } from "#shared/model/number-text.ts";
import type { ReadCell } from "#shared/model/reader.ts";
import { cutPlace, lineAt } from "../cut-place.ts";
import { chain, type FileSet, folderOf, isBelow, join, nameOf } from "../file-set.ts";
import type { ReaderInput } from "../reader.ts";
import { withTomlNumber } from "../toml-value.ts";
import type { PossibleFix } from "./edit.ts";
import { ended, moveSection, type Section, sectionsOf, withoutSection } from "./sections.ts";

const STEP = 4_096;

/** Codex: raise the limit until the whole chain fits. */
export const raiseLimit = (input: ReaderInput, needed: number): PossibleFix => {
  const { files, gitRoot, cwd } = input;
  const root = gitRoot ?? cwd;
  // The deepest file that sets it wins, so that one is changed.
  const own = chain(root, cwd)
    .map((folder) => join(folder, ".codex/config.toml"))
    .findLast((path) => files.has(path) && files.text(path).includes("project_doc_max_bytes"));
  const path = own ?? join(root, ".codex/config.toml");
  const value = Math.ceil(needed / STEP) * STEP;
  const text = withTomlNumber(files.text(path), "project_doc_max_bytes", value);
  return {
    id: "raise",
    title: `Raise project_doc_max_bytes to ${numberText(value)}`,
    edits: [{ path, text }],
  };
};

/** Bring a section that is cut off above the cut. */
export const moveUp = (files: FileSet, cell: ReadCell): readonly PossibleFix[] => {
  const text = files.text(cell.path);
  if (!cell.cut || files.get(cell.path)?.partial) return [];
  const { from, to } = cutPlace(text, cell.cut);
  const sections = sectionsOf(text);
  const first = sections[0];
  const lost = sections.filter((section) => section.to > from && section.from < to);
  if (!first) return [];
  return lost
    .filter((section) => section.from > first.from && section.to - section.from < from - first.from)
    .slice(0, 3)
    .map((section, index) => ({
      id: `move-up-${index}`,
      title: `Move "${section.title}" above line ${numberText(lineAt(text, from))}`,
      edits: [{ path: cell.path, text: moveSection(text, section, first.from) }],
    }));
};

/** Move the section that speaks of one folder into that folder's own file. */
export const moveDown = (files: FileSet, path: string, name: string): readonly PossibleFix[] => {
  const text = files.text(path);
  if (files.get(path)?.partial) return [];
  const root = folderOf(path);
  const found: { readonly section: Section; readonly folder: string }[] = [];
  for (const section of sectionsOf(text)) {
    const folder = folderNamedIn(files, root, `${section.title}\n${text.slice(section.from, section.to)}`);
    if (folder !== null) found.push({ section, folder });
  }
  return found
    .sort((a, b) => b.section.to - b.section.from - (a.section.to - a.section.from))
    .slice(0, 2)
    .map(({ section, folder }, index) => {
      const target = join(folder, name);
      const before = files.text(target);
      const moved = text.slice(section.from, section.to).trimEnd();
      return {
        id: `move-down-${index}`,
        title: `Split "${section.title}" into ${target.slice(root.length + 1)}`,
        edits: [
          { path, text: withoutSection(text, section) },
          { path: target, text: `${before === "" ? "" : `${before.trimEnd()}\n\n`}${moved}\n` },
        ],
      };
    });
};

/** The deepest folder of the listing that a text names most clearly: `packages/api`. */
const folderNamedIn = (files: FileSet, root: string, text: string): string | null => {
  const counts = new Map<string, number>();
  for (const match of text.slice(0, 50_000).matchAll(/(?<![\w./-])((?:[\w.-]+\/)+[\w.-]*|[\w-]+\/)/g)) {
    let name = (match[1] ?? "").replace(/\/+$/, "");
    while (name !== "" && !files.isFolder(join(root, name)))
      name = name.includes("/") ? folderOf(`/${name}`).slice(1) : "";
    if (name !== "" && isBelow(root, join(root, name)) && !name.startsWith("."))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || b[0].length - a[0].length);
  return best && best[1] >= 1 ? join(root, best[0]) : null;
};

/** Windsurf and the like: the part after the limit as a second file with the same front matter. */
export const splitFile = (files: FileSet, cell: ReadCell): readonly PossibleFix[] => {
  const text = files.text(cell.path);
  if (!cell.cut || cell.cut.tail !== undefined || files.get(cell.path)?.partial) return [];
  const front = /^---\r?\n[\s\S]*?\n---\r?\n/.exec(text)?.[0] ?? "";
  const { from } = cutPlace(text, cell.cut);
  const section = sectionsOf(text).findLast((each) => each.from > front.length && each.from <= from);
  const paragraph = text.lastIndexOf("\n\n", from - 1);
  const line = text.lastIndexOf("\n", from - 1) + 1;
  const at = section?.from ?? (paragraph > front.length ? paragraph + 2 : line);
  if (at <= front.length) return [];
  const name = nameOf(cell.path);
  const dot = name.lastIndexOf(".");
  let target = "";
  for (let number = 2; number < 20; number += 1) {
    target = join(folderOf(cell.path), `${name.slice(0, dot)}-${number}${name.slice(dot)}`);
    if (!files.has(target)) break;
  }
  return [
    {
      id: "split",
      title: `Split into ${name} and ${nameOf(target)}`,
      edits: [
        { path: cell.path, text: ended(text.slice(0, at)).replace(/\n\n$/, "\n") },
        { path: target, text: front + text.slice(at) },
      ],
    },
  ];
};
