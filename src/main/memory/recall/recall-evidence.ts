import type { Database } from "better-sqlite3";
import { isQuestion } from "../learn/is-question.ts";
import type { Fused } from "./fuse-ranks.ts";
import { AMOUNT, monthsIn, TIME, WHEN } from "./question-words.ts";
import { rescored } from "./recall-lists.ts";

/**
 * What else tells an answer from a text with the same words. The first hits by rank are ordered again by
 * `score × Π factor`. The factors are a log-linear model that was learned on conversations (decisions 0057 and 0130);
 * notes and files get the same ones, except that they have no speaker: there the name is looked for in the text.
 */
export type Evidence = { readonly name: EvidenceName; readonly factor: number; readonly reason: string };
type EvidenceName = "person" | "when" | "amount" | "date" | "question" | "reply" | "meaning";

/** What is read of a hit. */
export type EvidenceRow = {
  readonly tier: string;
  readonly heading: string;
  readonly date: string;
  readonly text: string;
  /** Null in notes and files. */
  readonly speaker: string | null;
};

/** Fixed, so that the order does not depend on how many hits are requested. */
const MAX_ORDERED = 50;
const FACTORS = { person: 2.97, when: 3.63, amount: 2.59, question: 0.37, reply: 1.21 } as const;
/** Exponents: of a cosine of 1, and of a date that agrees fully. */
const MEANING = 1.89;
const DATE = 1.08;
/** A query is short; a pasted document is no question about a date. */
const MAX_QUERY_CHARS = 2_000;
const MAX_TEXT_CHARS = 8_000;

export type Weighed = Fused & { readonly evidence: readonly Evidence[] };

/** Orders the first hits again; the others follow in their order, with scores that do not exceed the last one. */
export const weighEvidence = (
  fused: readonly Fused[],
  query: string,
  rowOf: (memory: number) => EvidenceRow | undefined,
  cosines: ReadonlyMap<number, number>,
  replies: ReadonlySet<number> = new Set(),
): Weighed[] => {
  const first = fused.slice(0, MAX_ORDERED);
  const rows = first.map(({ memory }) => rowOf(memory));
  const asked = askedFor(query, rows);
  const known = first.flatMap(({ memory }) => cosines.get(memory) ?? []);
  const usual = known.reduce((sum, cosine) => sum + cosine, 0) / Math.max(1, known.length);
  const ordered = first
    .map((entry, at) => {
      const row = rows[at];
      const cosine = cosines.get(entry.memory) ?? usual;
      const evidence = row
        ? [...evidenceOf(row, asked), ...(replies.has(entry.memory) ? [REPLY] : []), ...meaning(cosine)]
        : [];
      const factor = evidence.reduce((product, { factor }) => product * factor, 1);
      return { ...entry, evidence, score: entry.score * factor };
    })
    .sort((a, b) => b.score - a.score);
  const rest = fused.slice(MAX_ORDERED);
  const last = ordered.at(-1)?.score ?? 0;
  const scale = Math.min(1, last / (rest[0]?.score ?? last));
  return [...ordered, ...rest.map((entry) => ({ ...entry, evidence: [], score: entry.score * scale }))];
};

/** The cosine of the first hits with the query, whichever list found them. */
export const cosinesOf = (
  db: Database,
  model: string,
  query: Float32Array,
  fused: readonly Fused[],
): ReadonlyMap<number, number> => {
  const memories = JSON.stringify(fused.slice(0, MAX_ORDERED).map(({ memory }) => memory));
  const rows = db.prepare(VECTORS_OF).all(memories, model) as { row: number; memory: number }[];
  return new Map(rescored(db, query, rows).map(({ memory, score }) => [memory, score]));
};

/** Those of the first hits that come right after a message that ends with a question. */
export const repliesOf = (db: Database, fused: readonly Fused[]): ReadonlySet<number> => {
  const memories = JSON.stringify(fused.slice(0, MAX_ORDERED).map(({ memory }) => memory));
  const rows = db.prepare(BEFORE_OF).all(memories) as { memory: number; end: string }[];
  return new Set(rows.flatMap(({ memory, end }) => (ENDS_ASKING.test(end) ? [memory] : [])));
};

/** By place in the source, as neighbours of a message are stored. */
const BEFORE_OF = `
  select m.id as memory, substr(p.text, -40) as end from json_each(?) as wanted
  cross join memories as m on m.id = wanted.value and m.tier = 'session'
  cross join memories as p on p.source = m.source and p.ordinal = m.ordinal - 1`;
