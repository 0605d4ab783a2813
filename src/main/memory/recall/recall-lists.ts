import type { Database } from "better-sqlite3";
import type { Listed } from "./fuse-ranks.ts";
import { looseName } from "../tables/loose-name.ts";
import { floor, LIST_LENGTH } from "./recall-settings.ts";
import { matchQuery, queryWords, type QueryWord } from "../index/search-text.ts";
import { latinPresent } from "../index/words/languages-present.ts";
import type { Tier } from "../tiers.ts";
import { packedValues } from "../index/vector-codec.ts";
import type { Candidate, Place, VectorIndex } from "../index/vector-index.ts";

/** Which memories: those of a workspace that are shared by all its agents or belong to this one. */
export type RecallFilter = {
  readonly workspace: string;
  readonly agent: string | null;
  readonly tiers: readonly Tier[] | null;
  /** A session whose messages are in the prompt already. */
  readonly notSession: string | null;
};

/** How many matches are read before the filter; when too few of them pass, all are read. */
const FIRST_LOOK = 1_000;
/** How many matches of single words are ranked. */
const MAX_MATCHES = 4_000;
/** How many candidates by signs are compared exactly. */
export const RESCORED = 1_000;

/** Weights of a match in the text, in its neighbours, and in its headings, date and speaker. */
const FIELD_WEIGHTS = "1.0, 0.45, 2.0";

/** The keyword list: BM25 over the fields. */
export const keywordList = (db: Database, query: string, filter: RecallFilter): Listed[] => {
  const words = queryWords(query, latinPresent(db, filter.workspace));
  const match = matchQuery(tellingWords(db, words));
  if (match === null) return [];
  const { sql, values } = filterSql(filter);
  const rank = `bm25(memory_fts, ${FIELD_WEIGHTS})`;
  // A cross join keeps the order: matches first, never all rows of the workspace.
  const select = (inner: string) =>
    `select m.id as memory, -f.score as score, length(m.text) as chars
     from (select rowid, ${rank} as score from memory_fts where memory_fts match ? ${inner}) f
     cross join memories m on m.id = f.rowid where ${sql} order by f.score limit ${LIST_LENGTH}`;
  const first = db.prepare(select(`order by score limit ${FIRST_LOOK}`)).all(match, ...values) as (Listed & {
    chars: number;
  })[];
  const rows =
    first.length === LIST_LENGTH ? first : (db.prepare(select("")).all(match, ...values) as typeof first);
  const list = softenedLength(rows);
  return isSmall(db) ? withCover(db, list, words) : list;
};

/** In a small memory a word can be in most rows, which gives it no weight although it was asked for. */
const withCover = (db: Database, list: readonly Listed[], words: readonly QueryWord[]): Listed[] => {
  const asked = words.slice(0, MAX_COVERED_WORDS);
  const matching = db
    .prepare(
      "select rowid from memory_fts where memory_fts match ? and rowid in (select value from json_each(?))",
    )
    .pluck();
  const rows = JSON.stringify(list.map(({ memory }) => memory));
  const counts = new Map<number, number>();
  for (const word of asked) {
    for (const row of matching.all(matchQuery([word]), rows) as number[]) {
      counts.set(row, (counts.get(row) ?? 0) + 1);
    }
  }
  return list.map((entry) => ({ ...entry, covers: (counts.get(entry.memory) ?? 0) / words.length }));
};

const MAX_COVERED_WORDS = 24;

const rowsOf = (db: Database): number =>
  (db.prepare("select max(id) from memories").pluck().get() as number | null) ?? 0;

const isSmall = (db: Database): boolean => rowsOf(db) <= MAX_MATCHES;

/**
 * Ranking costs some microseconds per match, so in a large memory the most common words are omitted: they say
 * little about any row. The rarest word always counts, and all words do while there are few matches.
 */
