import { numberText } from "#shared/model/number-text.ts";
import type { ReadCell } from "#shared/model/reader.ts";
import { reasonText } from "#shared/model/read-reason-text.ts";
import { cutPlace, lineAt } from "../cut-place.ts";
import type { FileSet } from "../file-set.ts";
import { lookAt, type Looked } from "../look-at.ts";
import type { Reader } from "../reader.ts";
import { readers } from "../readers.ts";
import type { PossibleFix } from "./edit.ts";
import { withEdits } from "./edit.ts";
import { sectionsOf } from "./sections.ts";

/** What the readers would read after a fix, in words; found out by running them. */
export const effectOf = (
  fix: PossibleFix,
  reader: Reader,
  path: string,
  before: Looked,
  shown: (path: string) => string,
): string => {
  const files = withEdits(before.input.files, fix.edits);
  const { cwd, home, touched, caseSensitive } = before.input;
  const after = lookAt(files, { cwd, home, touched, caseSensitive }, readers);
  const sentences = [ownEffect(fix, reader, path, after, shown)];
  const paths = new Set([...cellsOf(before, reader), ...cellsOf(after, reader)].map((cell) => cell.path));
  const others = [...paths].filter(
    (each) =>
      each !== path &&
      !fix.edits.some((edit) => edit.path === each) &&
      stateOf(before, reader, each) !== stateOf(after, reader, each),
  );
  for (const each of others.slice(0, 2)) sentences.push(stateSentence(each, reader, after, shown));
  const changed = readers.filter(
    (other) =>
      other.id !== reader.id &&
      before.answers.has(other.id) &&
      summary(before, other) !== summary(after, other),
  );
  if (changed.length > 0) {
    const names = changed
      .slice(0, 3)
      .map(({ name }) => name)
      .join(", ");
    sentences.push(
      `Also changes what ${names}${changed.length > 3 ? ` and ${changed.length - 3} more` : ""} ${changed.length === 1 ? "reads" : "read"}.`,
    );
  }
  return sentences.join(" ");
};

const ownEffect = (
  fix: PossibleFix,
  reader: Reader,
  path: string,
  after: Looked,
  shown: (path: string) => string,
): string => {
  // A moved text is found under its new name.
  const moved = fix.edits.find((edit) => edit.path === path && edit.text === null)
    ? fix.edits.find((edit) => edit.text !== null)
    : undefined;
  return stateSentence(moved?.path ?? path, reader, after, shown);
};

const stateSentence = (
  path: string,
  reader: Reader,
  after: Looked,
  shown: (path: string) => string,
): string => {
  const cell = cellsOf(after, reader).find((each) => each.path === path) ?? notItsFile(after, path);
  const name = shown(path);
  if (!cell) return `${reader.name} does not read ${name}.`;
  if (cell.how === "never") return `${reader.name} does not read ${name}: ${reasonText(cell, shown)}`;
  if (cell.cut) {
    return `${reader.name} then reads ${name} up to line ${numberText(cutLine(after.input.files, cell))}${lostSections(after.input.files, cell)}.`;
  }
  if (cell.how === "always") return `${reader.name} then reads ${name} whole.`;
  return `${reader.name} then reads ${name} ${cell.how === "conditional" ? "on condition" : "on demand"}: ${reasonText(cell, shown)}`;
};

/** A file with a name that the program reads nowhere. */
const notItsFile = ({ input }: Looked, path: string): ReadCell | null =>
  input.candidates.paths.includes(path) && !input.files.isBlank(path)
    ? { path, how: "never", reason: "not-its-file", rule: "names" }
    : null;

/** Which sections the cut then falls into. */
const lostSections = (files: FileSet, cell: ReadCell): string => {
  const text = files.text(cell.path);
  if (!cell.cut) return "";
  const { from, to } = cutPlace(text, cell.cut);
  const lost = sectionsOf(text).filter((section) => section.to > from && section.from < to);
  const names = lost.slice(0, 3).map(({ title }) => `"${title}"`);
  return names.length === 0
    ? ""
    : `; ${names.join(", ")}${lost.length > 3 ? " and more" : ""} ${lost.length === 1 ? "loses its end" : "lose text"}`;
};

const cutLine = (files: FileSet, cell: ReadCell): number => {
  const text = files.text(cell.path);
  return cell.cut ? lineAt(text, cutPlace(text, cell.cut).from) : 0;
};

const cellsOf = (looked: Looked, { id }: Reader): readonly ReadCell[] => {
  const answer = looked.answers.get(id);
  return answer ? [...answer.loaded, ...answer.dropped] : [];
};

const stateOf = (looked: Looked, reader: Reader, path: string): string => {
  const cell = cellsOf(looked, reader).find((each) => each.path === path);
  return cell ? `${cell.how}:${cell.cut ? `${cell.cut.at}` : ""}` : "none";
};

const summary = (looked: Looked, reader: Reader): string =>
  cellsOf(looked, reader)
    .filter(({ how }) => how !== "never")
    .map(({ path, how, cut }) => `${path}:${how}:${cut?.at ?? ""}`)
    .join("|");
