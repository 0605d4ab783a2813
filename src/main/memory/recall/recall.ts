import { withoutFigures } from "#shared/model/dream-figures.ts";
import type { Database } from "better-sqlite3";
import { isInContext, noteWeight } from "./decay.ts";
import { fuseRanks, type ListShare } from "./fuse-ranks.ts";
import { cosinesOf, type Evidence, repliesOf, weighEvidence, type Weighed } from "./recall-evidence.ts";
import { graphList, keywordList, type RecallFilter, vectorList } from "./recall-lists.ts";
import { type Fusion, type ListName, type PresetName, presetFor, presets } from "./recall-settings.ts";
import { sameText } from "../index/same-text.ts";
import type { StoredMemory } from "../tables/memory-store.ts";
import { boostGroup, type Tier } from "../tiers.ts";
import type { VectorIndex } from "../index/vector-index.ts";

export type RecallRequest = {
  readonly query: string;
  /** Null when the query could not be embedded; then only keywords are used. */
  readonly vector: Float32Array | null;
  readonly filter: RecallFilter;
  readonly fusion: Fusion;
  /** `auto`: by the query's words. */
  readonly preset: PresetName | "auto";
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly limit: number;
  /** For a prompt: faded notes are omitted. */
  readonly forContext: boolean;
};

export type RecallHit = Omit<StoredMemory, "lineFrom" | "lineTo" | "createdAt" | "updatedAt"> & {
  readonly line: number | null;
  /** The weight of a daily note by its age; 1 for everything else. */
  readonly weight: number;
  readonly boost: number;
  /** What else speaks for it, or against it. */
  readonly evidence: readonly Evidence[];
  readonly score: number;
  readonly lists: readonly ListShare[];
  readonly reason: string;
};

export type Recalled = {
  readonly hits: readonly RecallHit[];
  readonly preset: PresetName;
  readonly lists: readonly ListName[];
};

/** The minimum share of its score that a faded note keeps in a search. */
const MIN_WEIGHT = 0.2;

/** Everything about a query on one read connection. */
export const recall = (db: Database, index: VectorIndex | null, request: RecallRequest): Recalled => {
  const { query, vector, filter } = request;
  const preset = request.preset === "auto" ? presetFor(query) : request.preset;
  const usable = vector !== null && index !== null;
  const lists = {
    keyword: keywordList(db, query, filter),
    vector: usable ? vectorList(db, index, vector, filter) : [],
    graph: graphList(db, query, filter),
  };
  const rows = rowsOf(db, [
    ...new Set(Object.values(lists).flatMap((list) => list.map(({ memory }) => memory))),
  ]);
  const factors = new Map([...rows].map(([id, row]) => [id, factorsOf(row, preset, request.today)]));
  const fused = fuseRanks(lists, request.fusion, (memory) => {
    const { boost, weight } = factors.get(memory) ?? { boost: 0, weight: 0 };
    return boost * Math.max(weight, MIN_WEIGHT);
  });
  const cosines = usable && request.fusion.evidence ? cosinesOf(db, index.model, vector, fused) : new Map();
  const ordered = request.fusion.evidence
    ? weighEvidence(fused, query, (memory) => rows.get(memory), cosines, repliesOf(db, fused))
    : fused.map((entry) => ({ ...entry, evidence: [] }));
  const hits: RecallHit[] = [];
  const isRepeated = repetition();
  for (const entry of ordered) {
    const row = rows.get(entry.memory);
    const factor = factors.get(entry.memory);
    if (hits.length >= request.limit) break;
    if (!row || !factor) continue;
    if (request.forContext && (!isInContext(factor.weight) || isRepeated(row))) continue;
    const { speaker: _speaker, ...shown } = row;
    hits.push({
      ...shown,
      ...factor,
      score: entry.score,
      lists: entry.lists,
      evidence: entry.evidence,
      reason: reasonOf(entry),
    });
  }
  return { hits, preset, lists: usable ? ["keyword", "vector", "graph"] : ["keyword", "graph"] };
};

/** A fact that a dream promoted repeats the note it came from; only the better of both is kept. */
const repetition = () => {
  const curated = new Map<string, boolean>();
  return ({ tier, text }: Row): boolean => {
    const said = sameText(withoutFigures(text));
    const before = curated.get(said);
    curated.set(said, before ?? tier === "curated");
    return before !== undefined && before !== (tier === "curated");
  };
};

type Row = Omit<RecallHit, "weight" | "boost" | "evidence" | "score" | "lists" | "reason"> & {
  readonly speaker: string | null;
};

const rowsOf = (db: Database, ids: readonly number[]): ReadonlyMap<number, Row> => {
  const rows = db
    .prepare(
      `select m.id as number, m.uid as id, tier, workspace, agent, source, item, line_from as line, heading, kind,
         date, text, p.uid is not null as pinned, origin, approved, detail
       from json_each(?) j join memories m on m.id = j.value left join memory_pins p on p.uid = m.uid`,
    )
    .all(JSON.stringify(ids)) as (Omit<Row, "pinned" | "approved" | "speaker"> & {
    number: number;
    detail: string;
    pinned: number;
    approved: number;
  })[];
  return new Map(
    rows.map(({ number, pinned, approved, detail, ...row }) => [
      number,
      { ...row, pinned: pinned === 1, approved: approved === 1, speaker: speakerOf(row.tier, detail) },
    ]),
  );
};

/** Messages have their date and speaker as the lines of `detail`. */
const speakerOf = (tier: Tier, detail: string): string | null =>
  tier === "session" ? (detail.split("\n")[1] ?? null) : null;

/** Pinned notes do not fade. */
const factorsOf = ({ tier, date, pinned }: Row, preset: PresetName, today: string) => ({
  boost: presets[preset][boostGroup(tier)],
  weight: tier === "daily" && !pinned ? noteWeight(date.slice(0, 10), today) : 1,
});

const reasonOf = ({ lists, evidence }: Weighed): string => {
  const parts = lists.map(({ list, rank, score }) => {
    if (list === "keyword") return `number ${rank} by its words`;
    if (list === "graph") return `number ${rank} by links from what you named`;
    return `number ${rank} by meaning (${score.toFixed(2)})`;
  });
  const more = evidence.flatMap(({ reason }) => (reason === "" ? [] : [reason]));
  const text = [...parts, ...more].join(", ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};
