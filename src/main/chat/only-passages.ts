import { Failure } from "#shared/contract/index.ts";
import { documentKind } from "#shared/model/document-kind.ts";
import { fileBlock, PASSAGES_MARK, readFileBlocks } from "#shared/model/tagged-text.ts";
import { cutStart } from "../base/cut-text.ts";
import { bestPassages } from "../providers/builtin/best-passages.ts";

const MAX_PASSAGES = 16;

/** A message without the files that stand before its words. */
export const withoutFiles = (content: string): string => content.slice(readFileBlocks(content).end);

/** A message whose files are cut to the passages that match its words, in their order, within `maxChars`. */
export const onlyPassages = (content: string, maxChars: number): string => {
  const { files, end } = readFileBlocks(content);
  const words = content.slice(end);
  const sources = files.map(({ path, text }) => ({ source: path, text }));
  const best = bestPassages(words, sources, MAX_PASSAGES);
  if (best.length === 0) {
    throw new Failure("nothing-matches", "No passage of the attached files matches the question.");
  }
  let left = maxChars;
  const kept = best.filter(({ text }) => (left -= text.length) >= 0);
  const taken = kept.length > 0 ? kept : best.slice(0, 1);
  const blocks = files.flatMap(({ path }) => {
    const own = taken.filter(({ source }) => source === path).map(({ text }) => cutStart(text, maxChars));
    if (own.length === 0) return [];
    return [fileBlock(path, `${PASSAGES_MARK}\n\n${own.join("\n\n[…]\n\n")}`)];
  });
  return [...blocks, words].join("\n\n");
};

/**
 * A message whose documents (PDF, DOCX, XLSX, PPTX) are whole while they take at most twice `maxChars` together;
 * otherwise they are cut to the passages that match its words, each under the mark of its page or sheet. Without a
 * match they stay whole, and the window decides. Text files always stay as they are.
 */
export const withFittedDocuments = (content: string, maxChars: number): string => {
  const { files, end } = readFileBlocks(content);
  const documents = files.filter(({ path }) => documentKind(path) !== null);
  if (documents.reduce((sum, { text }) => sum + text.length, 0) <= 2 * maxChars) return content;
  const words = content.slice(end);
  const blocks = (some: typeof files) => some.map(({ path, text }) => fileBlock(path, text));
  try {
    const passages = onlyPassages([...blocks(documents), words].join("\n\n"), maxChars);
    const others = files.filter(({ path }) => documentKind(path) === null);
    return [...blocks(others), passages].join("\n\n");
  } catch (error) {
    if (error instanceof Failure && error.code === "nothing-matches") return content;
    throw error;
  }
};
