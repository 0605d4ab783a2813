import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionEntry } from "#shared/model/session-entry.ts";

/** A project with stored conversations, written as files. Its agent talks to a provider called `lab`. */
export type Seed = {
  readonly project: string;
  /** Turns of the conversation that is measured. */
  readonly turns: number;
  /** Other conversations, of two turns each. */
  readonly others: number;
};

export const MEASURED = "measured";
/** Turns that the model still sees; a summary replaces the ones before. */
const SEEN_TURNS = 40;

export const seedProject = ({ project, turns, others }: Seed): void => {
  const folder = join(project, "workspace", "agents", "juno", "sessions");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(project, "workspace", "AGENTS.md"), "Answer.\n");
  writeFileSync(
    join(project, "agents.yaml"),
    "agents:\n  - id: juno\n    provider: lab\n    model: tiny\n    transcriptsDir: transcripts\n",
  );
  const ids = [MEASURED, ...Array.from({ length: others }, (_, index) => `other-${index}`)];
  for (const [at, id] of ids.entries()) {
    const log = entriesOf(id, id === MEASURED ? turns : 2, at * 7);
    const hidden = Math.max(0, log.length - SEEN_TURNS * 2);
    const seen = hidden === 0 ? log : [summaryOf(id, log.slice(hidden)), ...log.slice(hidden)];
    const marked = hidden === 0 ? log : [...log, ...markersOf(id, log, hidden)];
    writeFileSync(join(folder, `${id}.log.jsonl`), linesOf(marked));
    writeFileSync(join(folder, `${id}.jsonl`), linesOf(seen));
  }
  const about = (value: object) => Object.fromEntries(ids.map((id) => [id, value]));
  const sessions = about({ summary: "", updatedAt: AT });
  writeFileSync(join(folder, "sessions.json"), JSON.stringify({ sessions, version: 1 }, null, 2));
  const metas = about({ title: "A conversation", kind: "main", createdAt: AT });
  writeFileSync(join(folder, "satchel.json"), JSON.stringify({ sessions: metas, version: 1 }, null, 2));
};

const AT = "2026-01-05T08:00:00.000Z";

const words = (
  "the oven is hot by five and flour from Fenwick comes on Monday we close early in November rye needs water and " +
  "twelve hours ask Ada before any order Kyoto ryokan garden train ledger invoice harbour lamp river stone letter"
).split(" ");

const sentence = (seed: number): string =>
  Array.from({ length: 18 }, (_, at) => words[(seed * 31 + at * (7 + (seed % 11))) % words.length]).join(" ");

const entriesOf = (id: string, turns: number, seed: number): SessionEntry[] =>
  Array.from({ length: turns * 2 }, (_, at) => ({
    type: "message",
    id: `${id}-${at}`,
    parentId: at === 0 ? null : `${id}-${at - 1}`,
    timestamp: new Date(Date.parse(AT) + at * 1000).toISOString(),
    role: at % 2 === 0 ? "user" : "assistant",
    content: `${sentence(seed + at)}, number ${at}.`,
  }));

const summaryOf = (id: string, [first]: readonly SessionEntry[]): SessionEntry => ({
  type: "summary",
  id: `${id}-summary`,
  parentId: null,
  timestamp: first?.timestamp ?? AT,
  content: "They talked about bread, trains and a garden.",
});

const markersOf = (id: string, log: readonly SessionEntry[], hidden: number): SessionEntry[] => [
  {
    type: "compaction",
    id: `${id}-compaction`,
    parentId: log.at(-1)?.id ?? null,
    timestamp: AT,
    summarised: log.slice(0, hidden).map((entry) => entry.id),
    freed: hidden * 20,
  },
  summaryOf(id, log),
];

const linesOf = (entries: readonly SessionEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
