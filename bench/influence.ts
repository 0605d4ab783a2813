import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { Message, Segment } from "../src/shared/model/manifest.ts";
import { seededRandom } from "../src/shared/model/seeded-random.ts";
import { FINDER, FINDER_WORDS } from "../e2e/model-file/finder.ts";
import { type SmallModel, writeSmallModel } from "../e2e/model-file/small-model.ts";
import { forkChild } from "../src/main/base/fork-child.ts";
import { withIdleChange } from "../src/main/influence/moved/idle-changes.ts";
import { leavesIn, partTree } from "../src/main/influence/moved/part-tree.ts";
import type { Depth } from "../src/main/influence/moved/plan-evaluations.ts";
import { type Evaluations, weighParts } from "../src/main/influence/moved/weigh-parts.ts";
import { EngineProcess } from "../src/main/providers/local/engine-process.ts";
import { writeSection } from "./results.ts";

/**
 * What one answer's influence takes, over 10, 100 and 1,000 segments: by the search, by leaving each out with the
 * common beginning kept, and naively (each time everything is read again). The naive figure of tokens is computed; its
 * time is not measured. And whether the search agrees with leaving each out: the rank correlation over what it weighed
 * alone. Beside it the correlation of leaving each out with itself, after a change without a meaning: where a model's
 * figures are noise, that is low, and no search can agree with them.
 */

const SEEDS = [1, 2, 3];
/** Leaving each of 1,000 out reads 20 million tokens. */
const MAX_EACH = 100;

type Case = {
  readonly name: string;
  readonly model: SmallModel | string;
  readonly window: number;
  readonly segments: number;
  /** Lines that decide the answer; of several, each a different amount. */
  readonly planted: number;
  readonly words: number;
};

const STORIES = process.env.SATCHEL_STORY_MODEL ?? "../shared/data/models/stories260K.gguf";
const COLOURS = [...FINDER_WORDS, " saffron", " indigo", " maroon", " teal", " ochre", " lilac"];
const SEVERAL: SmallModel = { ...FINDER, finds: COLOURS, name: "finds eight" };
const RANDOM: SmallModel = { ...FINDER, finds: [], random: true, name: "random weights" };

const cases: readonly Case[] = [
  { name: "one line decides", model: FINDER, window: 2048, segments: 10, planted: 1, words: 8 },
  { name: "one line decides", model: FINDER, window: 8192, segments: 100, planted: 1, words: 8 },
  { name: "one line decides", model: FINDER, window: 65_536, segments: 1000, planted: 1, words: 8 },
  { name: "eight lines count", model: SEVERAL, window: 2048, segments: 10, planted: 8, words: 8 },
  { name: "eight lines count", model: SEVERAL, window: 8192, segments: 100, planted: 8, words: 8 },
  { name: "random weights", model: RANDOM, window: 2048, segments: 10, planted: 0, words: 8 },
  { name: "random weights", model: RANDOM, window: 8192, segments: 100, planted: 0, words: 8 },
  { name: "trained on stories", model: STORIES, window: 512, segments: 10, planted: 0, words: 16 },
];

const ABOUT =
  "Segments in five layers, one answer, one thread. Search: layers, then groups, then segments, only into what moved the answer. Each: every segment left out alone, from the last to the first, with the common beginning kept. Naive: every segment left out alone, everything read again; its tokens are computed from the counted prompt, its time is not measured. Medians of three prompts. Alone: segments that the search weighed on their own; the others have no figure and no rank. Correlation (Spearman): of the search's figures with those of leaving each out, over the segments that the search weighed alone. Itself: leaving each out, against the same after a line break before the question, over all segments: how much of the ranking is the model's and not noise. Found: of the segments that moved the answer when left out alone, in all three prompts, those that the search names; and those it names beside them.";

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
      "| prompt | segments | tokens | read by the search | by each | naively | times fewer: search | each | search, time | each, time | alone | correlation | itself | found | found, not moved alone |",
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|",
      ...rows,
    ].join("\n"),
  );
};

