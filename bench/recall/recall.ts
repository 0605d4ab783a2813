import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { forkChild } from "../../src/main/base/fork-child.ts";
import { createEmbedder } from "../../src/main/embeddings/create-embedder.ts";
import type { Embedder } from "../../src/main/embeddings/embedder.ts";
import type { Memory } from "../../src/main/memory/memory.ts";
import { type Fusion, fusions } from "../../src/main/memory/recall/recall-settings.ts";
import { writeSection } from "../results.ts";
import { watchBeside, watchStretches } from "../main-thread.ts";
import { cachedEmbedder } from "./cached-embedder.ts";
import { type Figures, figuresOf, interval, mean } from "./figures.ts";
import { answerable, longMemEval } from "./long-mem-eval.ts";
import { openBenchMemory } from "./open-bench-memory.ts";
import { readRecallData, type RecallData } from "./recall-data.ts";
import { languageTable, readLanguagesData } from "./recall-languages.ts";
import { askNotes, readNotesData, sourcesOfNotes } from "./recall-notes.ts";
import { measureSessions, sessionTable } from "./recall-sessions.ts";
import { sourcesOf } from "./recall-sources.ts";

/**
 * How well recall finds the turns that answer a question, through the product's own indexing and search. Each
 * conversation is an agent's workspace, each of its sittings a session.
 */
const own = join(import.meta.dirname, "../data/recall-own.json");
const ownNotes = join(import.meta.dirname, "../data/recall-notes.json");
const ownLanguages = join(import.meta.dirname, "../data/recall-languages.json");
const ownSessions = join(import.meta.dirname, "../data/sessions-own.json");
const shared = join(import.meta.dirname, "../../../shared/data/recall-dev.json");

const alone = (list: "keyword" | "vector"): Fusion => ({
  k: 60,
  weights: { keyword: 0, vector: 0, graph: 0, [list]: 1 },
});
const ways: Readonly<Record<string, Fusion>> = {
  "keyword alone": alone("keyword"),
  "vector alone": alone("vector"),
  classic: fusions.classic,
  "default without evidence": { ...fusions.default, evidence: false },
  default: fusions.default,
};
/** The candidates for the default. */
const grid: readonly Fusion[] = [2, 3, 5, 10].flatMap((k) =>
  [0.2, 0.3, 0.4, 0.5].map((vector) => ({ k, weights: { keyword: 1, vector, graph: vector } })),
);

const options = {
  data: { type: "string" },
  /** `session`: the file is in LongMemEval's shape. `notes`: only our own notes, also in other languages. */
  level: { type: "string", default: "turn" },
  "no-grid": { type: "boolean" },
  /** A folder in which vectors are kept between runs. */
  cache: { type: "string" },
} as const;

type Asked = { readonly data?: string; readonly cache?: string; readonly "no-grid"?: boolean };

const main = async () => {
  const { values } = parseArgs({ options });
  const bundled = createEmbedder({
    resources: join(import.meta.dirname, "../../resources"),
    startChild: forkChild,
  });
  const embedder = values.cache ? cachedEmbedder(bundled, bundled.dimension ?? 0, values.cache) : bundled;
  try {
    if (values.level === "session") await sessions(values.data ?? ownSessions, embedder);
    else {
      await notes(embedder);
      await languages(embedder);
      if (values.level !== "notes") await turns(values, embedder);
    }
  } finally {
    await bundled.close();
  }
};

