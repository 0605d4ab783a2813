import { createHash } from "node:crypto";
import type { Origin } from "#shared/model/origin.ts";
import { searchable } from "./search-text.ts";
import { guessLanguage, type Language } from "./words/language.ts";
import type { Tier } from "../tiers.ts";

/** A memory as read from its source. */
export type MemoryDraft = {
  readonly tier: Tier;
  /** The message, relation or procedure it comes from. */
  readonly item: string | null;
  readonly lineFrom: number | null;
  readonly lineTo: number | null;
  /** `Suppliers > Flour`; empty at the top. */
  readonly heading: string;
  readonly kind: string | null;
  /** `YYYY-MM-DD` or a whole ISO 8601 time. */
  readonly date: string;
  readonly text: string;
  readonly origin: Origin;
  /** The user said that it may stand where it does. */
  readonly approved?: boolean;
  /** The speaker's name. */
  readonly speaker?: string | undefined;
  /** What its source is about; searched, and not shown. */
  readonly about?: string | undefined;
  /** A link between two notes, by their names; found by them alone, neither by words nor by meaning. */
  readonly link?: NamedLink | undefined;
};

export type NamedLink = { readonly from: string; readonly to: string };

/** The owner of a source and its place. */
export type DraftSource = {
  readonly source: string;
  /** Used for its memories' ids instead of `source`. */
  readonly name?: string | undefined;
  readonly workspace: string;
  /** Null: shared by all agents of the workspace. */
  readonly agent: string | null;
  /** Whether the neighbours of a memory help to understand it. */
  readonly neighbours: boolean;
};

/** A row of `memories` without its number and times. */
export type MemoryRow = Omit<MemoryDraft, "speaker" | "about" | "link" | "approved"> & {
  readonly approved: boolean;
  readonly uid: string;
  readonly ordinal: number;
  readonly body: string | null;
  /** The language that was guessed; null for English, and where nothing tells. */
  readonly language: Exclude<Language, "en"> | null;
  readonly around: string;
  readonly detail: string;
  readonly state: string;
  readonly link: NamedLink | null;
};

/** How much of a neighbour is searched. */
const MAX_AROUND_CHARS = 600;
/** More of what came before: it explains a message better than what came after. */
const NEIGHBOURS_BEFORE = 2;

/** Where rows begin, when they continue a source of which the beginning is stored. */
export type RowsFrom = {
  readonly before: readonly MemoryDraft[];
  readonly ordinal: number;
  /** Whether an id belongs to a memory of a different item of the source. */
  readonly isTaken: (uid: string, item: string | null) => boolean;
};

const FROM_THE_BEGINNING: RowsFrom = { before: [], ordinal: 0, isTaken: () => false };

/**
 * Turns the drafts of one source, in its order, into rows. One at a time, so that a huge source needs no
 * second copy.
 */
export function* rowsOfSource(
  drafts: Iterable<MemoryDraft>,
  source: DraftSource,
  from: RowsFrom = FROM_THE_BEGINNING,
): Generator<MemoryRow> {
  const seen = new Map<string, number>();
  let { before, ordinal } = from;
  let current: MemoryDraft | null = null;
  // A short line often does not show its language; it is in that of the lines before it.
  let language: Language | null = null;
  for (const { text } of before) language = guessLanguage(text) ?? language;
  for (const next of drafts) {
    if (current) {
      language = guessLanguage(current.text) ?? language;
      yield row(current, source, ordinal++, [...before, next], { seen, from, language });
      before = [...before, current].slice(-NEIGHBOURS_BEFORE);
    }
    current = next;
  }
  if (!current) return;
  language = guessLanguage(current.text) ?? language;
  yield row(current, source, ordinal, before, { seen, from, language });
}

const row = (
  draft: MemoryDraft,
  { source, name = source, workspace, agent, neighbours }: DraftSource,
  ordinal: number,
  beside: readonly MemoryDraft[],
  {
    seen,
    from,
    language: guessed,
  }: { readonly seen: Map<string, number>; readonly from: RowsFrom; readonly language: Language | null },
): MemoryRow => {
  const key = hash([workspace, agent, name, draft.heading, draft.text]);
  let nth = seen.get(key) ?? 0;
  while (from.isTaken(uidOf(key, nth), draft.item)) nth += 1;
  seen.set(key, nth + 1);
  const telling = neighbours ? beside.filter(({ heading }) => heading === draft.heading) : [];
  const around = telling.map(({ text }) => text.slice(0, MAX_AROUND_CHARS)).join("\n");
  const { speaker = "", about = "", link = null, approved = false, ...rest } = draft;
  const own = { ...rest, approved };
  if (link !== null) return linkRow(own, link, uidOf(key, nth), ordinal);
  const language = guessed === "en" ? null : guessed;
  const words = (text: string) => searchable(text, language) ?? text;
  const body = searchable(draft.text, language);
  // A speaker's name is read from here, so it stays as it is, and its stem is a part of the last line.
  const named = searchable(speaker, language);
  const indexed = {
    ...own,
    uid: uidOf(key, nth),
    ordinal,
    body,
    language,
    around: words(around),
    detail: [
      words(draft.heading),
      dateWords(draft.date, language),
      speaker,
      [words(about), ...(named === null || named.trim() === speaker ? [] : [named])].join(" "),
    ]
      .join("\n")
      .trim(),
  };
  const { item, lineFrom, lineTo, kind, date, detail, origin } = indexed;
  const parts = [ordinal, item, lineFrom, lineTo, kind, date, indexed.around, detail, origin, approved];
  // English rows keep the state they had, so that an index of an earlier version is not written again.
  return { ...indexed, link, state: hash(body === null ? parts : [...parts, language, body]) };
};

/** Equal texts of one source are told apart by their order. */
const uidOf = (key: string, nth: number): string => (nth === 0 ? key : hash([key, nth]));

/** No words to look for: a bare mention of a name would stand above the passage that tells about it. */
const linkRow = (
  own: Omit<MemoryRow, "uid" | "ordinal" | "body" | "language" | "around" | "detail" | "state" | "link">,
  link: NamedLink,
  uid: string,
  ordinal: number,
): MemoryRow => ({
  ...own,
  uid,
  ordinal,
  body: "",
  language: null,
  around: "",
  detail: "",
  state: hash([ordinal, own.lineFrom, own.date, own.origin]),
  link,
});

/** 80 bits: enough that no two memories of a user share an id. */
const hash = (parts: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 20);

/** `8 May 2023`: dates as people write them in questions, in the memory's language, too. */
const dateWords = (date: string, language: MemoryRow["language"]): string => {
  const [year, month, day] = date.slice(0, 10).split("-");
  const at = Number(month) - 1;
  const name = MONTHS[at];
  if (name === undefined) return "";
  const own = language === null ? null : searchable(monthsOf(language)[at] ?? "", language);
  return `${Number(day)} ${name} ${year}${own === null ? "" : ` ${own.trim()}`}`;
};

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const known = new Map<string, readonly string[]>();
const monthsOf = (language: string): readonly string[] => {
  const made = known.get(language) ?? MONTHS.map((_, at) => monthName(language, at));
  known.set(language, made);
  return made;
};

const monthName = (language: string, month: number): string =>
  new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" }).format(Date.UTC(2000, month, 1));
