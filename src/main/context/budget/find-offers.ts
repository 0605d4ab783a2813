import type { Offer } from "#shared/contract/budget.ts";
import type { PreviewInput } from "#shared/contract/context.ts";
import { Failure, type Signal } from "#shared/contract/index.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { effectOf, type PromptEffect } from "#shared/model/prompt-effect.ts";
import type { PromptEdit } from "#shared/model/prompt-edit.ts";
import { type LimitId, limitsOf } from "#shared/model/prompt-limit.ts";
import { partsById, partsOf } from "#shared/model/prompt-part.ts";
import type { Context } from "../context.ts";
import { offersFor, offersForLimit, type PossibleOffer } from "./offers.ts";
import { type EditTarget, planEdit } from "./plan-edit.ts";
import { placeOf } from "./write-edit.ts";

export type Picked = { readonly part: string } | { readonly limit: LimitId };

type Asked = PreviewInput & { readonly pick: Picked; readonly limit: number };

/** The changes that are possible for a part of the prompt or for a limit, each with its effect. */
export const findOffers = async (
  context: Context,
  { pick, limit, ...input }: Asked,
  signal?: Signal,
): Promise<readonly Offer[]> => {
  const [target, { manifest }] = await Promise.all([context.target(input), context.preview(input, signal)]);
  const offers: Offer[] = [];
  for (const { edit, ...offer } of possibleOffers(pick, manifest, target).slice(0, limit)) {
    const effect = await effectIn(context, input, manifest, edit, signal);
    offers.push({ ...offer, edit, place: placeOf(planEdit(edit, target), target), effect });
  }
  return offers;
};

const possibleOffers = (pick: Picked, manifest: Manifest, target: EditTarget): readonly PossibleOffer[] => {
  if ("limit" in pick) {
    const limit = limitsOf(manifest, target.profile).find(({ id }) => id === pick.limit);
    return limit ? offersForLimit(limit, target) : [];
  }
  const parts = partsOf(manifest);
  const part = partsById(parts).get(pick.part);
  if (part) return offersFor(part, target, parts);
  throw new Failure("part-not-found", "This is not a part of the prompt, or no longer.", { part: pick.part });
};

/** Asks the assembler; null when it refuses. */
const effectIn = async (
  context: Context,
  input: PreviewInput,
  before: Manifest,
  edit: PromptEdit,
  signal?: Signal,
): Promise<PromptEffect | null> => {
  const overrides = { ...input.overrides, edits: [...(input.overrides?.edits ?? []), edit] };
  try {
    const { manifest } = await context.preview({ ...input, overrides }, signal);
    return effectOf(before, manifest);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
};
