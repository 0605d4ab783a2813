/**
 * A memory's text for a row of the list: without Markdown's marks, so that three lines say something. Links keep
 * their words, a row of a table its cells; a table's rule and blank lines say nothing.
 */
export const shownText = (text: string): string =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "" && !TABLE_RULE.test(line))
    .map((line) => cells(line).replaceAll(MARKS, "").replaceAll(LINK, "$1").replace(BULLET, "$1• "))
    .join("\n");

const TABLE_RULE = /^\s*\|?[\s:|-]*-{3}[\s:|-]*\|?\s*$/;
const MARKS = /\*\*|__|`+|^\s{0,3}#{1,6}\s+|^>\s?/g;
const LINK = /\[([^\][]*)\]\([^()\s]*\)/g;
const BULLET = /^(\s*)[-*+] (?:\[[ x]\] )?/;

const cells = (line: string): string =>
  /^\s*\|.*\|\s*$/.test(line)
    ? line
        .trim()
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim())
        .filter(Boolean)
        .join(" · ")
    : line;