const turns = async (values: Asked, embedder: Embedder) => {
  const file = values.data ?? (existsSync(shared) ? shared : own);
  const data = readRecallData(file);
  const bench = openBenchMemory(sourcesOf(data), embedder);
  try {
    const indexing = await indexed(bench.memory, values.cache !== undefined);
    const asked = new Map<string, Figures[]>();
    for (const [name, fusion] of Object.entries(ways)) asked.set(name, await ask(bench.memory, data, fusion));
    const words = asked.get("keyword alone") ?? [];
    const conversations = [...new Set(data.queries.map(({ conv }) => conv))];
    if (conversations.length > 1 && !values["no-grid"]) {
      const chosen = await leavingOneOut(bench.memory, data, conversations, words);
      asked.set("chosen on the other conversations", chosen);
    }
    const body = [
      "| | recall@10 | nDCG@10 |",
      "| --- | --- | --- |",
      ...[...asked].map(([name, figures]) => line(name, figures)),
      `| gain of evidence, paired | ${pairedGain(asked, "recall")} | ${pairedGain(asked, "ndcg")} |`,
      "",
      "| conversation | questions | keyword alone | default |",
      "| --- | --- | --- | --- |",
      ...conversations.map((conv) => {
        const own = (figures: readonly Figures[]) =>
          figures.filter((_, at) => data.queries[at]?.conv === conv);
        return `| ${conv} | ${own(words).length} | ${both(own(words))} | ${both(own(asked.get("default") ?? []))} |`;
      }),
    ].join("\n");
    const name = values.data ? "" : file === shared ? "recall" : "recall-own";
    const title = `Recall: ${data.queries.length} questions about ${data.docs.length} turns`;
    if (name === "") console.log(`## ${title}\n\n${body}\n\n${indexing}`);
    else
      writeSection(
        name,
        title,
        "npm run -s bench:recall",
        `${body}\n\n${asked.size > Object.keys(ways).length ? `${explanation} ${gridExplanation}` : explanation}\n\n${indexing}`,
      );
  } finally {
    await bench.close();
  }
};

/** Questions in other languages about notes in them; nothing was learned on these either. */
const languages = async (embedder: Embedder) =>
  writeSection(
    "recall-languages",
    "Recall in ten languages: notes of one line, asked for in other forms of their words",
    "npm run -s bench:recall",
    `${await languageTable(readLanguagesData(ownLanguages), embedder)}

Recall@10 / nDCG@10 in percent, all 80 notes in one workspace. The set is small and our own: it shows that words are found in other forms, and is no measure of quality. Plain FTS5: \`porter unicode61\`, any of the words.`,
  );

/** LongMemEval's shape; the file's own figures are printed, ours are written down. */
const sessions = async (file: string, embedder: Embedder) => {
  const questions = longMemEval.parse(JSON.parse(readFileSync(file, "utf8")));
  const table = sessionTable(await measureSessions(questions, embedder));
  const count = answerable(questions).length;
  const body = `${table}\n\nA question counts in the first two columns only when every session with its answer is among the first five or ten, in the order of each session's best hit. 95 % intervals: bootstrap over questions.`;
  if (file === ownSessions)
    writeSection(
      "recall-sessions",
      `Recall by session: ${count} questions, own small set`,
      "npm run -s bench:recall -- --level session",
      body,
    );
  else console.log(`## Recall by session: ${count} questions\n\n${body}`);
};

/** Questions about notes and files, which no weight was learned on. */
const notes = async (embedder: Embedder) => {
  const data = readNotesData(ownNotes);
  const bench = openBenchMemory(sourcesOfNotes(data), embedder);
  try {
    await bench.memory.start();
    await bench.memory.settled();
    const rows: string[] = [];
    const before = await askNotes(bench.memory, data, { ...fusions.default, evidence: false });
    for (const [name, fusion] of Object.entries(ways)) {
      const figures = await askNotes(bench.memory, data, fusion);
      rows.push(line(name, figures));
      if (name !== "default") continue;
      const gain = (of: keyof Figures) => gained(figures.map((one, at) => one[of] - (before[at]?.[of] ?? 0)));
      rows.push(`| gain of evidence, paired | ${gain("recall")} | ${gain("ndcg")} |`);
    }
    const title = `Recall of notes: ${data.queries.length} questions about ${data.files.length} files`;
    const body = ["| | recall@10 | nDCG@10 |", "| --- | --- | --- |", ...rows].join("\n");
    writeSection("recall-notes", title, "npm run -s bench:recall", body);
  } finally {
    await bench.close();
  }
};

const pairedGain = (asked: ReadonlyMap<string, readonly Figures[]>, of: keyof Figures): string => {
  const before = asked.get("default without evidence") ?? [];
  return gained((asked.get("default") ?? []).map((one, at) => one[of] - (before[at]?.[of] ?? 0)));
};

