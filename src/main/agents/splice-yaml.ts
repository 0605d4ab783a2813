import { isDeepStrictEqual } from "node:util";
import { type Document, isMap, isNode, isScalar, isSeq, parseDocument, stringify } from "yaml";
import type { Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { isValues } from "./merge-values.ts";

/**
 * Changes a YAML text and leaves every other byte unchanged: comments, blank lines, alignment, quotes.
 *
 * The document's nodes know their offsets, so a change replaces a piece of text. Each result is parsed again
 * and compared with the intended value; where replacing text does not work (odd layouts, anchors), the
 * document is changed and printed as a whole, which keeps comments and order but not all spacing.
 */
export type YamlPath = readonly (string | number)[];

export const setInYaml = (text: string, path: YamlPath, value: unknown): string =>
  change(
    text,
    (doc) => doc.setIn(path, value),
    (doc) => spliceSet(text, doc, path, value),
  );

export const deleteInYaml = (text: string, path: YamlPath): string =>
  change(
    text,
    (doc) => doc.deleteIn(path),
    (doc) => spliceDelete(text, doc, path),
  );

/** Adds an item at the end of the list at the path. */
export const appendInYaml = (text: string, path: YamlPath, value: unknown): string =>
  change(
    text,
    (doc) => doc.addIn(path, value),
    (doc) => spliceAppend(text, doc, path, value),
  );

const change = (text: string, meant: (doc: Document) => void, splice: (doc: Document) => string | null) => {
  const changed = parseDocument(text);
  meant(changed);
  const spliced = splice(parseDocument(text));
  if (spliced !== null) {
    const result = parseDocument(spliced);
    const same = result.errors.length === 0 && isDeepStrictEqual(result.toJS(), plain(changed));
    if (same) return spliced;
  }
  return changed.toString({ lineWidth: 0 });
};

/** Created from text, so that new nodes look like parsed ones. */
const plain = (doc: Document): unknown => parseDocument(doc.toString({ lineWidth: 0 })).toJS();

const spliceSet = (text: string, doc: Document, path: YamlPath, value: unknown): string | null => {
  const parent = doc.getIn(path.slice(0, -1), true);
  const key = path.at(-1);
  if (!isMap(parent) || typeof key !== "string" || !parent.range) return null;
  if (parent.flow) {
    const [start, end] = parent.range;
    const merged = { ...(parent.toJS(doc) as object), [key]: value };
    return paste(text, start, end, inline(merged, text.startsWith("{ ", start)));
  }
  const pair = pairOf(parent, key);
  return pair ? replaceValue(text, pair, key, value) : insertPair(text, parent, key, value);
};

const replaceValue = (text: string, pair: Pair, key: string, value: unknown): string | null => {
  const old = pair.value;
  const keyStart = isScalar(pair.key) ? pair.key.range?.[0] : undefined;
  if (!isNode(old) || !old.range || keyStart === undefined) return null;
  const [start, end] = old.range;
  if (isSeq(old) && !old.flow && Array.isArray(value) && value.length > 0)
    return replaceList(text, old, value);
  if (isOnOneLine(text, old) && isShort(value)) return paste(text, start, end, inline(value, false));
  const written = indented(stringify({ [key]: value }, style), columnOf(text, keyStart));
  return paste(text, keyStart, end, text[end - 1] === "\n" ? written : written.trimEnd());
};

/** Lines of unchanged items are kept, with their comments. */
const replaceList = (text: string, list: YAMLSeq, values: readonly unknown[]): string | null => {
  const end = list.range?.[1];
  const starts = list.items.map((item) => lineStart(text, (item as Scalar).range?.[0] ?? 0));
  const [begin] = starts;
  if (end === undefined || begin === undefined || new Set(starts).size < starts.length) return null;
  const pieces = new Map(
    list.items.map((item, index) => [
      isScalar(item) ? item.value : item,
      withNewline(text.slice(starts[index], starts[index + 1] ?? end)),
    ]),
  );
  const indent = columnOf(text, text.indexOf("-", begin));
  const lines = values.map((value) => pieces.get(value) ?? indented(stringify([value], style), indent, true));
  return paste(text, begin, end, lines.join(""));
};

const insertPair = (text: string, map: YAMLMap, key: string, value: unknown): string | null => {
  const first = map.items[0]?.key;
  const last = map.items.at(-1);
  const lastNode = isNode(last?.value) ? last.value : last?.key;
  if (!isScalar(first) || !first.range || !isNode(lastNode) || !lastNode.range) return null;
  const column = columnOf(text, first.range[0]);
  return insertLines(text, lastNode.range[1], indented(stringify({ [key]: value }, style), column, true));
};

const spliceAppend = (text: string, doc: Document, path: YamlPath, value: unknown): string | null => {
  const list = doc.getIn(path, true);
  const first = isSeq(list) ? list.items[0] : undefined;
  if (!isSeq(list) || list.flow || !isNode(first) || !first.range || !list.range) return null;
  const dash = text.lastIndexOf("-", first.range[0]);
  const column = columnOf(text, dash);
  // The end of the list's own text; comments after it stay after it.
  return insertLines(text, list.range[1], indented(stringify([value], style), column, true));
};

const spliceDelete = (text: string, doc: Document, path: YamlPath): string | null => {
  const parent = doc.getIn(path.slice(0, -1), true);
  const key = path.at(-1);
  if (isSeq(parent) && !parent.flow && typeof key === "number") return deleteItem(text, parent, key);
  if (!isMap(parent) || parent.flow || parent.items.length < 2) return null;
  const index = parent.items.findIndex((pair) => isScalar(pair.key) && pair.key.value === key);
  const pair = parent.items[index];
  const next = parent.items[index + 1];
  if (!isScalar(pair?.key) || !pair.key.range || !isNode(pair.value) || !pair.value.range) return null;
  const start = pair.key.range[0];
  const isFirst = text.slice(lineStart(text, start), start).trim() !== "";
  // `- key: value`: the next key moves to the place after the dash.
  if (isFirst)
    return isScalar(next?.key) && next.key.range ? paste(text, start, next.key.range[0], "") : null;
  return paste(text, lineStart(text, start), lineEnd(text, pair.value.range[1]), "");
};

const deleteItem = (text: string, list: YAMLSeq, index: number): string | null => {
  const item = list.items[index];
  if (list.items.length < 2 || !isNode(item) || !item.range) return null;
  const dash = text.lastIndexOf("-", item.range[0]);
  return paste(text, lineStart(text, dash), lineEnd(text, item.range[1]), "");
};

const style = { lineWidth: 0, blockQuote: "literal" } as const;

const pairOf = (map: YAMLMap, key: string) =>
  map.items.find((pair) => isScalar(pair.key) && pair.key.value === key);

const isOnOneLine = (text: string, node: { range?: readonly number[] | null }) =>
  !text.slice(node.range?.[0], node.range?.[1]).includes("\n") && node.range?.[0] !== node.range?.[1];

const isShort = (value: unknown): boolean =>
  typeof value === "string" ? !value.includes("\n") : !isValues(value) || Object.values(value).every(isShort);

const inline = (value: unknown, padded: boolean): string => {
  const doc = parseDocument("");
  const node = doc.createNode(value, { flow: true });
  doc.contents = node as typeof doc.contents;
  return doc.toString({ ...style, flowCollectionPadding: padded }).trim();
};

const indented = (lines: string, column: number, firstToo = false): string => {
  const pad = " ".repeat(column);
  const all = lines.replaceAll(/^(?=.)/gm, pad);
  return firstToo ? all : all.slice(column);
};

const paste = (text: string, start: number, end: number, piece: string) =>
  text.slice(0, start) + piece + text.slice(end);

const insertLines = (text: string, after: number, lines: string): string => {
  const at = lineEnd(text, after);
  return `${withNewline(text.slice(0, at))}${lines}${text.slice(at)}`;
};

const withNewline = (text: string) => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
const lineStart = (text: string, at: number) => text.lastIndexOf("\n", at - 1) + 1;
const columnOf = (text: string, at: number) => at - lineStart(text, at);

/** The offset after the line break that ends the line; `at` itself when it is at the start of a line. */
const lineEnd = (text: string, at: number) => {
  if (at > 0 && text[at - 1] === "\n") return at;
  const newline = text.indexOf("\n", at);
  return newline === -1 ? text.length : newline + 1;
};