const tellingWords = (db: Database, words: readonly QueryWord[]): readonly QueryWord[] => {
  if (isSmall(db)) return words;
  const countOf = db.prepare("select count(*) from memory_fts where memory_fts match ?").pluck();
  const counted = words
    .map((word) => ({ word, count: countOf.get(matchQuery([word])) as number }))
    .sort((a, b) => a.count - b.count);
  let sum = 0;
  return counted
    .filter(({ count }) => {
      const isTelling = sum === 0 || sum + count <= MAX_MATCHES;
      sum += count;
      return isTelling;
    })
    .map(({ word }) => word);
};

/**
 * SQLite's BM25 normalises fully by a text's length (b = 0.75), which ranks a bare mention above a message
 * with the details. This makes it b = 0.5, exactly so for words that occur once.
 */
const softenedLength = (rows: readonly (Listed & { readonly chars: number })[]): Listed[] => {
  const mean = rows.reduce((sum, { chars }) => sum + chars, 0) / rows.length;
  return rows
    .map(({ memory, score, chars }) => {
      const length = chars / mean;
      return { memory, score: (score * (1.3 + 0.9 * length)) / (1.6 + 0.6 * length) };
    })
    .sort((a, b) => b.score - a.score || b.memory - a.memory);
};

/** The vector list: the cosine with the query, for candidates whose signs agree with it most. */
export const vectorList = (
  db: Database,
  index: VectorIndex,
  query: Float32Array,
  filter: RecallFilter,
): Listed[] => {
  const isWanted = ({ workspace, agent, tier }: Place) =>
    workspace === filter.workspace &&
    (agent === null || agent === filter.agent) &&
    (filter.tiers?.some((wanted) => wanted === tier) ?? true);
  const isInPrompt = sessionRows(db, filter.notSession);
  return rescored(db, query, index.nearest(query, RESCORED, isWanted))
    .filter(({ memory, score }) => score >= floor.listed && !isInPrompt.has(memory))
    .sort((a, b) => b.score - a.score || b.memory - a.memory)
    .slice(0, LIST_LENGTH);
};

/**
 * The cosine of each candidate with the query. The query keeps its floats: rounding it, too, would lose a hundredth of
 * the nearest (`bench/search/sign-recall.ts`). A row that was replaced or deleted since is omitted; a vector of a wrong
 * length, which a foreign database may contain, has no cosine.
 */
export const rescored = (
  db: Database,
  query: Float32Array,
  candidates: readonly Candidate[],
): readonly Listed[] => {
  const length = Math.hypot(...query);
  if (!(length > 0)) return [];
  const rows = db
    .prepare(
      `select v.memory, v.vector from json_each(@rows) as wanted join memory_vectors as v on v.id = wanted.value
       where length(v.vector) = @dimension`,
    )
    .raw()
    .iterate({
      rows: JSON.stringify(candidates.map(({ row }) => row)),
      dimension: query.length,
    }) as IterableIterator<[number, Buffer]>;
  const found: Listed[] = [];
  for (const [memory, packed] of rows) {
    const score = cosine(query, length, packedValues(packed));
    if (score !== null) found.push({ memory, score });
  }
  return found;
};

const cosine = (query: Float32Array, length: number, values: Int8Array): number | null => {
  let product = 0;
  let square = 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] as number;
    product += value * (query[i] as number);
    square += value * value;
  }
  return square === 0 ? null : product / (length * Math.sqrt(square));
};

const sessionRows = (db: Database, session: string | null): ReadonlySet<number> =>
  new Set(
    session === null
      ? []
      : (db
          .prepare("select id from memories where source = ?")
          .pluck()
          .all(sessionSource(session)) as number[]),
  );