const ENDS_ASKING = /[?？؟]["'”’)\]*_\s]*$/;
const REPLY: Evidence = { name: "reply", factor: FACTORS.reply, reason: "follows a question" };

/**
 * A cross join keeps this order. SQLite does not know how short the list is, and would read all vectors of the
 * model and look for each in the list: 75 ms per search at 20,000 memories.
 */
export const VECTORS_OF = `
  select v.id as row, v.memory from json_each(?) as wanted
  cross join memory_vectors as v on v.memory = wanted.value and v.model = ?`;

type Asked = {
  /** The one person a question names; two people say nothing about who is meant. */
  readonly person: string | null;
  readonly when: boolean;
  readonly amount: boolean;
  readonly months: readonly number[];
  readonly years: readonly string[];
  readonly days: readonly string[];
};

const askedFor = (query: string, rows: readonly (EvidenceRow | undefined)[]): Asked => {
  const text = query.slice(0, MAX_QUERY_CHARS).toLowerCase();
  const speakers = new Set(rows.flatMap((row) => (row?.speaker ? [row.speaker] : [])));
  const named = [...speakers].filter((name) => hasName(text, name));
  const years = text.match(/\b(?:19|20)\d\d\b/g) ?? [];
  return {
    person: named.length === 1 ? (named[0] as string) : null,
    when: WHEN.test(text),
    amount: AMOUNT.test(text),
    months: monthsIn(text),
    years,
    days: text.match(/\b\d{1,2}(?=\b|st\b|nd\b|rd\b|th\b)/g) ?? [],
  };
};

function* evidenceOf(row: EvidenceRow, asked: Asked): Generator<Evidence> {
  const text = row.text.slice(0, MAX_TEXT_CHARS);
  if (asked.person !== null && isOf(row, asked.person)) {
    const reason = row.speaker === null ? `names ${asked.person}` : `said by ${asked.person}`;
    yield { name: "person", factor: FACTORS.person, reason };
  }
  if (asked.when && TIME.test(text.toLowerCase()))
    yield { name: "when", factor: FACTORS.when, reason: "says when" };
  if (asked.amount && NUMBER.test(text)) {
    yield { name: "amount", factor: FACTORS.amount, reason: "has a number" };
  }
  const agrees = dateAgreement(row.date, asked);
  if (agrees > 0)
    yield { name: "date", factor: Math.exp(DATE * agrees), reason: "from the time you asked about" };
  if (isQuestion(withoutSpeaker(row))) {
    yield { name: "question", factor: FACTORS.question, reason: "only asks" };
  }
}

const meaning = (cosine: number): Evidence[] =>
  cosine > 0 ? [{ name: "meaning", factor: Math.exp(MEANING * cosine), reason: "" }] : [];

const isOf = (row: EvidenceRow, person: string): boolean =>
  row.speaker === null
    ? hasName(`${row.heading}\n${row.text}`.slice(0, MAX_TEXT_CHARS).toLowerCase(), person)
    : row.speaker === person;

const withoutSpeaker = ({ speaker, text }: EvidenceRow): string =>
  speaker !== null && text.startsWith(`${speaker}:`) ? text.slice(speaker.length + 1) : text;

/** Whether a lower-case text has a name as whole words. */
const hasName = (text: string, name: string): boolean => {
  const wanted = name.toLowerCase();
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const isOpen = (character: string | undefined) =>
      character === undefined || !/[\p{L}\p{N}]/u.test(character);
    if (isOpen(text[at - 1]) && isOpen(text[at + wanted.length])) return true;
  }
  return false;
};

/** How many of the months and years asked for are the memory's, as a share; the same day counts once more. */
const dateAgreement = (date: string, { months, years, days }: Asked): number => {
  const wanted = months.length + years.length;
  if (wanted === 0) return 0;
  const [year = "", month = "", day = ""] = date.slice(0, 10).split("-");
  const sameMonth = months.includes(Number(month));
  const agreeing = Number(sameMonth) + Number(years.includes(year));
  const sameDay = sameMonth && days.includes(String(Number(day)));
  return (agreeing + Number(sameDay)) / wanted;
};

const NUMBER =
  /\b(?:\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand|once|twice|couple)\b/i;
