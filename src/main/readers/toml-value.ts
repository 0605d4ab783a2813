/**
 * The value of one key at the top of a TOML file, before its first table: a whole number, a text in quotes or a
 * list of such texts on one line. Everything else is undefined.
 */
export const tomlValue = (text: string, key: string): number | string | readonly string[] | undefined => {
  for (const line of text.split("\n", MAX_LINES)) {
    if (/^\s*\[/.test(line)) return undefined;
    const match = /^\s*([A-Za-z0-9_-]+)\s*=\s*(.*?)\s*$/.exec(line);
    if (match?.[1] === key) return valueOf(match[2] ?? "");
  }
  return undefined;
};

const MAX_LINES = 5_000;

const valueOf = (value: string): number | string | readonly string[] | undefined => {
  const number = /^\+?(\d[\d_]*)\s*(?:#.*)?$/.exec(value)?.[1];
  if (number !== undefined) return wholeNumber(number);
  const text = /^(["'])(.*?)\1\s*(?:#.*)?$/.exec(value)?.[2];
  if (text !== undefined) return text;
  const list = /^\[(.*)\]\s*(?:#.*)?$/.exec(value)?.[1];
  return list === undefined ? undefined : [...list.matchAll(/(["'])(.*?)\1/g)].map((match) => match[2] ?? "");
};

/** No program takes a number that is larger than it can count. */
const wholeNumber = (digits: string): number | undefined => {
  const value = Number(digits.replaceAll("_", ""));
  return Number.isSafeInteger(value) ? value : undefined;
};

/** The lines of one table of a TOML file, without those of tables below it; empty when there is none. */
export const tomlTable = (text: string, name: string): string => {
  const lines = text.split("\n", MAX_LINES);
  const at = lines.findIndex((line) => line.replace(/#.*$/, "").trim() === `[${name}]`);
  if (at < 0) return "";
  const end = lines.findIndex((line, index) => index > at && /^\s*\[/.test(line));
  return lines.slice(at + 1, end < 0 ? undefined : end).join("\n");
};

/** The same text with the key set at the top; a line that sets it already is replaced. */
export const withTomlNumber = (text: string, key: string, value: number): string => {
  const lines = text.split("\n");
  const table = lines.findIndex((line) => /^\s*\[/.test(line));
  const end = table < 0 ? lines.length : table;
  const at = lines.slice(0, end).findIndex((line) => new RegExp(`^\\s*${key}\\s*=`).test(line));
  if (at >= 0) return lines.with(at, `${key} = ${value}`).join("\n");
  return `${key} = ${value}\n${text}`;
};
