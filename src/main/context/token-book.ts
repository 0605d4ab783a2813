import type { Signal } from "#shared/contract/index.ts";
import { isBuiltInEncoding } from "../tokens/load-encoder.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import { forEachLimited } from "../workspace/for-each-limited.ts";
import type { Meter } from "./types.ts";

/**
 * A cache of counts and cut offsets, so that the assembler can stay synchronous while a worker counts. An
 * assembly that meets an unknown text uses an estimate; `settle` has the missing texts counted and assembles
 * again, until nothing is missing. A second preview of the same text finds everything here.
 *
 * For cutting, the whole table of a text's offsets (the offset for every number of tokens) is kept, made in one
 * pass of the counter. Any limit is then exact and costs nothing, which a dragged slider needs. A local model's
 * tokenizer only counts and would need minutes for a table, so single cuts of its texts are kept.
 */
export type TokenBook = {
  /** Runs until it needs no count that is not in the book. */
  settle<Result>(run: (meter: Meter) => Result, signal?: Signal): Promise<Result>;
};

/** UTF-16 units of text, and entries of cut tables, after which the oldest are forgotten. */
const MAX_CHARS = 64_000_000;
const MAX_OFFSETS = 16_000_000;
/** Texts of which single cuts are kept. */
const MAX_CUT_TEXTS = 2_000;
/** Texts on their way to the workers. */
const COUNTED_AT_ONCE = 64;
/** Every round adds counts and removes none, so more than a few rounds mean a bug. */
const MAX_ROUNDS = 40;

export const createTokenBook = (counter: TokenCounter, encoding: string): TokenBook => {
  const counts = new Map<string, number>();
  const tables = new Map<string, Uint32Array>();
  const cuts = new Map<string, Map<number, number>>();
  const totals = new WeakMap<readonly string[], number>();
  const hasTables = isBuiltInEncoding(encoding);
  let chars = 0;
  let offsets = 0;

  const remember = (text: string, tokens: number) => {
    if (counts.has(text)) return;
    counts.set(text, tokens);
    chars += text.length;
    for (const oldest of counts.keys()) {
      if (chars <= MAX_CHARS || oldest === text) break;
      counts.delete(oldest);
      chars -= oldest.length;
    }
  };

  const rememberTable = (text: string, table: Uint32Array) => {
    if (tables.has(text)) return;
    tables.set(text, table);
    offsets += table.length;
    for (const [oldest, { length }] of tables) {
      if (offsets <= MAX_OFFSETS || oldest === text) break;
      tables.delete(oldest);
      offsets -= length;
    }
  };

  const cutOnce = async (text: string, limits: readonly number[], signal?: Signal) => {
    const { offsets: ends } = await counter.cuts(text, encoding, limits, signal);
    const known = cuts.get(text) ?? new Map<number, number>();
    for (const [index, limit] of limits.entries()) known.set(limit, ends[index] ?? 0);
    cuts.set(text, known);
    for (const oldest of cuts.keys()) {
      if (cuts.size <= MAX_CUT_TEXTS || oldest === text) break;
      cuts.delete(oldest);
    }
  };

  const fill = async (missing: Missing, signal?: Signal) => {
    // Each waits for the signal, and adding a listener takes longer the more there are.
    await forEachLimited([...missing.counts], COUNTED_AT_ONCE, async (text) => {
      remember(text, (await counter.count(text, encoding, signal)).tokens);
    });
    await Promise.all(
      [...missing.cuts].map(async ([text, limits]) =>
        hasTables
          ? rememberTable(text, (await counter.cutTable(text, encoding, signal)).table)
          : cutOnce(text, [...limits], signal),
      ),
    );
  };

  return {
    settle: async (run, signal) => {
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const missing: Missing = { counts: new Set(), cuts: new Map() };
        const outcome = attempt(() => run(lookUp({ counts, tables, cuts, totals }, missing)));
        if (missing.counts.size === 0 && missing.cuts.size === 0) {
          if ("error" in outcome) throw outcome.error;
          return outcome.value;
        }
        await fill(missing, signal);
      }
      throw new Error("Counting did not settle.");
    },
  };
};

/** `cuts`: texts, and the limits at which they were to be cut. */
type Missing = { readonly counts: Set<string>; readonly cuts: Map<string, Set<number>> };

type Known = {
  readonly counts: ReadonlyMap<string, number>;
  readonly tables: ReadonlyMap<string, Uint32Array>;
  readonly cuts: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly totals: WeakMap<readonly string[], number>;
};

const lookUp = ({ counts, tables, cuts, totals }: Known, missing: Missing): Meter => ({
  tokens: (text) => tokensOf(text, counts, missing),
  total: (texts) => {
    const known = totals.get(texts);
    if (known !== undefined) return known;
    const before = missing.counts.size;
    const sum = texts.reduce((all, text) => all + tokensOf(text, counts, missing), 0);
    // An estimate is not kept.
    if (missing.counts.size === before && texts.every((text) => text === "" || counts.has(text)))
      totals.set(texts, sum);
    return sum;
  },
  cut: (text, limit) => {
    const most = Math.max(0, limit);
    const table = tables.get(text);
    if (table) return table[most] ?? text.length;
    const offset = cuts.get(text)?.get(most);
    if (offset !== undefined) return offset;
    const limits = missing.cuts.get(text);
    if (limits) limits.add(most);
    else missing.cuts.set(text, new Set([most]));
    return Math.min(text.length, most * 4);
  },
});

const tokensOf = (text: string, counts: Known["counts"], missing: Missing): number => {
  if (text === "") return 0;
  const known = counts.get(text);
  if (known !== undefined) return known;
  missing.counts.add(text);
  return Math.ceil(text.length / 4);
};

/** A refusal that is based on estimates is not final. */
const attempt = <Result>(run: () => Result): { value: Result } | { error: unknown } => {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
};
