import type { PassageKind } from "#shared/model/quotation.ts";

/** Something that a sentence shares with a place in a text. Numbers of the sentence and of the text. */
export type Found = {
  readonly sentence: number;
  readonly text: number;
  readonly kind: PassageKind;
  /** As the answer writes it. */
  readonly shared: readonly string[];
  /** Character ranges in the text, in order, at least one. */
  readonly ranges: readonly (readonly [number, number])[];
  /** How unlikely it is that it is shared by chance: rare words weigh more. */
  readonly bits: number;
};
