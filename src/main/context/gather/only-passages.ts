import { Failure } from "#shared/contract/index.ts";
import type { DocumentCut } from "#shared/model/document-cut.ts";
import { documentKind } from "#shared/model/document-kind.ts";
import { fileBlock, PASSAGES_MARK, readFileBlocks } from "#shared/model/tagged-text.ts";
import { cutStart } from "../../base/cut-text.ts";
import {
  bestOf,
  type Prepared,
  preparedPassages,
  type RankedPassage,
} from "../../providers/builtin/best-passages.ts";

const MAX_PASSAGES = 16;

/** A message without the files that stand before its words. */
export const withoutFiles = (content: string): string => content.slice(readFileBlocks(content).end);

/**
 * While words are typed below the same files, only the words are looked at again. Held weakly: a long document takes
 * many times its size as words, and memory is given back at rest.
 */
let last: WeakRef<{ readonly head: string; readonly prepared: Prepared }> | null = null;

const prepared = (head: string, files: ReturnType<typeof readFileBlocks>["files"]): Prepared => {
  const known = last?.deref();
  if (known?.head === head) return known.prepared;
  const made = preparedPassages(files.map(({ path, text }) => ({ source: path, text })));
  last = new WeakRef({ head, prepared: made });
  return made;
};

/** A message with its files, and which of them are only there in part. */
export type FittedMessage = { readonly content: string; readonly cut: readonly DocumentCut[] };

/** A message whose files are cut to the passages that match its words, in their order, within `maxChars`. */
export const onlyPassages = (content: string, maxChars: number): FittedMessage => {
  const { files, end } = readFileBlocks(content);
  const words = content.slice(end);
  const best = bestOf(prepared(content.slice(0, end), files), words, MAX_PASSAGES);
  if (best.length === 0) {
    throw new Failure("nothing-matches", "No passage of the attached files matches the question.");
  }
  let left = maxChars;
  const kept = best.filter(({ text }) => (left -= text.length) >= 0);
  const taken = kept.length > 0 ? kept : best.slice(0, 1);
  const parts = files.map(({ path, text }) => {
    const own = joined(
      taken.filter(({ source }) => source === path),
      maxChars,
    );
    const block = fileBlock(path, `${PASSAGES_MARK}\n\n${own.text}`);
    // A file without a match is not in the message at all, and is named with those that were cut.
    const blocks = own.passages === 0 ? [] : [block];
    const { kept, passages, places } = own;
    return { blocks, cut: { path, chars: text.length, kept, passages, places } };
  });
  return {
    content: [...parts.flatMap(({ blocks }) => blocks), words].join("\n\n"),
    cut: parts.map(({ cut }) => cut),
  };
};

type Joined = Pick<DocumentCut, "kept" | "passages" | "places"> & { readonly text: string };

/** Passages of one file in the order of the file; what stands above several of them is there once. */
const joined = (passages: readonly RankedPassage[], maxChars: number): Joined => {
  const ordered = passages.toSorted((one, other) => one.at - other.at);
  let [text, kept] = ["", 0];
  for (const [index, passage] of ordered.entries()) {
    const before = ordered[index - 1];
    const isNext = before?.at === passage.at - 1;
    const continues = isNext && headingOf(before) === headingOf(passage);
    const own = cutStart(continues ? passage.body : passage.text, maxChars);
    const between = continues ? "\n" : isNext ? "\n\n" : "\n\n[…]\n\n";
    text += index === 0 ? own : between + own;
    kept += own.length;
  }
  const places = [...new Set(ordered.flatMap((passage) => headingOf(passage) ?? []))];
  return { text, kept, passages: ordered.length, places };
};

const headingOf = ({ lead }: RankedPassage): string | undefined => /^#{1,6} (.{1,80})$/m.exec(lead)?.[1];

/**
 * A message whose documents (PDF, DOCX, XLSX, PPTX) are whole while they take at most twice `maxChars` together;
 * otherwise they are cut to the passages that match its words, each under the mark of its page or sheet. Without a
 * match they stay whole, and the window decides. Text files always stay as they are.
 */
export const withFittedDocuments = (content: string, maxChars: number): FittedMessage => {
  const { files, end } = readFileBlocks(content);
  const documents = files.filter(({ path }) => documentKind(path) !== null);
  if (documents.reduce((sum, { text }) => sum + text.length, 0) <= 2 * maxChars) return { content, cut: [] };
  const words = content.slice(end);
  const blocks = (some: typeof files) => some.map(({ path, text }) => fileBlock(path, text));
  try {
    const passages = onlyPassages([...blocks(documents), words].join("\n\n"), maxChars);
    const others = files.filter(({ path }) => documentKind(path) === null);
    return { ...passages, content: [...blocks(others), passages.content].join("\n\n") };
  } catch (error) {
    if (error instanceof Failure && error.code === "nothing-matches") return { content, cut: [] };
    throw error;
  }
};
