import type { ReadCell, ReadReason } from "#shared/model/reader.ts";
import { folderOf, isBelow, nameOf } from "./file-set.ts";
import { matchesAny } from "./globs.ts";
import type { Reader, ReaderAnswer, ReaderInput } from "./reader.ts";

/** The whole answer of one reader: what it loads, and for every other candidate why not. */
export const runReader = (reader: Reader, input: ReaderInput): ReaderAnswer => {
  const found = reader.read(input);
  const loaded = new Map<string, ReadCell>();
  for (const cell of found.loaded) if (!loaded.has(cell.path)) loaded.set(cell.path, withMet(cell, input));
  const never = new Map<string, ReadCell>();
  for (const cell of found.dropped) {
    if (!loaded.has(cell.path) && !never.has(cell.path)) never.set(cell.path, cell);
  }
  const names = new Set(reader.names);
  const lower = new Set(reader.names.map((name) => name.toLowerCase()));
  for (const path of input.candidates.paths) {
    if (loaded.has(path) || never.has(path) || input.files.isBlank(path)) continue;
    const reason = generalReason(path, input, names, lower);
    never.set(path, { path, how: "never", reason, rule: reason === "not-its-file" ? "names" : "places" });
  }
  return { loaded: [...loaded.values()], dropped: [...never.values()] };
};

const generalReason = (
  path: string,
  { cwd }: ReaderInput,
  names: ReadonlySet<string>,
  lower: ReadonlySet<string>,
): ReadReason => {
  const name = nameOf(path);
  if (!names.has(name)) return lower.has(name.toLowerCase()) ? "wrong-case" : "not-its-file";
  const folder = folderOf(path);
  if (isBelow(cwd, path) && folder !== cwd) return "below-folder";
  return isBelow(folder, cwd) ? "above-root" : "elsewhere";
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
