import { sessionAsSource } from "../../src/main/memory/index/memory-sources.ts";
import { sessionSource } from "../../src/main/memory/recall/recall-lists.ts";
import type { Embedder } from "../../src/main/embeddings/embedder.ts";
import { fusions, type Fusion } from "../../src/main/memory/recall/recall-settings.ts";
import { interval, mean } from "./figures.ts";
import {
  answerable,
  type LongMemEvalQuestion,
  type SessionFigures,
  sessionFigures,
} from "./long-mem-eval.ts";
import { openBenchMemory } from "./open-bench-memory.ts";
import { isoTime } from "./recall-data.ts";

/** Enough hits that ten sessions are among them, however many turns of one session are found. */
const MAX_HITS = 200;

const ways: Readonly<Record<string, Fusion>> = {
  "keyword alone": { k: 60, weights: { keyword: 1, vector: 0, graph: 0 } },
  "default without evidence": { ...fusions.default, evidence: false },
  default: fusions.default,
};

/** Asks each question of its own history, in a memory of its own, and lists the sessions in the order of their best hit. */
export const measureSessions = async (
  questions: readonly LongMemEvalQuestion[],
  embedder: Embedder,
): Promise<ReadonlyMap<string, readonly SessionFigures[]>> => {
  const asked = answerable(questions);
  if (asked.length === 0) throw new Error("No question has a session with its answer.");
  const figures = new Map<string, SessionFigures[]>(Object.keys(ways).map((name) => [name, []]));
  for (const question of asked) {
    const bench = openBenchMemory(sourcesOfHistory(question), embedder);
    try {
      await bench.memory.start();
      await bench.memory.settled();
      for (const [name, fusion] of Object.entries(ways)) {
        const { hits } = await bench.memory.search({
          query: question.question,
          workspace: "history",
          agent: "main",
          limit: MAX_HITS,
          fusion,
          preset: "general",
        });
        const found = hits.map(({ source }) => source);
        figures.get(name)?.push(sessionFigures(found, question.answer_session_ids.map(sessionSource)));
      }
    } finally {
      await bench.close();
    }
  }
  return figures;
};

const sourcesOfHistory = ({
  haystack_sessions,
  haystack_session_ids,
  haystack_dates,
}: LongMemEvalQuestion) => {
  const sessions = new Map(
    haystack_session_ids.map((id, at) => [id, { turns: haystack_sessions[at] ?? [], at }]),
  );
  return [...sessions].map(([id, { turns, at }]) =>
    sessionAsSource({
      id,
      agent: "main",
      workspace: "history",
      mark: "1",
      read: async () =>
        turns.map(({ role, content }, turn) => ({
          id: String(turn),
          text: content,
          origin: role === "user" ? ("you" as const) : ("agent" as const),
          at: isoTime(haystack_dates[at] ?? ""),
          speaker: role === "user" ? "You" : "Assistant",
        })),
    }),
  );
};

export const sessionTable = (figures: ReadonlyMap<string, readonly SessionFigures[]>): string => {
  const cell = (values: readonly number[]) => {
    const [from, to] = interval(values);
    return `${(100 * mean(values)).toFixed(1)} (${(100 * from).toFixed(1)}–${(100 * to).toFixed(1)})`;
  };
  return [
    "| | all evidence@5, strict | all evidence@10 | any evidence@5 |",
    "| --- | --- | --- | --- |",
    ...[...figures].map(
      ([name, list]) =>
        `| ${name} | ${cell(list.map(({ allAt5 }) => allAt5))} | ${cell(list.map(({ allAt10 }) => allAt10))} | ${cell(list.map(({ anyAt5 }) => anyAt5))} |`,
    ),
  ].join("\n");
};