/** Relations of the entities that a query names, and of their neighbours, by confidence and strength. */
export const graphList = (db: Database, query: string, filter: RecallFilter): Listed[] => {
  if (filter.tiers && !filter.tiers.includes("graph")) return [];
  const asked = ` ${looseName(query.slice(0, 16_384))} `;
  const named = (
    db.prepare("select id, key from graph_entities where workspace = ?").all(filter.workspace) as {
      id: string;
      key: string;
    }[]
  ).filter(({ key }) => key.length > 2 && asked.includes(` ${key} `));
  const scores = new Map<string, number>();
  const relationsOf = db.prepare(
    "select id, source, target, confidence * strength as score from graph_relations where source = ? or target = ?",
  );
  const seen = new Set(named.map(({ id }) => id));
  let edge = [...seen];
  for (let far = 1; far >= MIN_FADE && edge.length > 0; far *= FADE_PER_HOP) {
    const next = new Set<string>();
    for (const entity of edge) {
      for (const relation of relationsOf.all(entity, entity) as Relation[]) {
        scores.set(relation.id, Math.max(scores.get(relation.id) ?? 0, relation.score * far));
        for (const end of [relation.source, relation.target]) if (!seen.has(end)) next.add(end);
      }
    }
    for (const entity of next) seen.add(entity);
    edge = [...next];
  }
  return [...memoriesOf(db, scores, filter.workspace), ...noteLinks(db, asked, filter.workspace)]
    .sort((a, b) => b.score - a.score || b.memory - a.memory)
    .slice(0, LIST_LENGTH);
};

/** Links from and to the notes a query names; of a note that half the others link to, a few. */
const noteLinks = (db: Database, asked: string, workspace: string): Listed[] => {
  const linksOf = db.prepare(
    `select memory from memory_links where workspace = @workspace and from_key = @key
     union select memory from memory_links where workspace = @workspace and to_key = @key
     order by memory desc limit ${MAX_NOTE_LINKS}`,
  );
  const found = new Map<number, number>();
  for (const key of phrasesOf(asked)) {
    if (found.size >= MAX_NOTE_LINKS) break;
    for (const { memory } of linksOf.all({ workspace, key }) as { memory: number }[])
      if (!found.has(memory)) found.set(memory, NOTE_LINK_SCORE);
  }
  return [...found].slice(0, MAX_NOTE_LINKS).map(([memory, score]) => ({ memory, score }));
};

/** More links than this would push out passages that say something. */
const MAX_NOTE_LINKS = 8;
/** As a relation that was learned once. */
const NOTE_LINK_SCORE = 0.5;
const MAX_PHRASE_WORDS = 6;
const MAX_ASKED_WORDS = 200;

/** Runs of words, the longest first: what a name could be. */
const phrasesOf = (asked: string): string[] => {
  const words = asked.trim().split(" ").slice(0, MAX_ASKED_WORDS);
  const phrases = new Set<string>();
  for (let length = Math.min(MAX_PHRASE_WORDS, words.length); length > 0; length--)
    for (let from = 0; from + length <= words.length; from++)
      phrases.add(words.slice(from, from + length).join(" "));
  return [...phrases].filter((phrase) => phrase.length > 2);
};

type Relation = {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly score: number;
};

/** Three hops: 1, 0.5, 0.25. */
const FADE_PER_HOP = 0.5;
const MIN_FADE = 0.25;

const memoriesOf = (db: Database, scores: ReadonlyMap<string, number>, workspace: string): Listed[] => {
  const memoryOf = db.prepare("select id from memories where source = ? and item = ?").pluck();
  return [...scores]
    .map(([relation, score]) => ({
      memory: memoryOf.get(graphSource(workspace), relation) as number | undefined,
      score,
    }))
    .filter((entry): entry is Listed => entry.memory !== undefined)
    .sort((a, b) => b.score - a.score || b.memory - a.memory)
    .slice(0, LIST_LENGTH);
};

const filterSql = ({ workspace, agent, tiers, notSession }: RecallFilter) => ({
  sql: [
    "m.workspace = ? and (m.agent is null or m.agent = ?)",
    ...(tiers ? [`m.tier in (${tiers.map(() => "?").join(", ")})`] : []),
    ...(notSession === null ? [] : ["m.source <> ?"]),
  ].join(" and "),
  values: [workspace, agent, ...(tiers ?? []), ...(notSession === null ? [] : [sessionSource(notSession)])],
});

/** Names of sources that are not files. */
export const sessionSource = (session: string): string => `session:${session}`;
export const graphSource = (workspace: string): string => `graph:${workspace}`;
