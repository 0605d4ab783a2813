import type { Finding } from "#shared/contract/context.ts";
import { type AdviceInput, isFile, nameOf, textOf } from "./advice-input.ts";

/** Pairs of files with the same content: the text of the smaller one is paid for twice. */
export const findSharedLines = ({ manifest, messages }: AdviceInput): readonly Finding[] => {
  const files = manifest.segments
    .filter(({ source, sent }) => isFile(source) && sent.tokens > 0)
    .map((segment) => ({ segment, lines: linesOf(textOf(segment, messages)) }))
    .filter(({ lines }) => lines.size >= FEWEST_LINES);
  const found: Finding[] = [];
  for (const [pair, shared] of sharedBetween(files.map(({ lines }) => lines))) {
    const [one, other] = pair.split("/").map((index) => files[Number(index)]);
    if (!one || !other) continue;
    const [small, large] = one.lines.size <= other.lines.size ? [one, other] : [other, one];
    const share = shared / small.lines.size;
    if (share < LEAST_SHARE) continue;
    const [a, b] = [nameOf(small.segment.source), nameOf(large.segment.source)];
    found.push({
      kind: share >= WHOLE ? "duplicate" : "shared-lines",
      text:
        share >= WHOLE
          ? `${a} is also in ${b}: keep one of them.`
          : `${a} shares ${Math.round(share * 100)} % of its lines with ${b}.`,
      saves: Math.round(share * small.segment.sent.tokens),
      exact: manifest.exact && share === 1,
      files: [small.segment.source, large.segment.source],
      at: null,
      edit: share >= WHOLE ? { kind: "exclude", path: small.segment.source, on: true } : null,
    });
  }
  return found;
};

/** A line that more files have than this belongs to a template and is not a repetition. */
const COMMON = 8;
const FEWEST_LINES = 4;
const SHORTEST_LINE = 12;
const LEAST_SHARE = 0.3;
const WHOLE = 0.9;

const linesOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split("\n")
      .map((line) => line.trim())
      // Rules and table lines such as `| --- | --- |` have no content.
      .filter((line) => line.length >= SHORTEST_LINE && /\p{L}{3}/u.test(line)),
  );

/** How many lines each pair of files has in common, by `index/index`. Looks at each line once, not at each pair. */
const sharedBetween = (files: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> => {
  const owners = new Map<string, number[]>();
  for (const [index, lines] of files.entries()) {
    for (const line of lines) {
      const known = owners.get(line);
      if (known) known.push(index);
      else owners.set(line, [index]);
    }
  }
  const pairs = new Map<string, number>();
  for (const indexes of owners.values()) {
    if (indexes.length < 2 || indexes.length > COMMON) continue;
    for (const [at, one] of indexes.entries()) {
      for (const other of indexes.slice(at + 1)) {
        const pair = `${one}/${other}`;
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
      }
    }
  }
  return pairs;
};