const gained = (values: readonly number[]): string => {
  const [from, to] = interval(values);
  const sign = (value: number) => `${value < 0 ? "−" : "+"}${percent(Math.abs(value))}`;
  return `${sign(mean(values))} (${sign(from)} to ${sign(to)})`;
};

/** How fast everything is cut, stored and embedded, and the effect on the main thread. */
const indexed = async (memory: Memory, isCached: boolean): Promise<string> => {
  const beside = await watchBeside();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const stretches = watchStretches();
  const started = performance.now();
  await memory.start();
  const stored = performance.now();
  await memory.settled();
  const embedded = performance.now();
  delay.disable();
  const work = stretches().toFixed(1);
  const idle = await beside();
  const rows = memory.vectors.models().reduce((sum, { vectors }) => sum + vectors, 0);
  const rate = (from: number, to: number) => Math.round((rows * 1000) / (to - from)).toLocaleString("en");
  const [p99, longest] = [delay.percentile(99), delay.max].map((ns) => (ns / 1e6).toFixed(1));
  if (isCached) return `${rows} memories with vectors of an earlier run, so speeds say nothing.`;
  return `${rows} memories: ${rate(started, stored)}/s stored, ${rate(stored, embedded)}/s embedded; event-loop delay p99 ${p99} ms, longest ${longest} ms (beside it, in a process that does nothing, ${idle.p99.toFixed(1)} and ${idle.max.toFixed(1)} ms); longest work without a break ${work} ms.`;
};

const explanation = "In percent, with 95 % intervals (bootstrap over questions).";
const gridExplanation =
  "`k` and the weight of vectors are also chosen for each conversation from what was best on the others, which is " +
  "what gained most over words alone in the figure that gained less, and measured on the one left out.";

const ask = async (memory: Memory, { queries }: RecallData, fusion: Fusion): Promise<Figures[]> => {
  const all: Figures[] = [];
  for (const { conv, q, rel } of queries) {
    const { hits } = await memory.search({
      query: q,
      workspace: String(conv),
      agent: "main",
      limit: 30,
      fusion,
      preset: "general",
    });
    // A long turn is several memories; the rank of its best one counts.
    all.push(figuresOf([...new Set(hits.map(({ item }) => Number(item)))], rel));
  }
  return all;
};

const leavingOneOut = async (
  memory: Memory,
  data: RecallData,
  conversations: readonly (string | number)[],
  words: readonly Figures[],
): Promise<Figures[]> => {
  const tried: Figures[][] = [];
  for (const fusion of grid) tried.push(await ask(memory, data, fusion));
  /** A gain in one figure must not worsen the other. */
  const worth = (figures: readonly Figures[], isCounted: (conv: string | number) => boolean) => {
    const gain = (of: keyof Figures) =>
      mean(
        figures.flatMap((figure, at) =>
          isCounted(data.queries[at]?.conv ?? "") ? [figure[of] - (words[at]?.[of] ?? 0)] : [],
        ),
      );
    return Math.min(gain("recall"), gain("ndcg"));
  };
  const chosen = new Map(
    conversations.map((left) => {
      const worths = tried.map((figures) => worth(figures, (conv) => conv !== left));
      const best = worths.indexOf(Math.max(...worths));
      console.error(`without ${left}:`, grid[best]?.k, grid[best]?.weights.vector);
      return [left, tried[best] as Figures[]];
    }),
  );
  const worths = tried.map((figures) => worth(figures, () => true));
  const best = grid[worths.indexOf(Math.max(...worths))];
  console.error("on all:", best?.k, best?.weights.vector);
  return data.queries.map(({ conv }, at) => chosen.get(conv)?.[at] as Figures);
};

const percent = (value: number) => (100 * value).toFixed(1);
const both = (figures: readonly Figures[]): string =>
  [figures.map(({ recall }) => recall), figures.map(({ ndcg }) => ndcg)]
    .map((values) => percent(mean(values)))
    .join(" / ");

const line = (name: string, figures: readonly Figures[]): string => {
  const cell = (values: readonly number[]) => {
    const [from, to] = interval(values);
    return `${percent(mean(values))} (${percent(from)}–${percent(to)})`;
  };
  return `| ${name} | ${cell(figures.map(({ recall }) => recall))} | ${cell(figures.map(({ ndcg }) => ndcg))} |`;
};

await main();
