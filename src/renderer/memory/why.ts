import type { MemoryHit } from "#shared/contract/memory.ts";
import { isFaded } from "#shared/model/note-fading.ts";
import { t } from "../ui/messages/index.ts";

export const listNames = ["keyword", "vector", "graph"] as const;
export type ListName = (typeof listNames)[number];

export type Share = {
  readonly list: ListName;
  readonly rank: number | null;
  /** The list's own entry; null where the list does not contain the hit. */
  readonly score: number | null;
  readonly share: number;
  /** Share of the whole score, boosts and age included. */
  readonly added: number;
};

/** What each list contributed to a hit, including those that do not contain it. */
export const sharesOf = (hit: MemoryHit): readonly Share[] => {
  const factor = factorOf(hit);
  return listNames.map((list) => {
    const found = hit.lists.find((entry) => entry.list === list);
    if (!found) return { list, rank: null, score: null, share: 0, added: 0 };
    const { rank, score, share } = found;
    return { list, rank, score, share, added: share * factor };
  });
};

/** The factor of a hit's age, 0 to 1; a search keeps at least a fifth for a faded note. */
export const ageOf = (hit: MemoryHit): number => {
  const others = hit.evidence.reduce((product, { factor }) => product * factor, hit.boost);
  return others > 0 ? factorOf(hit) / others : 1;
};

/** Why a hit was found and has its rank, in words. */
export const whyText = (hit: MemoryHit, preset: keyof typeof t.memory.presetNames): string => {
  const { why, lists, tierOf, presetNames } = t.memory;
  const byRank = new Map<number, string[]>();
  for (const entry of [...hit.lists].sort((a, b) => a.rank - b.rank)) {
    const same = byRank.get(entry.rank);
    if (same) same.push(lists[entry.list]);
    else byRank.set(entry.rank, [lists[entry.list]]);
  }
  const ranks = [...byRank].map(([rank, names]) => why.by(rank, names));
  const sentences = [`${ranks.map((part, at) => (at === 0 ? part : lowerFirst(part))).join(", ")}.`];
  const [only] = hit.lists;
  if (hit.lists.length === listNames.length) sentences.push(why.all);
  else if (hit.lists.length === 1 && only) sentences.push(why.only(lists[only.list]));
  const evidence = hit.evidence.flatMap(({ reason }) => (reason === "" ? [] : [reason])).join(", ");
  if (evidence !== "") sentences.push(`${evidence.charAt(0).toUpperCase()}${evidence.slice(1)}.`);
  if (hit.boost !== 1) {
    sentences.push(why.boosted(tierOf[hit.tier], String(hit.boost), presetNames[preset]));
  }
  if (isFaded(hit)) sentences.push(why.faded);
  else if (hit.weight < 1) sentences.push(why.aged(Math.round(hit.weight * 100)));
  else if (hit.pinned && hit.tier === "daily") sentences.push(why.kept);
  return sentences.join(" ");
};

/** Scores are small fractions; hundredths read better. */
export const points = (score: number): string => (score * 100).toFixed(1);

const factorOf = ({ score, lists }: MemoryHit): number => {
  const plain = lists.reduce((sum, { share }) => sum + share, 0);
  return plain > 0 ? score / plain : 0;
};

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
