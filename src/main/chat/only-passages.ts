import { Failure } from "#shared/contract/index.ts";
import { fileBlock, readFileBlocks } from "#shared/model/tagged-text.ts";
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
    return [fileBlock(path, `[only passages that match the question]\n\n${own.join("\n\n[…]\n\n")}`)];
  });
  return [...blocks, words].join("\n\n");
};
