import { parseYamlFrontMatter } from "#shared/model/yaml-front-matter.ts";

/**
 * Sets what the comments at the very top of a workspace file say and leaves every other byte alone:
 * `<!-- priority: 10 -->`, `<!-- tags: a, b -->`.
 */
export const withPriority = (text: string, priority: number): string =>
  withComment(text, "priority", String(priority));

/** The tag is added to those the file has. */
export const withTag = (text: string, tag: string): string => {
  const found = commentOf(text, "tags");
  const tags = (found?.value ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  return tags.includes(tag) ? text : withComment(text, "tags", [...tags, tag].join(", "));
};

const withComment = (text: string, key: string, value: string): string => {
  const comment = `<!-- ${key}: ${value} -->`;
  const found = commentOf(text, key);
  if (found) return text.slice(0, found.start) + comment + text.slice(found.end);
  const start = startOf(text);
  const newline = /\r\n/.test(text) ? "\r\n" : "\n";
  return text.slice(0, start) + comment + newline + text.slice(start);
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
