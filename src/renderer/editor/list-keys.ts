/** What Enter or Tab does to one line of a list: the text that takes the place of some of it. */
export type LineEdit = {
  /** UTF-16 offsets in the line. */
  readonly from: number;
  readonly to: number;
  readonly insert: string;
};

/** Indent, quote marks, the bullet or number, blanks, and the box of a task. */
const ITEM = /^((?:\s*>)*\s*)([-*+]|(\d{1,9})([.)]))(\s+)(\[[ xX]\](?:\s+|$))?/;

/**
 * Enter in an item goes on with the next one: a bullet with a bullet, a number with the next number, a task with an
 * open task. In an empty item it ends the list and leaves nothing of it. Null: Enter is just Enter.
 */
export const enterInList = (line: string, column: number): LineEdit | null => {
  const item = ITEM.exec(line) ?? ITEM.exec(`${line} `);
  if (!item) return null;
  const [whole, indent = "", bullet = "", number, delimiter = ".", blanks = " ", box] = item;
  const text = line.slice(Math.min(whole.length, line.length));
  if (text.trim() === "") {
    const quote = indent.includes(">") ? indent.trimEnd() : "";
    return column < line.trimEnd().length ? null : { from: quote.length, to: line.length, insert: "" };
  }
  if (column < whole.length) return null;
  const next = number === undefined ? bullet : `${Number(number) + 1}${delimiter}`;
  const after = line.slice(column);
  const skipped = after.length - after.trimStart().length;
  return {
    from: column,
    to: column + skipped,
    insert: `\n${indent}${next}${blanks}${box === undefined ? "" : "[ ] "}`,
  };
};

/** Tab in an item moves it one level in, Shift+Tab one out. Null: it is no item, or cannot go further out. */
export const indentItem = (line: string, direction: "in" | "out"): LineEdit | null => {
  const item = ITEM.exec(line) ?? ITEM.exec(`${line} `);
  if (!item) return null;
  const [, , bullet = "-"] = item;
  const width = /\d/.test(bullet) ? 3 : 2;
  if (direction === "in") return { from: 0, to: 0, insert: " ".repeat(width) };
  const blanks = /^(?:\t| {1,4})/.exec(line)?.[0] ?? "";
  if (blanks === "") return null;
  return { from: 0, to: blanks === "\t" ? 1 : Math.min(width, blanks.length), insert: "" };
};

/** What a pasted address makes of the words that are selected; null when it is pasted as it is. */
export const pastedLink = (selected: string, pasted: string): string | null => {
  const address = pasted.trim();
  if (!/^https?:\/\/[^\s<>]{1,2000}$/.test(address) || selected.trim() === "" || /[\n[\]]/.test(selected)) {
    return null;
  }
  if (/^https?:\/\//.test(selected)) return null;
  return `[${selected}](${address.replaceAll("(", "%28").replaceAll(")", "%29")})`;
};
