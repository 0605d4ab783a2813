import { isQuestion } from "./is-question.ts";

/** UTF-16 units that one thing learned may have. */
export const MAX_LEARNED_CHARS = 300;

/**
 * Whether a text may be learned: one sentence that states something. Questions, rows of tables, markup, code, tags
 * and points of a list are pieces of an answer, not facts.
 */
export const isLearnable = (text: string): boolean => {
  const bare = text.trim();
  return (
    bare !== "" &&
    bare.length <= MAX_LEARNED_CHARS &&
    !/[\n\r\u2028\u2029]/.test(bare) &&
    /\p{L}/u.test(bare) &&
    !isQuestion(bare) &&
    !isTableRow(bare) &&
    !isMarkup(bare) &&
    !isCode(bare) &&
    !isListPoint(bare) &&
    sentences(bare) <= 1
  );
};

const isTableRow = (text: string) => text.startsWith("|") || /\|.*\|/.test(text) || /^[-:|\s]+$/.test(text);

/** Headings, quotes, rules, pictures, elements and entities, and lines that are nothing but tags. */
const isMarkup = (text: string) =>
  /^(?:#{1,6}\s|>|!\[|<!--|={3,}|-{3,}|\*{3,})/.test(text) ||
  /<\/?[a-z][^<>]*>/i.test(text) ||
  /&(?:lt|gt|amp|#\d+);/.test(text) ||
  /^(?:#[\p{L}\p{N}_/-]+[\s,]*)+$/u.test(text);

const isCode = (text: string) =>
  text.includes("```") ||
  /^`[^`]*`[.:]?$/.test(text) ||
  /[;{}]\s*$/.test(text) ||
  /=>|::|\)\s*\{|^\s*(?:const|let|var|function|import|export|def|class|return|SELECT|npm|git|sudo)\s\S/.test(
    text,
  );

const isListPoint = (text: string) =>
  /^(?:[-*+•]|\d{1,3}[.)]|[a-z]\)|\[[ xX]\])\s/.test(text) || /^\*\*[^*]+\*\*:?$/.test(text);

/** A full stop after a short word is likely an abbreviation: "Dr. Gray", "no. 7". */
const sentences = (text: string): number =>
  text.split(/(?<=\p{L}{4}[.!…]["'”’)]?)\s+(?=\p{Lu})|(?<=[。！])(?=.)/u).length;
