import type { EffectItem, PromptEffect } from "#shared/model/prompt-effect.ts";
import { nameOf } from "../map/parts.ts";

/** What a change does to the prompt, with names as on the screen. */
export type Effect = Omit<PromptEffect, "comesIn" | "pushedOut" | "shortened"> & {
  readonly comesIn: readonly string[];
  readonly pushedOut: readonly string[];
  readonly shortened: readonly string[];
};

export const namedEffect = (effect: PromptEffect): Effect => ({
  ...effect,
  comesIn: names(effect.comesIn),
  pushedOut: names(effect.pushedOut),
  shortened: names(effect.shortened),
});

const names = (items: readonly EffectItem[]): readonly string[] => items.map(nameOf);
