/**
 * Whether a text from outside can be drawn as Markdown without harm. Parsers recurse over what is nested and are
 * quadratic in marks that never close: `<div>` 3,000 times ends in a stack overflow, `*a` 25,000 times in 11 s.
 * Each check looks at the text once.
 */
export const canBeDrawn = (text: string): boolean =>
  !hasManyMarks(text) && !hasDeepLines(text) && !hasDeepTags(text);

/** Levels of quotes, lists or elements in each other. */
const MAX_DEPTH = 60;
/** Marks of emphasis, code and links between two blank lines. */
const MAX_MARKS = 4_000;

const hasManyMarks = (text: string): boolean => {
  let marks = 0;
  let isBlank = true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE) {
      if (isBlank) marks = 0;
      isBlank = true;
    } else if (MARKS.has(code)) {
      isBlank = false;
      marks += 1;
      if (marks > MAX_MARKS) return true;
    } else if (code !== SPACE && code !== TAB && code !== RETURN) isBlank = false;
  }
  return false;
};

const [NEWLINE, SPACE, TAB, RETURN] = [10, 32, 9, 13];
const MARKS: ReadonlySet<number> = new Set(Array.from("*_~`[]!<", (mark) => mark.charCodeAt(0)));

/** Marks of quotes and lists at the beginning of one line, or lists that go further in line by line. */
const hasDeepLines = (text: string): boolean => {
  const indents: number[] = [];
  for (const [line] of text.matchAll(/^.*$/gm)) {
    const words = line.trimStart();
    const opening = /^(?:[ \t]{0,4}(?:>|[-*+]|\d{1,9}[.)])(?=[ \t>]|$))*/.exec(words)?.[0] ?? "";
    const marks = opening.match(/[>*+-]|\d+/g)?.length ?? 0;
    if (marks > MAX_DEPTH) return true;
    if (marks === 0) continue;
    const indent = line.length - words.length;
    while ((indents.at(-1) ?? -1) >= indent) indents.pop();
    indents.push(indent);
    if (indents.length > MAX_DEPTH) return true;
  }
  return false;
};

const hasDeepTags = (text: string): boolean => {
  let depth = 0;
  for (const [, closing, name = ""] of text.matchAll(/<(\/?)([a-zA-Z][a-zA-Z0-9-]{0,30})/g)) {
    if (EMPTY.has(name.toLowerCase())) continue;
    depth = closing ? Math.max(0, depth - 1) : depth + 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
};

/** Elements that hold nothing, and those that people leave open. */
const EMPTY: ReadonlySet<string> = new Set(["br", "hr", "img", "input", "wbr", "p", "li", "td", "tr", "th"]);
