import { normalised } from "./words.ts";

/**
 * Names and numbers: what can show where an answer has something from, although it is a single word. Paths, dates
 * and numbers with separators are one term: `HOURS.md`, `2026-11-17`, `1,900`.
 */
export type Term = {
  /** What it is compared by. A plain name keeps its case: "Rose" is not "rose". */
  readonly key: string;
  readonly kind: "name" | "number";
  readonly from: number;
  readonly to: number;
  /** It begins a sentence, where every word has a capital: only a place in the prompt that does not shows a name. */
  readonly isFirst: boolean;
};

const TERM = /[\p{L}\p{N}\p{M}]+(?:[.,_'’@/:-][\p{L}\p{N}\p{M}]+)*/gu;
/** Before the first word of a sentence, a line, a list item, a heading or a quotation. */
const BEGINS = /(?:^|[.!?:;…\n|>*#"“„«(-])[\s*_`#>"“„«(-]*$/u;

export const termsOf = (text: string): readonly Term[] => {
  const terms: Term[] = [];
  for (const { 0: found, index } of text.matchAll(TERM)) {
    const written = found.replace(/['’]s$/u, "");
    const kind = kindOf(written);
    if (kind === null) continue;
    const isFirst =
      kind === "name" && isPlain(written) && BEGINS.test(text.slice(Math.max(0, index - 8), index));
    terms.push({ key: keyOf(written, kind), kind, from: index, to: index + written.length, isFirst });
  }
  return terms;
};

const kindOf = (written: string): Term["kind"] | null => {
  if (/^[\p{N}.,:/'’-]+$/u.test(written)) return digits(written) >= MIN_DIGITS ? "number" : null;
  if (/\d/.test(written) || /[._@/]/.test(written) || /\p{Ll}\p{Lu}/u.test(written)) return "name";
  return /^\p{Lu}/u.test(written) && Array.from(written).length > 1 ? "name" : null;
};

/** One digit is in every list. */
const MIN_DIGITS = 2;

const digits = (text: string): number => text.replace(/[^\p{N}]/gu, "").length;

/** A word with a capital and nothing else that makes it a name. */
const isPlain = (written: string): boolean => /^\p{Lu}[\p{Ll}\p{M}]*$/u.test(written);

const keyOf = (written: string, kind: Term["kind"]): string => {
  if (kind === "name") return isPlain(written) ? written.normalize("NFKC") : normalised(written);
  // 1,900 and 1’900 are 1900; 3.5 stays.
  return /^\d{1,3}(?:[,'’]\d{3})+$/.test(written) ? written.replace(/[,'’]/g, "") : normalised(written);
};
