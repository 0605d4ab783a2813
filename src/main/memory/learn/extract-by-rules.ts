import type { Note } from "./daily-notes.ts";
import { type Learning } from "./learning.ts";
import { isKnown } from "../index/same-text.ts";

/**
 * What plain rules find in the user's messages, without a model: requests to remember, preferences,
 * decisions, dates, names. Whole sentences, in the user's words. Questions and known facts are omitted.
 */
export const extractByRules = (said: readonly string[], known: readonly string[]): Learning => {
  const notes: Note[] = [];
  const preferences: string[] = [];
  const names: Named[] = [];
  let name: string | null = null;
  for (const sentence of said.flatMap(sentencesOf)) {
    name = ownName(sentence) ?? name;
    names.push(...namedPeople(sentence));
    const note = noteOf(sentence);
    if (!note) continue;
    if (isPreference(sentence)) preferences.push(note.text);
    if (!isKnown(note.text, [...known, ...notes.map(({ text }) => text)])) notes.push(note);
  }
  return {
    notes,
    profile: { ...(name ? { name } : {}), ...(preferences.length > 0 ? { preferences } : {}) },
    entities: names.map(({ name: other, type }) => ({ name: other, type })),
    relations: names.map(({ name: other, relation }) => ({
      from: "the person",
      type: relation,
      to: other,
      confidence: 0.6,
    })),
    procedures: [],
  };
};

type Named = { readonly name: string; readonly type: string; readonly relation: string };

/** A longer sentence is a quotation or a pasted text. UTF-16 units. */
const MAX_SENTENCE_CHARS = 400;

/** Sentences and lines of prose. Text in fences, quotes, tables and attached files is skipped. */
const sentencesOf = (text: string): readonly string[] =>
  text
    .replaceAll(/<file path="[^"]*">[\s\S]*?<\/file>/g, "")
    .replaceAll(/```[\s\S]*?(?:```|$)/g, "")
    .split("\n")
    .filter((line) => !/^\s*(?:>|\|)/.test(line))
    .flatMap((line) => line.split(/(?<=[.!?…。！？])\s+/))
    .map((sentence) => sentence.replace(/^\s*[-*+]\s+/, "").trim())
    .filter((sentence) => sentence !== "" && sentence.length <= MAX_SENTENCE_CHARS);

const noteOf = (sentence: string): Note | null => {
  const asked =
    /^(?:please\s+|also\s+|and\s+)*(?:remember|note|keep in mind|don['’]t forget)(?:\s+that|\s+this)?[\s:,]+(.+)$/i.exec(
      sentence,
    )?.[1];
  if (asked !== undefined && !/^(?:to|when|how|if|the time)\b/i.test(asked))
    return { kind: "note", text: capital(asked) };
  if (/[?？]$/.test(sentence)) return null;
  if (decided.test(sentence)) return { kind: "decision", text: sentence };
  if (ended.test(sentence)) return { kind: "outcome", text: sentence };
  if (
    isPreference(sentence) ||
    isDated(sentence) ||
    ownName(sentence) !== null ||
    namedPeople(sentence).length > 0
  ) {
    return { kind: "note", text: sentence };
  }
  return null;
};

const decided =
  /\b(?:we|i)(?:['’]ve| have)?\s+(?:decided|agreed|chose|settled on|are going with|will go with)\b|\blet['’]s (?:go with|stick with|use)\b|\b(?:the )?decision is\b/i;

const ended =
  /\b(?:that|it|this|the \w+)\s+(?:worked|failed|broke|fixed it|solved it|turned out)\b|\bthe (?:cause|problem|reason) was\b/i;

const isPreference = (sentence: string) =>
  /\bi\s+(?:(?:really|always|usually|strongly|also|would|['’]d)\s+)*(?:prefer|like|love|enjoy|hate|dislike|don['’]t like|can['’]t stand|never (?:use|want|eat|drink)|always (?:use|want|eat|drink))\b|\bmy favou?rite\b/i.test(
    sentence,
  ) && !/\bwould (?:you )?like (?:to|you)\b|['’]d like (?:to|you)\b/i.test(sentence);

const month =
  "(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)";
const dated = new RegExp(
  `\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b\\d{1,2}\\.\\d{1,2}\\.\\d{4}\\b|\\b\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}\\b|\\b${month}\\.? \\d{1,2}(?:st|nd|rd|th)?\\b`,
  "i",
);
/** A date is worth a note when something happens on it. */
const isDated = (sentence: string) =>
  dated.test(sentence) &&
  /\b(?:is|are|was|on|by|due|until|from|starts?|ends?|begins?|opens?|closes?|deadline|birthday|meeting|appointment|arrives?|leaves?|moves?)\b/i.test(
    sentence,
  );

const properName = "(\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+){0,2})";
const ownNamePattern = new RegExp(
  `\\b(?:[Mm]y name is|[Cc]all me|I['’]m called|I am called) ${properName}`,
  "u",
);
const ownName = (sentence: string): string | null => ownNamePattern.exec(sentence)?.[1] ?? null;

const relatives =
  "wife|husband|partner|son|daughter|mother|father|brother|sister|friend|boss|colleague|assistant|neighbou?r";
const animals = "dog|cat|horse";
const othersPattern = new RegExp(
  `\\b[Mm]y (${relatives}|${animals})(?: is called| is named|['’]s name is| is|,)? ${properName}`,
  "gu",
);
const namedPeople = (sentence: string): readonly Named[] =>
  [...sentence.matchAll(othersPattern)].map(([, relation = "", name = ""]) => ({
    name,
    type: animals.split("|").includes(relation) ? "animal" : "person",
    relation,
  }));

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
