import type { Found } from "./found.ts";
import type { Sentence } from "./sentences.ts";
import { type Term, termsOf } from "./terms.ts";
import type { TextLines } from "./text-lines.ts";

/** A name or a number shows where something is from only when few texts have it. */
const MAX_RARE_TEXTS = 3;
const MAX_RARE_PLACES = 6;

type Place = { readonly text: number; readonly term: Term };

/**
 * Rare names and numbers of the answer, per sentence and text the line with most of them. What the user's own
 * message says is not counted: the answer can have it from there.
 */
export const findTerms = (
  answer: string,
  sentences: readonly Sentence[],
  texts: readonly TextLines[],
  question: string,
  total: number,
): readonly Found[] => {
  const own = termsOf(answer);
  const places = rarePlaces(own, texts, question);
  const bitsOf = (key: string) => Math.log2((total + 1) / Math.max(1, places.get(key)?.length ?? 1));
  return sentences.flatMap((sentence, index) => {
    const shared = own.filter(
      ({ from, to, key, isFirst }) =>
        from >= sentence.from &&
        to <= sentence.to &&
        places.get(key)?.some(({ term }) => !isFirst || !term.isFirst) === true,
    );
    if (shared.length === 0) return [];
    return bestLines(shared, places, texts).map(({ text, terms }): Found => {
      const keys = new Set(terms.map(({ key }) => key));
      const said = shared.filter(({ key }) => keys.has(key));
      return {
        sentence: index,
        text,
        kind: said.some(({ kind }) => kind === "name") ? "name" : "number",
        shared: [...new Set(said.map(({ from, to }) => answer.slice(from, to)))],
        ranges: terms.map(({ from, to }) => [from, to] as const).sort((a, b) => a[0] - b[0]),
        bits: [...keys].reduce((sum, key) => sum + bitsOf(key), 0),
      };
    });
  });
};

const rarePlaces = (
  own: readonly Term[],
  texts: readonly TextLines[],
  question: string,
): ReadonlyMap<string, readonly Place[]> => {
  const asked = new Set(termsOf(question).map(({ key }) => key));
  const places = new Map<string, Place[]>();
  for (const { key } of own) if (!asked.has(key)) places.set(key, []);
  for (const [text, { text: content }] of texts.entries())
    for (const term of termsOf(content)) places.get(term.key)?.push({ text, term });
  for (const [key, found] of places) {
    const isRare =
      found.length <= MAX_RARE_PLACES && new Set(found.map(({ text }) => text)).size <= MAX_RARE_TEXTS;
    if (found.length === 0 || !isRare) places.delete(key);
  }
  return places;
};

/** Of each text the line with most of the terms; the first of several. */
const bestLines = (
  shared: readonly Term[],
  places: ReadonlyMap<string, readonly Place[]>,
  texts: readonly TextLines[],
): readonly { readonly text: number; readonly terms: readonly Term[] }[] => {
  const lines = new Map<string, { text: number; from: number; terms: Map<string, Term> }>();
  for (const key of new Set(shared.map((term) => term.key)))
    for (const { text, term } of places.get(key) ?? []) {
      const [from = 0] = texts[text]?.around(term.from) ?? [];
      const name = `${text}/${from}`;
      const line = lines.get(name) ?? { text, from, terms: new Map<string, Term>() };
      if (!line.terms.has(key)) line.terms.set(key, term);
      lines.set(name, line);
    }
  const best = new Map<number, { text: number; from: number; terms: Map<string, Term> }>();
  for (const line of lines.values()) {
    const known = best.get(line.text);
    const isBetter =
      !known ||
      line.terms.size > known.terms.size ||
      (line.terms.size === known.terms.size && line.from < known.from);
    if (isBetter) best.set(line.text, line);
  }
  return [...best.values()].map(({ text, terms }) => ({ text, terms: [...terms.values()] }));
};
