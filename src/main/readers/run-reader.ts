import type { ReadCell, ReadReason } from "#shared/model/reader.ts";
import type { CandidateFacts } from "./candidates.ts";
import { isBelow } from "./file-set.ts";
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
  for (const facts of input.candidates.facts) {
    const { path } = facts;
    if (facts.isBlank || loaded.has(path) || never.has(path)) continue;
    const reason = generalReason(facts, names, lower);
    never.set(path, { path, how: "never", reason, rule: reason === "not-its-file" ? "names" : "places" });
  }
  return { loaded: [...loaded.values()], dropped: [...never.values()] };
};

const generalReason = (
  { name, lowerName, place }: CandidateFacts,
  names: ReadonlySet<string>,
  lower: ReadonlySet<string>,
): ReadReason => {
  if (names.has(name)) return place;
  return lower.has(lowerName) ? "wrong-case" : "not-its-file";
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
