import type { Cell } from "./read-results.ts";

/** One figure of the page: where it is written down, what it is compared with, and what it should be. */
export type Figure = {
  readonly title: string;
  readonly value: Cell;
  /** The figure is the value divided by this. */
  readonly over?: Cell;
  readonly unit: string;
  readonly aim?: { readonly at: "most" | "least"; readonly value: number };
  readonly beside?: readonly Beside[];
};

/** A peer does the same work; a floor is what the work cannot be without. */
export type Beside = { readonly name: string; readonly kind: "peer" | "floor"; readonly value: Cell };

export type Group = { readonly name: string; readonly title: string; readonly figures: readonly Figure[] };

const cell =
  (section: string) =>
  (column: string, ...row: string[]): Cell => ({ section, column, row });

const most = (value: number) => ({ at: "most" as const, value });
const least = (value: number) => ({ at: "least" as const, value });
const peer = (name: string, value: Cell): Beside => ({ name, kind: "peer", value });
const floor = (name: string, value: Cell): Beside => ({ name, kind: "floor", value });

const tokens = cell("tokens");
const speed = (kind: string): Figure => ({
  title: kind,
  value: tokens("Satchel", `${kind}, tokens/s`),
  unit: "tokens/s",
  beside: [
    peer("js-tiktoken", tokens("js-tiktoken", `${kind}, tokens/s`)),
    peer("tiktoken (WASM)", tokens("tiktoken (WASM)", `${kind}, tokens/s`)),
  ],
});
const timesPeer = (kind: string, other: string, aim: number): Figure => ({
  title: `${kind}, times ${other}`,
  value: tokens("Satchel", `${kind}, tokens/s`),
  over: tokens(other, `${kind}, tokens/s`),
  unit: "×",
  aim: least(aim),
});

const turns = cell("turns");
const idle = cell("idle");
const first = cell("first-search");
const app = cell("app");
const budget = cell("budget");
const search = cell("search");
const long = cell("search-long");
const context = cell("context");
const recall = cell("recall");
const kinds = ["English", "code", "Chinese"];

const searchOf = (of: typeof search, memories: string): Figure => ({
  title: `${memories} memories, median`,
  value: of("hybrid p50, ms", memories),
  unit: "ms",
  beside: [
    peer("sqlite-vec, vectors alone", of("sqlite-vec p50, ms", memories)),
    floor("reading all vectors once", of("floor, ms", memories)),
  ],
});

export const groups: readonly Group[] = [
  { name: "counting", title: "Counting tokens", figures: kinds.map(speed) },
  {
    name: "counting-times",
    title: "Counting, times others",
    figures: [
      ...kinds.map((kind) => timesPeer(kind, "js-tiktoken", 15)),
      ...kinds.map((kind) => timesPeer(kind, "tiktoken (WASM)", 1)),
    ],
  },
  {
    name: "first-count",
    title: "The first count of a process",
    figures: [
      {
        title: "load, and 20,000 characters",
        value: tokens("Satchel", "cold load and first 20,000 characters, ms"),
        unit: "ms",
        aim: most(80),
        beside: [
          peer("js-tiktoken", tokens("js-tiktoken", "cold load and first 20,000 characters, ms")),
          peer("tiktoken (WASM)", tokens("tiktoken (WASM)", "cold load and first 20,000 characters, ms")),
        ],
      },
    ],
  },
  {
    name: "turns",
    title: "What a turn costs",
    figures: [
      {
        title: "after 10,000 turns, times the first",
        value: turns("times the first row", "10,000", "0"),
        unit: "×",
        aim: most(2),
      },
      {
        title: "beside 10,000 conversations, times the first",
        value: turns("times the first row", "10", "10,000"),
        unit: "×",
        aim: most(1.5),
      },
    ],
  },
  {
    name: "disk",
    title: "What a short turn leaves on disk",
    figures: [
      {
        title: "everything",
        value: cell("disk")("per turn", "in all"),
        unit: "kB",
        aim: most(10),
        beside: [floor("the two texts", cell("disk")("per turn", "floor: the two texts"))],
      },
    ],
  },
  {
    name: "removal",
    title: "Removing 30,000 of 100,000 memories",
    figures: [
      { title: "CPU", value: cell("removal")("CPU, s", "29,904"), unit: "s", aim: most(5) },
      {
        title: "longest work without a break",
        value: cell("removal")("longest work without a break, ms", "29,904"),
        unit: "ms",
        aim: most(50),
      },
    ],
  },
  {
    name: "memory",
    title: "Memory at rest",
    figures: [
      {
        title: "the sample",
        value: idle("after a rest, MB", "the sample"),
        unit: "MB",
        aim: most(150),
        beside: [floor("bare Node.js", idle("after a rest, MB", "bare Node.js, listening"))],
      },
      {
        title: "10,000 files, 100,000 memories",
        value: idle("after a rest, MB", "10000 files, 100000 memories with vectors"),
        unit: "MB",
        aim: most(250),
        beside: [floor("bare Node.js", idle("after a rest, MB", "bare Node.js, listening"))],
      },
    ],
  },
  {
    name: "start",
    title: "Start to interactive, 2,000 files",
    figures: [
      {
        title: "first",
        value: app("interactive", "first start, nothing counted yet"),
        unit: "ms",
        aim: most(1500),
      },
      {
        title: "again",
        value: app("interactive", "again"),
        unit: "ms",
        aim: most(1000),
        beside: [
          peer(
            "all code loaded at once",
            app("interactive", "peer: again, with Monaco, mermaid and math in the page"),
          ),
        ],
      },
    ],
  },
  {
    name: "drag",
    title: "A divider, from the move to the frame that shows the answer, 95th percentile",
    figures: ["1,000", "10,000"].map((files) => ({
      title: `${files} files`,
      value: budget("p95", files),
      unit: "ms",
      aim: most(32),
      beside: [floor("a bare page on the same socket", budget("floor p95", files))],
    })),
  },
  {
    name: "preview",
    title: "A preview after a changed limit, 1,000 files, median",
    figures: [
      {
        title: "the total limit",
        value: context("total", "1000"),
        unit: "ms",
        beside: [peer("reading and counting with gpt-tokenizer", context("gpt-tokenizer", "1000"))],
      },
    ],
  },
  {
    name: "first-search",
    title: "The first search after a start, CPU",
    figures: [
      {
        title: "100,000 memories",
        value: first("CPU, ms", "first search, signs read from their file"),
        unit: "ms",
        aim: most(200),
        beside: [
          peer("signs made from the vectors", first("CPU, ms", "first search, signs made from the vectors")),
          floor("a search after it", first("CPU, ms", "a search after it")),
        ],
      },
    ],
  },
  {
    name: "search",
    title: "Searching memories by words, vectors and graph",
    figures: [searchOf(search, "100,000"), searchOf(long, "1,000,000")],
  },
  {
    name: "recall",
    title: "Recall@10 on the development questions",
    figures: [
      {
        title: "default",
        value: recall("recall@10", "default"),
        unit: "%",
        beside: [
          peer("words alone", recall("recall@10", "keyword alone")),
          peer("the classic preset", recall("recall@10", "classic")),
        ],
      },
    ],
  },
  {
    name: "signs",
    title: "The sign index, recall@20 of an exact scan",
    figures: [
      {
        title: "100,000 vectors",
        value: cell("signs")("of the floats they were made from", "1,000 (the product's)"),
        unit: "%",
        aim: least(99),
      },
    ],
  },
];
