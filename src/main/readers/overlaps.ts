import type { ListedFile } from "./file-set.ts";

/** The same rule in several files, or two that say the opposite. */
export type RuleOverlap = {
  readonly kind: "duplicate" | "contradiction";
  readonly places: readonly RulePlace[];
};
export type RulePlace = { readonly path: string; readonly line: number; readonly text: string };

const MAX_LINES = 10_000;
const MAX_FOUND = 200;
/** Shorter lines are equal by chance. */
const MIN_CHARS = 12;
const MAX_CHARS = 400;

/** Pairs of which a rule can want only one. */
const OPPOSITES: ReadonlyMap<string, string> = new Map(
  [
    ["tabs", "spaces"],
    ["single", "double"],
    ["always", "never"],
    ["npm", "pnpm"],
    ["npm", "yarn"],
    ["npm", "bun"],
    ["pnpm", "yarn"],
    ["pnpm", "bun"],
    ["yarn", "bun"],
    ["jest", "vitest"],
    ["commit", "squash"],
    ["camelcase", "snake_case"],
    ["before", "after"],
  ].flatMap(([a = "", b = ""]) => [
    [`${a} ${b}`, a],
    [`${b} ${a}`, a],
  ]),
);

const NEGATIONS: ReadonlySet<string> = new Set(["not", "never", "no", "dont", "don't", "avoid", "without"]);
/** Words that do not change what a rule is about. */
const FILLER: ReadonlySet<string> = new Set([
  "do",
  "always",
  "please",
  "must",
  "should",
  "the",
  "a",
  "an",
  "to",
  "you",
  "use",
  "using",
]);

type Statement = RulePlace & { readonly words: readonly string[]; readonly isNegative: boolean };

/**
 * Compares the lines of instruction files: list items and sentences, without markup and capitals. A
 * contradiction is a guess by words (one negated, another number, an opposite), and is shown as one.
 */
export const overlapsIn = (files: readonly ListedFile[]): readonly RuleOverlap[] => {
  const statements: Statement[] = [];
  for (const file of files) {
    for (const statement of statementsOf(file)) {
      if (statements.length < MAX_LINES) statements.push(statement);
    }
  }
  return [...duplicates(statements), ...contradictions(statements)].slice(0, MAX_FOUND);
};

function* statementsOf({ path, text }: ListedFile): Generator<Statement> {
  let isCode = false;
  for (const [index, raw] of (text ?? "").split("\n").entries()) {
    const line = raw.trim();
    if (/^(?:```|~~~)/.test(line)) isCode = !isCode;
    if (isCode || line.length < MIN_CHARS || line.length > MAX_CHARS || /^(?:#|@|---|\||<|>|```)/.test(line))
      continue;
    const words = line
      .replace(/^(?:[-*+]|\d+[.)])\s+/, "")
      .toLowerCase()
      .replaceAll(/[`*"“”().,;:!]/g, " ")
      .replaceAll("’", "'")
      .split(/\s+/)
      .filter((word) => word !== "");
    if (words.length < 2) continue;
    yield { path, line: index + 1, text: line, words, isNegative: words.some((word) => NEGATIONS.has(word)) };
  }
}

const placeOf = ({ path, line, text }: Statement): RulePlace => ({ path, line, text });

const groupBy = (
  statements: readonly Statement[],
  key: (statement: Statement) => string,
): readonly (readonly Statement[])[] => {
  const groups = new Map<string, Statement[]>();
  for (const statement of statements) {
    const at = key(statement);
    const group = groups.get(at);
    if (group) group.push(statement);
    else groups.set(at, [statement]);
  }
  return [...groups.values()].filter((group) => new Set(group.map(({ path }) => path)).size > 1);
};

const duplicates = (statements: readonly Statement[]): readonly RuleOverlap[] =>
  groupBy(statements, ({ words }) => words.join(" ")).map((group) => ({
    kind: "duplicate",
    places: onePerFile(group).map(placeOf),
  }));

const onePerFile = (group: readonly Statement[]): readonly Statement[] =>
  [...new Map(group.toReversed().map((statement) => [statement.path, statement])).values()].toReversed();

const core = ({ words }: Statement): readonly string[] =>
  words.filter((word) => !NEGATIONS.has(word) && !FILLER.has(word));

/** Same subject, opposite wish: negated in one file, a different number, or one of a pair of opposites. */
const contradictions = (statements: readonly Statement[]): readonly RuleOverlap[] => {
  const found: RuleOverlap[] = [];
  const negated = groupBy(statements, (statement) => core(statement).join(" "));
  for (const group of negated) {
    const [yes, no] = [
      group.find(({ isNegative }) => !isNegative),
      group.find(({ isNegative }) => isNegative),
    ];
    if (yes && no && yes.path !== no.path && core(yes).length > 0)
      found.push({ kind: "contradiction", places: [placeOf(yes), placeOf(no)] });
  }
  const blanked = new Map<string, Statement[]>();
  for (const statement of statements) {
    const words = core(statement);
    for (const [index, word] of words.entries()) {
      if (!/^\d+$/.test(word) && !OPPOSITE_WORDS.has(word)) continue;
      const key = words.with(index, /^\d+$/.test(word) ? "#" : "?").join(" ");
      const group = blanked.get(key);
      if (group) group.push(statement);
      else blanked.set(key, [statement]);
    }
  }
  for (const group of blanked.values()) {
    const [first, ...others] = group;
    const other = first && others.find((each) => each.path !== first.path && differ(core(first), core(each)));
    if (first && other && first.isNegative === other.isNegative)
      found.push({ kind: "contradiction", places: [placeOf(first), placeOf(other)] });
  }
  return found;
};

const OPPOSITE_WORDS: ReadonlySet<string> = new Set([...OPPOSITES.keys()].flatMap((pair) => pair.split(" ")));

const differ = (a: readonly string[], b: readonly string[]): boolean => {
  const at = a.findIndex((word, index) => word !== b[index]);
  const [left = "", right = ""] = [a[at], b[at]];
  if (at < 0 || a.length !== b.length) return false;
  return (/^\d+$/.test(left) && /^\d+$/.test(right)) || OPPOSITES.has(`${left} ${right}`);
};
