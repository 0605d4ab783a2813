import { parseFrontMatter } from "#shared/model/front-matter.ts";
import { parseYamlFrontMatter } from "#shared/model/yaml-front-matter.ts";

/**
 * Sets what the top of a workspace file says and leaves every other byte alone: in the YAML block when that has the
 * key, since it counts before comments; otherwise in a comment, `<!-- priority: 10 -->`, `<!-- tags: a, b -->`.
 */
export const withPriority = (text: string, priority: number): string =>
  parseYamlFrontMatter(text)?.values.has("priority")
    ? withYamlLine(text, "priority", String(priority))
    : withComment(text, "priority", String(priority));

/** Without the comment and its line: the file has the priority of any other. */
export const withoutPriority = (text: string): string => {
  const found = commentOf(text, "priority");
  if (!found) return text;
  const rest = text.slice(found.end).replace(/^[ \t]*(?:\r\n|\n)?/, "");
  return text.slice(0, found.start) + rest;
};

/** The tag is added to those the file has. */
export const withTag = (text: string, tag: string): string => {
  const { tags } = parseFrontMatter(text);
  if (tags.includes(tag)) return text;
  const yaml = parseYamlFrontMatter(text)?.values;
  const key = ["tags", "tag"].find((each) => yaml?.has(each));
  if (key !== undefined || yaml?.has("shared")) {
    const listed = [...new Set(tags.filter((each) => each !== "shared" || !yaml?.has("shared")))];
    return withYamlLine(text, key ?? "tags", `[${[...listed, tag].join(", ")}]`);
  }
  const found = commentOf(text, "tags");
  const known = (found?.value ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  return withComment(text, "tags", [...known, tag].join(", "));
};

/** The line of a key in the YAML block, which is added when it is missing. A list of lines under it goes. */
const withYamlLine = (text: string, key: string, value: string): string => {
  const yaml = parseYamlFrontMatter(text);
  if (!yaml) return text;
  const lines = text.split("\n");
  const at = (yaml.values.get(key)?.line ?? 2) - 1;
  const end = lines[0]?.endsWith("\r") ? "\r" : "";
  const isThere = yaml.values.has(key);
  const items = isThere ? lines.slice(at + 1).findIndex((line) => !/^[ \t]*-[ \t]/.test(line)) : 0;
  return lines.toSpliced(at, isThere ? 1 + Math.max(0, items) : 0, `${key}: ${value}${end}`).join("\n");
};

const withComment = (text: string, key: string, value: string): string => {
  const comment = `<!-- ${key}: ${value} -->`;
  const found = commentOf(text, key);
  if (found) return text.slice(0, found.start) + comment + text.slice(found.end);
  const start = startOf(text);
  const newline = /\r\n/.test(text) ? "\r\n" : "\n";
  // A block that ends with the file has no line end after it.
  const gap = start > 0 && !/[\n\uFEFF]$/.test(text.slice(0, start)) ? newline : "";
  return text.slice(0, start) + gap + comment + newline + text.slice(start);
};

/** Other programs expect a YAML block on the first line, so comments come after it. */
const startOf = (text: string): number =>
  parseYamlFrontMatter(text)?.end ?? (text.startsWith("\uFEFF") ? 1 : 0);

/** Only among the comments at the top: one in the middle of the text is text. */
const commentOf = (text: string, wanted: string) => {
  const comment = /(\s*)<!--[ \t]*(priority|tags)[ \t]*:([^\r\n]*?)-->/iy;
  comment.lastIndex = startOf(text);
  for (let match = comment.exec(text); match; match = comment.exec(text)) {
    const [, blank = "", key = "", value = ""] = match;
    if (key.toLowerCase() !== wanted) continue;
    return { start: match.index + blank.length, end: comment.lastIndex, value };
  }
  return null;
};
