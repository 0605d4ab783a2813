import type { ReadCell, ReadReason } from "#shared/model/reader.ts";
import { folderOf, isBelow, type FileSet } from "./file-set.ts";
import { type Front, listOf, valueOf } from "./front-matter.ts";

export const always = (path: string, rule: string, reason: ReadReason = "name"): ReadCell => ({
  path,
  how: "always",
  reason,
  rule,
});

export const conditional = (path: string, rule: string, reason: ReadReason, when: string): ReadCell => ({
  path,
  how: "conditional",
  reason,
  rule,
  when,
});

export const onDemand = (path: string, rule: string, reason: ReadReason): ReadCell => ({
  path,
  how: "ondemand",
  reason,
  rule,
});

/** Enters when a file in the same folder, or below it, is read. */
export const belowOnRead = (path: string, rule: string, folder = folderOf(path)): ReadCell =>
  conditional(path, rule, "below-on-read", folder);

/** A rule with `paths` or the like is on condition, without it always on. */
export const ruleBy = (path: string, front: Front, key: string, rule: string): ReadCell => {
  const globs = listOf(valueOf(front, key));
  return globs.length > 0 ? conditional(path, rule, "glob", globs.join(", ")) : always(path, rule, "rule");
};

/** Paths with one of these names below a folder, in order of the path. */
export const namedBelow = (files: FileSet, folder: string, names: readonly string[]): readonly string[] =>
  names
    .flatMap((name) => files.named(name))
    .filter((path) => isBelow(folder, path) && folderOf(path) !== folder)
    .sort();

export const notBlank = (files: FileSet, path: string): boolean => files.has(path) && !files.isBlank(path);
