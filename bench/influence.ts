import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { Message, Segment } from "../src/shared/model/manifest.ts";
import { seededRandom } from "../src/shared/model/seeded-random.ts";
import { FINDER, FINDER_WORDS } from "../e2e/model-file/finder.ts";
import { type SmallModel, writeSmallModel } from "../e2e/model-file/small-model.ts";
import { forkChild } from "../src/main/base/fork-child.ts";
import { allParts, partTree } from "../src/main/influence/moved/part-tree.ts";
import type { Depth } from "../src/main/influence/moved/plan-evaluations.ts";
import { type Evaluations, weighParts } from "../src/main/influence/moved/weigh-parts.ts";
import { EngineProcess } from "../src/main/providers/local/engine-process.ts";
import { writeSection } from "./results.ts";

/**
 * What one answer's influence takes, over 10, 100 and 1,000 segments: by the search, by leaving each out with the
 * common beginning kept, and naively (each time everything is read again). The naive figure of tokens is computed; its
 * time is that of a process that keeps nothing, where that ends in minutes. And whether the search agrees: the rank
 * correlation of its figures with those of leaving each out.
 */

const SEEDS = [1, 2, 3];
/** Leaving each of 1,000 out reads 20 million tokens. */
const MAX_EACH = 100;

type Case = {
  readonly name: string;
  readonly model: SmallModel | string;
  readonly window: number;
  readonly segments: number;
  readonly planted: number;
  readonly words: number;
};

const STORIES = process.env.SATCHEL_STORY_MODEL ?? "../shared/data/models/stories260K.gguf";
const RANDOM: SmallModel = { ...FINDER, finds: [], random: true, name: "random weights" };

const cases: readonly Case[] = [
  { name: "one line decides", model: FINDER, window: 2048, segments: 10, planted: 1, words: 8 },
  { name: "one line decides", model: FINDER, window: 8192, segments: 100, planted: 1, words: 8 },
  { name: "one line decides", model: FINDER, window: 65_536, segments: 1000, planted: 1, words: 8 },
  { name: "everything counts a little", model: RANDOM, window: 2048, segments: 10, planted: 0, words: 8 },
  { name: "everything counts a little", model: RANDOM, window: 8192, segments: 100, planted: 0, words: 8 },
  { name: "trained on stories", model: STORIES, window: 512, segments: 10, planted: 0, words: 16 },
];

const ABOUT =
  "Segments in five layers, one answer, one thread. Search: layers, then groups, then segments, only into what moved the answer. Each: every segment left out alone, from the last to the first, with the common beginning kept. Naive: every segment left out alone, everything read again; its tokens are computed from the counted prompt, its time is not measured. Medians of three prompts. Rank correlation (Spearman) of the search's figures with those of leaving each out, over all segments; a segment that was not weighed alone has its share of its group's figure. Found: of the segments that moved the answer when left out alone, in all three prompts, those that the search names; and those it names beside them.";

const folder = mkdtempSync(join(tmpdir(), "satchel-influence-"));

const main = async () => {
  const rows: string[] = [];
  for (const each of cases) {
    if (typeof each.model === "string" && !existsSync(each.model)) continue;
    const row = await measure(each);
    rows.push(row);
    console.log(row);
  }
  writeSection(
    "influence",
    "Influence: what moved an answer",
    "npm run bench:influence",
    [
      ABOUT,
      "",
      `Processes that wanted a core during the run: ${Math.round(loadavg()[0] ?? 0)}.`,
      "",
      "| prompt | segments | tokens | read by the search | by each | naively | times fewer: search | each | search, time | each, time | correlation | found | found, not moved alone |",
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
      ...rows,
    ].join("\n"),
  );
};

type Figures = {
  readonly prompt: number;
  readonly evaluated: number;
  readonly naive: number;
  readonly ms: number;
  readonly drops: readonly number[];
  /** Segments that moved the answer. */
  readonly moved: ReadonlySet<string>;
};

const measure = async (each: Case): Promise<string> => {
  const path = typeof each.model === "string" ? each.model : join(folder, "model.gguf");
  if (typeof each.model !== "string") writeSmallModel(path, { ...each.model, window: each.window });
  const engine = new EngineProcess(forkChild, {
    path,
    job: "talk",
    window: each.window,
    gpu: false,
    threads: 1,
  });
  try {
    await engine.ready;
    const runs: { search: Figures; alone: Figures | null }[] = [];
    for (const seed of SEEDS) {
      const prompt = promptOf(each, seed);
      const answer =
        each.planted > 0 ? `The door is${FINDER_WORDS[0]}.` : "There was a small fox in the wood.";
      const search = await weighed(engine, prompt, answer, "search");
      const alone = each.segments > MAX_EACH ? null : await weighed(engine, prompt, answer, "each");
      runs.push({ search, alone });
    }
    return rowOf(each, runs);
  } finally {
    await engine.end();
  }
};

