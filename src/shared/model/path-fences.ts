import { hasInvisible } from "./visible-text.ts";

/**
 * Files as fenced blocks whose info string is the path: how the snapshot shows them to the model, and how the
 * model returns changed ones. A block's text is its lines, each with its newline, as in Markdown.
 */

export type FileBlock = { readonly path: string; readonly text: string };

export type ParsedBlocks = {
  /** Each path once, in the order of its last block. */
  readonly files: readonly FileBlock[];
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
};

export const renderFileBlock = (path: string, text: string): string => {
  const fence = fenceFor(text);
  const newline = text === "" || text.endsWith("\n") ? "" : "\n";
  return `${fence}${path}\n${text}${newline}${fence}`;
};

/** Closed fences that name a path. The last of a path wins; an unclosed one is ignored. */
export const parseFileBlocks = (reply: string): ParsedBlocks => {
  const files = new Map<string, string>();
  const refused: { path: string; reason: string }[] = [];
  for (const block of closedFences(reply)) {
    const info = block.info.trim();
    if (!looksLikePath(info)) continue;
    const normal = normaliseBlockPath(info);
    if ("refused" in normal) {
      refused.push({ path: info, reason: normal.refused });
      continue;
    }
    files.delete(normal.path);
    files.set(normal.path, block.text);
  }
  return { files: [...files].map(([path, text]) => ({ path, text })), refused };
};

/** A project-relative path with `/`, or why it is not valid. */
export const normaliseBlockPath = (raw: string): { readonly path: string } | { readonly refused: string } => {
  const path = raw
    .trim()
    .replaceAll("\\", "/")
    .replace(/\/{2,}/g, "/");
  if (path.startsWith("/")) return { refused: "The path is absolute." };
  if (/^[a-z]:/i.test(path)) return { refused: "The path has a drive letter." };
  const trimmed = path.replace(/\/$/, "");
  // oxlint-disable-next-line no-control-regex -- such names are what is refused
  if (/[\u0000-\u001f\u007f]/.test(trimmed)) return { refused: "The path has a control character." };
  if (hasInvisible(trimmed)) return { refused: "The path has a character that cannot be seen." };
  const bad = trimmed.split("/").find((part) => part === "" || part === "." || part === "..");
  if (bad === undefined) return { path: trimmed };
  return { refused: bad === "" ? "The path has an empty part." : `The path has a part "${bad}".` };
};

export const looksLikePath = (info: string): boolean =>
  !/[\s{}]/.test(info) && /[/.\\]/.test(info) && !DOTTED_LANGUAGES.has(info.toLowerCase());

/** One longer than the longest run of backticks in the text, at least three. */
const fenceFor = (text: string): string => {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return "`".repeat(longest + 1);
};

type Fence = { readonly mark: string; readonly info: string };

function* closedFences(reply: string): Generator<{ readonly info: string; readonly text: string }> {
  let open: (Fence & { lines: string[] }) | null = null;
  for (const line of reply.match(/[^\n]*\n|[^\n]+/g) ?? []) {
    const fence = fenceOf(line);
    if (!open) {
      if (fence) open = { ...fence, lines: [] };
    } else if (fence && closes(open, fence)) {
      yield { info: open.info, text: open.lines.join("") };
      open = null;
    } else if (fence && restarts(open, fence)) open = { ...fence, lines: [] };
    else open.lines.push(line);
  }
}

const fenceOf = (line: string): Fence | null => {
  // `s`: with a line end of another kind in it, the expression would try every length of the fence.
  const match = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(line.replace(/\r?\n$/, ""));
  const [, mark = "", info = ""] = match ?? [];
  if (mark === "" || (mark.startsWith("`") && info.includes("`"))) return null;
  return { mark, info };
};

const closes = (open: Fence, fence: Fence) => fence.info.trim() === "" && fence.mark.startsWith(open.mark);

/**
 * A second path with the same fence length means that the first block was never closed: a block that contains
 * fences has a longer one. Reading on would write the second file into the first.
 */
const restarts = (open: Fence, fence: Fence) =>
  fence.mark.startsWith(open.mark) && looksLikePath(open.info.trim()) && looksLikePath(fence.info.trim());

/** Names of languages and media types with a dot or a slash that occur in info strings. */
const DOTTED_LANGUAGES: ReadonlySet<string> = new Set([
  ".net",
  "asp.net",
  "vb.net",
  "node.js",
  "vue.js",
  "react.js",
  "pl/sql",
  "pl/pgsql",
  "pl/python",
  "c/c++",
  "js/ts",
  "html/css",
  "text/plain",
  "text/html",
  "text/css",
  "text/javascript",
  "text/typescript",
  "text/jsx",
  "text/babel",
  "text/markdown",
  "text/xml",
  "text/csv",
  "text/x-python",
  "application/json",
  "application/ld+json",
  "application/javascript",
  "application/typescript",
  "application/xml",
  "application/yaml",
  "application/sql",
  "image/svg+xml",
]);
