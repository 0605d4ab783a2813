import { z } from "zod";
import { LISTED_BY_FATE } from "./layer.ts";
import type { Manifest } from "./manifest.ts";
import { partsById, partsOf, type PromptPart } from "./prompt-part.ts";

/** A part of the prompt that a change concerns; of memories and earlier messages only how many. */
export const effectItem = z.object({
  /** Of the part, or the layer of those that are counted together. */
  id: z.string(),
  layer: z.string(),
  source: z.string().nullable(),
  title: z.string().nullable(),
  count: z.number().int(),
});
export type EffectItem = z.output<typeof effectItem>;

/** How much of a part would be sent, in tokens. */
const growth = z.object({ kept: z.number().int(), raw: z.number().int() });
export type Growth = z.output<typeof growth>;

/** What a change does to a prompt: the difference between two previews. */
export const promptEffect = z.object({
  /** Sent, or more of it is sent than before. */
  comesIn: z.array(effectItem),
  pushedOut: z.array(effectItem),
  shortened: z.array(effectItem),
  /** Everything more is sent of; the key is `growthKey` of the part. */
  grown: z.array(growth.extend({ key: z.string() })),
  /** Tokens the prompt grows by, and tokens free afterwards. */
  tokens: z.number().int(),
  free: z.number().int(),
  /** Old turns would be summarised before the next call, and now would not. */
  summarises: z.boolean(),
});
export type PromptEffect = z.output<typeof promptEffect>;

/** Memories and earlier messages are grouped by fate, so one that changes its fate changes two groups. */
export const growthKey = (part: PromptPart): string => (isMany(part) ? part.layer : part.id);

export const effectOf = (before: Manifest, after: Manifest): PromptEffect => {
  const old = partsById(partsOf(before));
  const now = partsById(partsOf(after));
  const comesIn: EffectItem[] = [];
  const pushedOut: EffectItem[] = [];
  const shortened: EffectItem[] = [];
  const grown: PromptEffect["grown"] = [];
  for (const part of now.values()) {
    const was = old.get(part.id);
    if (was === part || isMany(part)) continue;
    const change = kept(part) - (was ? kept(was) : 0);
    if (change > 0) grown.push({ key: part.id, kept: kept(part), raw: part.raw });
    if (change > 0 && part.raw > 0 && part.path !== null) comesIn.push(itemOf(part));
    else if (change < 0) (part.sent === 0 ? pushedOut : shortened).push(itemOf(part));
  }
  for (const gone of old.values()) {
    if (gone.sent > 0 && gone.path !== null && !now.has(gone.id)) pushedOut.push(itemOf(gone));
  }
  for (const layer of LISTED_BY_FATE) {
    const [was, is] = [togetherIn(layer, old), togetherIn(layer, now)];
    if (is.kept > was.kept) grown.push({ key: layer, kept: is.kept, raw: is.raw });
    const counted = { id: layer, layer, source: null, title: null };
    if (is.count > was.count) comesIn.push({ ...counted, count: is.count - was.count });
    if (is.count < was.count) pushedOut.push({ ...counted, count: was.count - is.count });
  }
  return {
    comesIn,
    pushedOut,
    shortened,
    grown,
    tokens: after.window.used - before.window.used,
    free: after.window.free,
    summarises: compacts(after) && !compacts(before),
  };
};

const isMany = ({ layer, path }: PromptPart): boolean => path === null && LISTED_BY_FATE.has(layer);

/** A group has no source, only a number. */
export const itemOf = ({ id, layer, segments }: PromptPart): EffectItem => {
  const [segment] = segments;
  const isGroup = segment?.id !== id;
  return {
    id,
    layer,
    source: isGroup ? null : segment.source,
    title: (isGroup ? null : segment.detail?.title) ?? null,
    count: segments.length,
  };
};

/** What of a layer's memories or messages is sent, and how many of them. */
const togetherIn = (
  layer: string,
  parts: ReadonlyMap<string, PromptPart>,
): Growth & { readonly count: number } => {
  const sum = { kept: 0, raw: 0, count: 0 };
  for (const fate of ["in", "cut", "out"]) {
    const part = parts.get(`${layer}/${fate}`);
    if (!part) continue;
    sum.kept += kept(part);
    sum.raw += part.raw;
    for (const { removed } of part.segments) if (removed < 1) sum.count += 1;
  }
  return sum;
};

/** Headers and markers may come and go without anything being lost. */
const kept = ({ raw, missing }: PromptPart) => raw - missing;

const compacts = (manifest: Manifest) =>
  manifest.actions.some(({ step, pending }) => step === "compact" && pending === true);