const weighed = async (
  engine: EngineProcess,
  { messages, segments }: ReturnType<typeof promptOf>,
  answer: string,
  depth: Depth,
): Promise<Figures> => {
  const tree = partTree(messages, segments);
  const evaluations: Evaluations = new Map();
  const began = performance.now();
  const result = await weighParts(
    {
      messages,
      tree,
      depth,
      evaluations,
      weigh: async (asked, maxAnswerTokens, signal) => {
        const prompt = { messages: asked, tools: [] };
        const value = await engine.ask({ kind: "weigh", prompt, answer, maxAnswerTokens }, signal);
        if (value === null || !("logs" in value)) throw new Error("Nothing was weighed.");
        return value;
      },
      onProgress: () => {},
    },
    new AbortController().signal,
  );
  const ms = performance.now() - began;
  await engine.ask({ kind: "end-weighing" });
  const measured = new Map(result.parts.map(({ id, drop }) => [id, drop]));
  const drops: number[] = [];
  const visit = (nodes: ReturnType<typeof partTree>, above: number) => {
    const leavesIn = (node: (typeof nodes)[number]) =>
      allParts([node]).filter(({ children }) => children.length === 0).length;
    const all = nodes.reduce((sum, node) => sum + leavesIn(node), 0);
    for (const node of nodes) {
      const drop = measured.get(node.id) ?? (above * leavesIn(node)) / all;
      if (node.children.length === 0) drops.push(drop);
      else visit(node.children, drop);
    }
  };
  visit(tree, 0);
  const leaves = new Set(allParts(tree).flatMap(({ id, children }) => (children.length === 0 ? [id] : [])));
  const moved = new Set(result.parts.flatMap((part) => (part.moved && leaves.has(part.id) ? [part.id] : [])));
  return { moved, prompt: result.prompt, evaluated: result.evaluated, naive: result.naive, ms, drops };
};

const LAYERS = ["core", "files", "system", "memory", "history"] as const;
const WORDS = "the fox went in of a wood and is you there was time small once upon".split(" ");

/** Segments in five layers, a line that decides in one of them, and a question. */
const promptOf = ({ segments: count, planted, words }: Case, seed: number) => {
  const random = seededRandom(seed);
  const at = Math.floor(random() * count);
  const messages: Message[] = [];
  const segments: Segment[] = [];
  const share = count / LAYERS.length;
  for (const [index, layer] of LAYERS.entries()) {
    let content = "";
    for (let one = Math.round(index * share); one < Math.round((index + 1) * share); one += 1) {
      const filler = Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)]);
      const text = planted > 0 && one === at ? `Paint:${FINDER_WORDS[0]}` : `${filler.join(" ")}.`;
      const range: [number, number] = [content.length, content.length + text.length];
      content += `${text}\n`;
      const size = { tokens: text.length, chars: text.length };
      segments.push({
        id: `s${one}`,
        layer,
        source: `workspace/${one}.md`,
        role: "system",
        raw: size,
        sent: size,
        removed: 0,
        status: "included",
        reason: null,
        sha256: "",
        message: messages.length,
        range,
      });
    }
    messages.push({ role: index === 0 ? "system" : "user", content });
  }
  messages.push({ role: "user", content: "Tell me." });
  return { messages, segments };
};

const rowOf = (each: Case, runs: readonly { search: Figures; alone: Figures | null }[]): string => {
  const of = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick));
  const hasEach = runs.every(({ alone }) => alone !== null);
  const alone = (pick: (figures: Figures) => number) =>
    hasEach ? of((run) => pick(run.alone as Figures)) : null;
  const naive = of(({ search }) => search.naive);
  const evaluated = of(({ search }) => search.evaluated);
  const byEach = alone((figures) => figures.evaluated);
  const ranks = hasEach ? of((run) => spearman(run.search.drops, run.alone?.drops ?? [])) : null;
  const all = runs.flatMap(({ search, alone: single }) =>
    [...(single?.moved ?? [])].map((id) => search.moved.has(id)),
  );
  const more = runs.reduce(
    (sum, run) => sum + [...run.search.moved].filter((id) => !run.alone?.moved.has(id)).length,
    0,
  );
  const cells = [
    each.name,
    each.segments,
    of(({ search }) => search.prompt),
    evaluated,
    byEach ?? "–",
    naive,
    (naive / evaluated).toFixed(1),
    byEach === null ? "–" : (naive / byEach).toFixed(1),
    `${(of(({ search }) => search.ms) / 1000).toFixed(1)} s`,
    byEach === null ? "–" : `${((alone((figures) => figures.ms) ?? 0) / 1000).toFixed(1)} s`,
    ranks === null ? "–" : ranks.toFixed(2),
    hasEach ? `${all.filter(Boolean).length} of ${all.length}` : "–",
    hasEach ? more : "–",
  ];
  return `| ${cells.join(" | ")} |`;
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Pearson's correlation of ranks; those that are equal share the mean of theirs. */
const spearman = (a: readonly number[], b: readonly number[]): number => {
  const [x, y] = [ranksOf(a), ranksOf(b)];
  const mean = (x.length - 1) / 2;
  let [xy, xx, yy] = [0, 0, 0];
  for (const [index, rank] of x.entries()) {
    const other = (y[index] ?? 0) - mean;
    xy += (rank - mean) * other;
    xx += (rank - mean) ** 2;
    yy += other ** 2;
  }
  return xy / Math.sqrt(xx * yy || 1);
};

const ranksOf = (values: readonly number[]): readonly number[] =>
  values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const same = values.filter((other) => other === value).length;
    return below + (same - 1) / 2;
  });

try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
