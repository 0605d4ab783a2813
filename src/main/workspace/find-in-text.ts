import { createContext, Script } from "node:vm";
import { Failure } from "#shared/contract/index.ts";

/** What is looked for in files. */
export type FindPattern = {
  readonly query: string;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
  readonly regex: boolean;
};

export type FoundText = {
  readonly index: number;
  readonly length: number;
  /** What its groups found; empty for plain text. */
  readonly groups: readonly string[];
};

/** Finds places in a text up to a maximum number, none of them empty. */
export type FindInText = (text: string, limit: number) => readonly FoundText[];

/** One expression on one file of 5 MB; an ordinary one takes a tenth of it. */
const LIMIT_MS = 400;

/** Fails with `invalid-pattern` at once, and with `pattern-too-slow` when an expression takes too long on a file. */
export const finderOf = ({ query, caseSensitive, wholeWord, regex }: FindPattern): FindInText => {
  const source = regex ? query : escapePattern(query);
  const flags = `gmu${caseSensitive ? "" : "i"}`;
  const whole = wholeWord ? String.raw`(?<![\p{L}\p{N}_])(?:${source})(?![\p{L}\p{N}_])` : source;
  const pattern = compiled(whole, flags);
  if (!regex) return (text, limit) => placesIn(text, pattern, limit);
  // A person's expression can take forever; only a context of its own can be stopped.
  const place = createContext({ text: "", source: whole, flags, limit: 0 });
  return (text, limit) => {
    Object.assign(place, { text, limit });
    try {
      return JSON.parse(script.runInContext(place, { timeout: LIMIT_MS }) as string) as FoundText[];
    } catch {
      throw new Failure("pattern-too-slow", "This expression takes too long on one of the files.", { query });
    }
  };
};

/** `$1` to `$9` and `$&` stand for what was found; `$$` is a dollar. */
export const expandReplacement = (replacement: string, whole: string, groups: readonly string[]): string =>
  replacement.replaceAll(/\$(\$|&|[1-9])/g, (_, name: string) => {
    if (name === "$") return "$";
    return name === "&" ? whole : (groups[Number(name) - 1] ?? "");
  });

const placesIn = (text: string, pattern: RegExp, limit: number): readonly FoundText[] => {
  const found: FoundText[] = [];
  for (const match of text.matchAll(pattern)) {
    if (match[0] === "") continue;
    found.push({ index: match.index, length: match[0].length, groups: [] });
    if (found.length >= limit) break;
  }
  return found;
};

const script = new Script(
  `
  const found = [];
  for (const match of text.matchAll(new RegExp(source, flags))) {
    if (match[0] === "") continue;
    found.push({ index: match.index, length: match[0].length, groups: match.slice(1).map((group) => group ?? "") });
    if (found.length >= limit) break;
  }
  JSON.stringify(found);
`
    .replace(/^/, "{")
    .replace(/$/, "}"),
);

const compiled = (source: string, flags: string): RegExp => {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, "") : "";
    throw new Failure("invalid-pattern", `This is not a regular expression. ${why}`, { source });
  }
};

const escapePattern = (text: string): string => text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`);