type Figures = {
  readonly prompt: number;
  readonly evaluated: number;
  readonly naive: number;
  readonly ms: number;
  /** Of each segment that was weighed alone. */
  readonly drops: ReadonlyMap<string, number>;
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
    const runs: Runs[] = [];
    for (const seed of SEEDS) {
      const prompt = promptOf(each, seed);
      const answer = answerOf(each);
      const search = await weighed(engine, prompt, answer, "search");
      const alone = each.segments > MAX_EACH ? null : await weighed(engine, prompt, answer, "each");
      const changed = { ...prompt, messages: withIdleChange(prompt.messages, 0) };
      const again = alone && (await weighed(engine, changed, answer, "each"));
      runs.push({ search, alone, again });
    }
    return rowOf(each, runs);
  } finally {
    await engine.end();
  }
};

type Runs = { readonly search: Figures; readonly alone: Figures | null; readonly again: Figures | null };

const answerOf = ({ planted }: Case): string => {
  if (planted === 0) return "There was a small fox in the wood.";
  return `The door is${COLOURS.slice(0, planted).join("")}.`;
};

const weighed = async (
  engine: EngineProcess,
  { messages, segments }: { readonly messages: readonly Message[]; readonly segments: readonly Segment[] },
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
  const leaves = new Set(leavesIn(tree).map(({ id }) => id));
  const own = result.parts.filter(({ id }) => leaves.has(id));
  const drops = new Map(own.map(({ id, drop }) => [id, drop]));
  const moved = new Set(own.flatMap((part) => (part.moved ? [part.id] : [])));
  return { moved, prompt: result.prompt, evaluated: result.evaluated, naive: result.naive, ms, drops };
};

const LAYERS = ["core", "files", "system", "memory", "history"] as const;
const WORDS = "the fox went in of a wood and is you there was time small once upon".split(" ");

/** Segments in five layers, a line that decides in one of them, and a question. */
const promptOf = ({ segments: count, planted, words }: Case, seed: number) => {
  const random = seededRandom(seed);
  const places = placesOf(count, planted, random);
  const messages: Message[] = [];
  const segments: Segment[] = [];
  const share = count / LAYERS.length;
  for (const [index, layer] of LAYERS.entries()) {
    let content = "";
    for (let one = Math.round(index * share); one < Math.round((index + 1) * share); one += 1) {
      const filler = Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)]);
      const colour = places.indexOf(one);
      // The more often a word is there, the more it counts.
      const text = colour < 0 ? `${filler.join(" ")}.` : `Paint:${COLOURS[colour]?.repeat(1 + colour)}`;
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

const placesOf = (count: number, planted: number, random: () => number): readonly number[] => {
  const places = new Set<number>();
  while (places.size < planted) places.add(Math.floor(random() * count));
  return [...places];
};

const rowOf = (each: Case, runs: readonly Runs[]): string => {
  const of = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick));
  const hasEach = runs.every(({ alone }) => alone !== null);
  const alone = (pick: (figures: Figures) => number) =>
    hasEach ? of((run) => pick(run.alone as Figures)) : null;
  const naive = of(({ search }) => search.naive);
  const evaluated = of(({ search }) => search.evaluated);
  const byEach = alone((figures) => figures.evaluated);
  const agreement = (a: (run: Runs) => Figures | null, b: (run: Runs) => Figures | null): string => {
    const both = runs.map((run) => pairsOf(a(run), b(run))).filter(([one]) => one.length >= MIN_RANKED);
    return both.length === 0 ? "–" : median(both.map(([one, two]) => spearman(one, two))).toFixed(2);
  };
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
    of(({ search }) => search.drops.size),
    agreement(
      ({ search }) => search,
      ({ alone: single }) => single,
    ),
    agreement(
      ({ alone: single }) => single,
      ({ again }) => again,
    ),
    hasEach ? `${all.filter(Boolean).length} of ${all.length}` : "–",
    hasEach ? more : "–",
  ];
  return `| ${cells.join(" | ")} |`;
};

/** Fewer have no order to speak of. */
const MIN_RANKED = 3;

/** The figures of the segments that both have. */
const pairsOf = (a: Figures | null, b: Figures | null): readonly [number[], number[]] => {
  const ids = [...(a?.drops.keys() ?? [])].filter((id) => b?.drops.has(id));
  return [ids.map((id) => a?.drops.get(id) ?? 0), ids.map((id) => b?.drops.get(id) ?? 0)];
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
