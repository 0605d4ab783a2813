import type { ReadCell, ReadReason } from "#shared/model/reader.ts";
import { type FileSet, folderOf } from "./file-set.ts";

/** One `@path` of a text. */
export type Mention = { readonly ref: string; readonly inCode: boolean; readonly at: number };

/** A text with more is not followed further: one file would stand for a folder. */
const MAX_MENTIONS = 500;
/** Files that one file may bring in, over all levels. */
const MAX_IMPORTS = 500;

/** `@` at the start or after white space, up to the next white space. */
export const mentionsOf = (text: string): readonly Mention[] => {
  if (!text.includes("@")) return [];
  const code = codeRanges(text);
  const mentions: Mention[] = [];
  for (const match of text.matchAll(/(?<=^|\s|`)@([^\s`]+)/g)) {
    const at = match.index;
    const inCode = code.some(([from, to]) => at >= from && at < to);
    mentions.push({ ref: match[1] ?? "", inCode, at });
    if (mentions.length === MAX_MENTIONS) break;
  }
  return mentions;
};

/** Fenced blocks and back-tick spans, as [from, to). */
const codeRanges = (text: string): readonly (readonly [number, number])[] => {
  if (!text.includes("`") && !text.includes("~~~")) return [];
  const ranges: [number, number][] = [];
  let at = 0;
  let fence: { mark: string; from: number } | null = null;
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence) {
      if (mark && mark[0] === fence.mark[0] && mark.length >= fence.mark.length) {
        ranges.push([fence.from, at + line.length]);
        fence = null;
      }
    } else if (mark) fence = { mark, from: at };
    else
      for (const span of line.matchAll(/(`+)(?!`).*?\1/g))
        ranges.push([at + span.index, at + span.index + span[0].length]);
    at += line.length + 1;
  }
  if (fence) ranges.push([fence.from, text.length]);
  return ranges;
};

export type ImportRules = {
  readonly maxDepth: number;
  /** Which mentions are imports. */
  readonly isImport: (mention: Mention) => boolean;
  /** Whether mentions in code are left alone. */
  readonly skipsCode: boolean;
  /** The files an import means, or why there are none. */
  readonly resolve: (ref: string, folder: string) => readonly string[] | ReadReason;
  /** Whether the references of this file are expanded. */
  readonly expands?: (path: string) => boolean;
  readonly rule: string;
};

export type Imported = { readonly loaded: readonly ReadCell[]; readonly dropped: readonly ReadCell[] };

/** Everything a file brings in, depth first, each file once. Cycles end at the file that is there already. */
export const importsOf = (files: FileSet, path: string, rules: ImportRules): Imported => {
  const loaded = new Map<string, ReadCell>();
  const dropped = new Map<string, ReadCell>();
  const never = (target: string, reason: ReadReason, by: string) => {
    if (!dropped.has(target))
      dropped.set(target, { path: target, how: "never", reason, rule: rules.rule, by });
  };
  const expand = (from: string, depth: number): void => {
    if (rules.expands && !rules.expands(from)) return;
    for (const mention of mentionsOf(files.text(from))) {
      if (!rules.isImport(mention)) continue;
      const targets = rules.resolve(mention.ref, folderOf(from));
      if (typeof targets === "string") continue;
      for (const target of targets) {
        const isFile = files.has(target);
        if (!isFile || target === path || loaded.has(target)) continue;
        if (mention.inCode && rules.skipsCode) never(target, "import-in-code", from);
        else if (depth >= rules.maxDepth) never(target, "import-depth", from);
        else if (loaded.size < MAX_IMPORTS) {
          loaded.set(target, { path: target, how: "always", reason: "import", rule: rules.rule, by: from });
          expand(target, depth + 1);
        }
      }
    }
  };
  expand(path, 0);
  return {
    loaded: [...loaded.values()],
    dropped: [...dropped.values()].filter((cell) => !loaded.has(cell.path)),
  };
};
