/**
 * Parses the YAML block at the very top of a note, between two lines of `---`, as far as notes use YAML: a
 * key with a word, a quoted text, a list in brackets or a list of lines. Everything else in it is ignored.
 */
export type YamlFrontMatter = {
  /** By key in lower case; a single value is a list of one. */
  readonly values: ReadonlyMap<string, { readonly texts: readonly string[]; readonly line: number }>;
  /** UTF-16 offset after the line that closes it. */
  readonly end: number;
};

/** A longer block is not the properties of a note. */
const MAX_CHARS = 64 * 1024;

export const parseYamlFrontMatter = (text: string): YamlFrontMatter | null => {
  const opening = /^\uFEFF?---[ \t]*\r?\n/.exec(text);
  if (!opening) return null;
  const closing = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/gm;
  closing.lastIndex = opening[0].length;
  const closed = closing.exec(text.slice(0, opening[0].length + MAX_CHARS));
  if (!closed) return null;
  const block = text.slice(opening[0].length, closed.index);
  if (!isMapping(block)) return null;
  return { values: valuesIn(block), end: closed.index + closed[0].length };
};

/** Two horizontal rules with text between them are not front matter. */
const isMapping = (block: string): boolean => {
  const first = block.split("\n").find((line) => line.trim() !== "" && !line.startsWith("#"));
  return first === undefined || KEY.test(first);
};

// Blanks around values are trimmed afterwards: an expression that looks for them is slow on a line full of them.
const KEY = /^([\p{L}\p{N}_-][\p{L}\p{N}_ -]*):(?:[ \t](.*))?\r?$/u;

const valuesIn = (block: string): YamlFrontMatter["values"] => {
  const values = new Map<string, { texts: string[]; line: number }>();
  let open: string[] | null = null;
  for (const [index, line] of block.split("\n").entries()) {
    const item = /^[ \t]*-[ \t](.*)\r?$/.exec(line);
    if (item && open) {
      open.push(...textsOf(item[1] ?? ""));
      continue;
    }
    const pair = KEY.exec(line);
    if (!pair) continue;
    const key = (pair[1] ?? "").trim().toLowerCase();
    open = textsOf(pair[2] ?? "");
    // The block starts on the second line of the file.
    if (!values.has(key)) values.set(key, { texts: open, line: index + 2 });
  }
  return values;
};

/** `[a, "b c"]` is a list, everything else one text; empty when there is none. */
const textsOf = (value: string): string[] => {
  const list = /^\[(.*)\]$/s.exec(withoutComment(value));
  const parts = list ? (list[1] ?? "").split(",") : [withoutComment(value)];
  return parts.map(unquoted).filter((text) => text !== "");
};

const withoutComment = (value: string): string =>
  /^["'[]/.test(value) ? value.trim() : value.replace(/(^|[ \t])#.*$/s, "").trim();

const unquoted = (value: string): string => {
  const text = value.trim();
  const inner = /^(["'])(.*)\1$/s.exec(text)?.[2];
  return (inner ?? text).trim();
};
