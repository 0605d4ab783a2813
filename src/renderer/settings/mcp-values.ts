import { t } from "../ui/messages/index.ts";

export type TypedValues = {
  readonly values: Readonly<Record<string, string>>;
  /** What is wrong with the first bad line; null when all are right. */
  readonly wrong: string | null;
};

/** Variables (`NAME=value`) or headers (`Name: value`), one per line. */
export const typedValues = (text: string, mark: "=" | ":"): TypedValues => {
  const values = new Map<string, string>();
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const at = line.indexOf(mark);
    const name = line.slice(0, Math.max(at, 0)).trim();
    if (name === "") return { values: {}, wrong: t.mcp.valuesWrong(index + 1) };
    values.set(name, line.slice(at + 1).trim());
  }
  return { values: Object.fromEntries(values), wrong: null };
};

/** A command as a terminal would show it; arguments with spaces are quoted. */
export const commandLine = (command: string, args: readonly string[]): string =>
  [command, ...args].map((word) => (/^[\w@%+=:,./~-]+$/.test(word) ? word : JSON.stringify(word))).join(" ");
