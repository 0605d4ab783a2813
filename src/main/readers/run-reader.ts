import type { ReadCell } from "#shared/model/reader.ts";
import type { CandidateFacts, Candidates } from "./candidates.ts";
import { isBelow } from "./file-set.ts";
import { matchesAny } from "./globs.ts";
import type { Reader, ReaderAnswer, ReaderInput } from "./reader.ts";

/**
 * The answer of one reader: what it loads, and why not what it could. Candidates with names that it reads nowhere are
 * not in it; see `notItsFiles`.
 */
export const runReader = (reader: Reader, input: ReaderInput): ReaderAnswer => {
  const found = reader.read(input);
  const told = new Set<string>();
  const firstOfEach = (cells: readonly ReadCell[]) =>
    cells.filter(({ path }) => !told.has(path) && told.add(path));
  const loaded = firstOfEach(found.loaded).map((cell) => withMet(cell, input));
  const never = [...firstOfEach(found.dropped)];
  const names = new Set(reader.names);
  for (const { path, name, place } of namedAs(input.candidates, names)) {
    if (told.has(path) || input.files.isBlank(path)) continue;
    const reason = names.has(name) ? place : "wrong-case";
    never.push({ path, how: "never", reason, rule: "places" });
  }
  return { loaded, dropped: never };
};

/** Candidates with one of these names, however it is spelled, in order of the path. */
const namedAs = ({ byName }: Candidates, names: ReadonlySet<string>): readonly CandidateFacts[] => {
  const lower = new Set([...names].map((name) => name.toLowerCase()));
  return [...lower].flatMap((name) => byName.get(name) ?? []).sort((a, b) => (a.path < b.path ? -1 : 1));
};

/** Every other candidate: files for other programs. Most of a large folder, and the same for each text. */
export const notItsFiles = (
  { loaded, dropped }: ReaderAnswer,
  { candidates, files }: ReaderInput,
): readonly ReadCell[] => {
  const told = new Set([...loaded, ...dropped].map(({ path }) => path));
  return candidates.paths
    .filter((path) => !told.has(path) && !files.isBlank(path))
    .map((path) => ({ path, how: "never", reason: "not-its-file", rule: "names" }));
};

/** Whether the files that were touched meet the condition; left open when none were. */
const withMet = (cell: ReadCell, { touched, gitRoot, cwd }: ReaderInput): ReadCell => {
  if (cell.how !== "conditional" || touched.length === 0 || cell.when === undefined) return cell;
  const base = gitRoot ?? cwd;
  const globs = cell.when.split(", ");
  const met = touched.some((path) => {
    if (cell.reason === "below-on-read") return isBelow(cell.when ?? "", path);
    return isBelow(base, path) && matchesAny(path.slice(base.length + 1), globs);
  });
  return { ...cell, met };
};
