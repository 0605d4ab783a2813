import { z } from "zod";
import { isLearnable } from "./is-learnable.ts";
import {
  isNothing,
  type Learning,
  nothingLearned,
  noteItem,
  procedureDraft,
  relationDraft,
  entityDraft,
} from "./learning.ts";

/** Things that one reading of a conversation may teach, whatever was said. */
export const MAX_LEARNED = 5;

/** What of a model's answer is learned, and how many of its items were refused. */
export type Accepted = { readonly found: Learning; readonly refused: number };

/** Teaches nothing. */
export const nothingAccepted = (refused: number): Accepted => ({ found: nothingLearned, refused });

/**
 * Takes from what a model wrote the items that fit the schema and may be learned, one by one, the most telling
 * kinds first, until there are enough. The rest is refused and counted.
 */
export const acceptLearned = (given: readonly unknown[]): Accepted => {
  const counter = { left: MAX_LEARNED, refused: 0 };
  const lists = given.map((each) => (typeof each === "object" && each !== null ? each : {}));
  const items = (key: string): readonly unknown[] =>
    lists.flatMap((each) => {
      const list = (each as Record<string, unknown>)[key];
      return Array.isArray(list) ? (list as unknown[]) : [];
    });
  const take = <Item>(all: readonly unknown[], parse: z.ZodType<Item>, isFine: (item: Item) => boolean) =>
    all.flatMap((each): Item[] => {
      const item = parse.safeParse(each);
      if (!item.success || !isFine(item.data) || counter.left === 0) {
        counter.refused += 1;
        return [];
      }
      counter.left -= 1;
      return [item.data];
    });
  const notes = take(items("notes"), noteItem, ({ text }) => isLearnable(text));
  const facts = lists.flatMap((each) => Object.entries(profileOf(each)));
  const profile = take(facts, z.tuple([z.string().max(100), z.json()]), ([, value]) => isShort(value));
  const procedures = take(items("procedures"), procedureDraft, ({ name, steps }) =>
    [name, ...steps].every(isLearnable),
  );
  const relations = take(items("relations"), relationDraft, ({ from, to }) => isName(from) && isName(to));
  // The two ends of a relation come with it.
  const named = new Set(relations.flatMap(({ from, to }) => [from, to]));
  const parsed = items("entities").map((each) => entityDraft.safeParse(each).data);
  const ends = parsed.filter((each) => each !== undefined && named.has(each.name));
  const others = take(
    items("entities").filter((_, index) => !named.has(parsed[index]?.name ?? "")),
    entityDraft,
    ({ name }) => isName(name),
  );
  const found: Learning = {
    notes: notes.map(({ kind, text }) => ({ kind, text })),
    profile: Object.fromEntries(profile),
    entities: [...ends.filter((each) => each !== undefined), ...others],
    relations,
    procedures,
  };
  return isNothing(found) ? nothingAccepted(counter.refused) : { found, refused: counter.refused };
};

/**
 * The same for what plain rules found in the user's own sentences, with the same limit over all kinds: notes
 * first, then facts about the user, then relations with their two ends.
 */
export const acceptSaid = (found: Learning): Accepted => {
  const facts = Object.entries(found.profile);
  const notes = found.notes.filter(({ text }) => isLearnable(text)).slice(0, MAX_LEARNED);
  const profile = facts.filter(([, value]) => isShort(value)).slice(0, MAX_LEARNED - notes.length);
  const relations = found.relations.slice(0, MAX_LEARNED - notes.length - profile.length);
  const named = new Set(relations.flatMap(({ from, to }) => [from, to]));
  const entities = found.entities.filter(({ name }) => named.has(name));
  const offered = found.notes.length + facts.length + found.relations.length;
  return {
    found: { ...found, notes, profile: Object.fromEntries(profile), relations, entities },
    refused: offered - notes.length - profile.length - relations.length,
  };
};

const profileOf = (given: object): object => {
  const { profile } = given as { profile?: unknown };
  return typeof profile === "object" && profile !== null && !Array.isArray(profile) ? profile : {};
};

/** A fact about the person is a word or a sentence, or a few of them. */
const isShort = (value: unknown): boolean => {
  if (typeof value === "string") return isLearnable(value) || /^[\p{L}\p{N}@.+:/ -]{1,60}$/u.test(value);
  if (Array.isArray(value)) return value.length <= 10 && value.every(isShort);
  if (typeof value === "object" && value !== null) return Object.values(value).every(isShort);
  return value !== null;
};

const isName = (text: string): boolean =>
  isLearnable(text) || /^[\p{L}\p{N}][\p{L}\p{N} .'’&-]*$/u.test(text);
