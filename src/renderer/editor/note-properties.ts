import { LineCounter, parseDocument } from "yaml";
import { parseFrontMatter } from "#shared/model/front-matter.ts";

export type Property = {
  readonly key: string;
  /** One text, or each text of a list. */
  readonly values: readonly string[];
  readonly isList: boolean;
};

export type NoteProperties = {
  readonly properties: readonly Property[];
  /** What is wrong with the YAML, and in which line of the file. */
  readonly problem: { readonly line: number; readonly text: string } | null;
};

const MAX_YAML_CHARS = 64 * 1024;
const MAX_PROPERTIES = 100;
const MAX_VALUES = 200;
const MAX_VALUE_CHARS = 500;

/** What the top of a note says about it, for a person to read: the YAML block, or the comments. */
export const notePropertiesOf = (text: string): NoteProperties => {
  const block = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^(?:---|\.\.\.)[ \t]*\r?$/m.exec(
    text.slice(0, MAX_YAML_CHARS),
  )?.[1];
  const { offset, priority, tags } = parseFrontMatter(text);
  if (offset === 0) return { properties: [], problem: null };
  if (block !== undefined && text.trimStart().startsWith("---")) return yamlProperties(block);
  const properties: Property[] = [];
  if (priority !== null) properties.push({ key: "priority", values: [String(priority)], isList: false });
  if (tags.length > 0) properties.push({ key: "tags", values: [...tags], isList: true });
  return { properties, problem: null };
};

const yamlProperties = (block: string): NoteProperties => {
  const lines = new LineCounter();
  try {
    const document = parseDocument(block, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
    const [error] = document.errors;
    // An alias can stand for itself many times over; without them the size of the text is the limit.
    const read: unknown = document.toJS({ maxAliasCount: 0 });
    const isMapping = typeof read === "object" && read !== null && !Array.isArray(read);
    return {
      properties: isMapping ? Object.entries(read).slice(0, MAX_PROPERTIES).map(propertyOf) : [],
      problem: error
        ? { line: lineIn(block, lines.linePos(error.pos[0]).line), text: sentence(error.message) }
        : null,
    };
  } catch {
    return { properties: [], problem: { line: 1, text: "It is nested too deeply, or refers to itself." } };
  }
};

/** In the file, which has one line more above; what never ends is found at the last line. */
const lineIn = (block: string, line: number): number =>
  Math.min(line, block.trimEnd().split("\n").length) + 1;

const propertyOf = ([key, value]: [string, unknown]): Property => {
  const isTags = /^(?:tags?|aliases)$/i.test(key);
  const isList = Array.isArray(value) || (isTags && typeof value === "string" && value !== "");
  const values: readonly unknown[] = Array.isArray(value)
    ? value
    : typeof value === "string" && isList
      ? value.split(/[,\s]+/)
      : [value];
  return {
    key: key.slice(0, MAX_VALUE_CHARS),
    isList,
    values: values
      .slice(0, MAX_VALUES)
      .map(wordsOf)
      .filter((text) => text !== ""),
  };
};

const wordsOf = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}…` : text;
};

const sentence = (message: string): string => {
  const [first = ""] = message.split("\n");
  return /[.!?]$/.test(first) ? first : `${first}.`;
};
