import { headingLine } from "../../base/heading-line.ts";

/** A part of a Markdown text that can be recalled on its own. Lines count from 1. */
export type Chunk = {
  readonly text: string;
  /** The headings above it: `Suppliers > Flour`. */
  readonly heading: string;
  readonly lineFrom: number;
  readonly lineTo: number;
};

export type ChunkMode =
  /** Every bullet and every paragraph separately, as in MEMORY.md. */
  | "entries"
  /** Paragraphs under one heading together, as long as they are small. */
  | "passages"
  /** The same for text that is not Markdown: there, `#` starts a comment, not a heading. */
  | "plain";

/** About 200 tokens: the sentence model reads 256, headings included. */
const WANTED_CHARS = 800;
/** A single line longer than this is cut into pieces. */
const MAX_CHARS = 1_600;

/**
 * Reads line by line, so that ten megabytes need no list of lines. Fenced code stays together with its
 * fences; comments such as front matter are skipped.
 */
export function* chunkMarkdown(text: string, mode: ChunkMode): Generator<Chunk> {
  const isPlain = mode === "plain";
  const headings: string[] = [];
  let open: { lines: string[]; from: number; chars: number } | null = null;
  let fence: string | null = null;
  let lastLine = 0;

  const close = (): Chunk[] => {
    const ended = open;
    open = null;
    return ended ? piecesOf(ended.lines, headings, ended.from, lastLine) : [];
  };
  const add = (line: string, number: number) => {
    open ??= { lines: [], from: number, chars: 0 };
    open.lines.push(line);
    open.chars += line.length + 1;
    lastLine = number;
  };
  /** Read through a function, because the compiler cannot see that `add` changes `open`. */
  const charsSoFar = (): number => open?.chars ?? 0;

  for (const { line, number } of linesOf(text)) {
    const mark = (isPlain ? null : /^\s*(```+|~~~+)/.exec(line)?.[1]) ?? null;
    if (fence !== null || mark !== null) {
      if (charsSoFar() > MAX_CHARS) yield* close();
      add(line, number);
      if (fence === null) fence = mark;
      else if (mark?.startsWith(fence)) fence = null;
      continue;
    }
    const heading = isPlain ? null : headingLine(line);
    if (heading) {
      yield* close();
      headings.length = Math.min(headings.length, heading.level - 1);
      headings[heading.level - 1] = heading.title;
      continue;
    }
    if (line.trim() === "" || (!isPlain && /^\s*<!--.*-->\s*$/.test(line))) {
      if (mode === "entries" || charsSoFar() >= WANTED_CHARS) yield* close();
      continue;
    }
    const isBullet = /^(?:[-*+]|\d+[.)])\s/.test(line);
    if (mode === "entries" && isBullet) yield* close();
    if (charsSoFar() + line.length > MAX_CHARS) yield* close();
    add(line, number);
  }
  yield* close();
}

function* linesOf(text: string): Generator<{ line: string; number: number }> {
  let from = 0;
  for (let number = 1; from < text.length; number += 1) {
    const end = text.indexOf("\n", from);
    const to = end < 0 ? text.length : end;
    yield { line: text.slice(from, text[to - 1] === "\r" ? to - 1 : to), number };
    from = to + 1;
  }
}

const piecesOf = (
  lines: readonly string[],
  headings: readonly string[],
  lineFrom: number,
  lineTo: number,
): Chunk[] => {
  const heading = headings.filter(Boolean).join(" > ");
  const text = lines.join("\n").trim();
  if (text === "") return [];
  return cutText(text).map((piece) => ({ text: piece, heading, lineFrom, lineTo }));
};

/** Splits a text into pieces that can be embedded, at the end of a sentence or at least of a word. */
export const cutText = (text: string): string[] => {
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > MAX_CHARS) {
    const end = from + cutAt(text.slice(from, from + MAX_CHARS));
    pieces.push(text.slice(from, end).trim());
    from = end;
  }
  pieces.push(text.slice(from).trim());
  return pieces.filter(Boolean);
};

const cutAt = (piece: string): number => {
  for (const pattern of [/\n\n/g, /[.!?。！？]\s|[。！？]/g, /\s/g]) {
    const ends = [...piece.matchAll(pattern)].map(({ index, 0: found }) => index + found.length);
    const last = ends.at(-1) ?? 0;
    if (last >= WANTED_CHARS / 2) return last;
  }
  // Never inside a surrogate pair.
  return /[\uD800-\uDBFF]$/.test(piece) ? piece.length - 1 : piece.length;
};
