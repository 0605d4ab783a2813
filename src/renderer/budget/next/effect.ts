import { layersWhere } from "#shared/model/layer.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { t } from "../../ui/messages/index.ts";
import { type Part, partsById, partsOf } from "../map/parts.ts";

/** What a change would do to the prompt, told by the difference of two previews. */
export type Effect = {
  /** Names of what would be sent (more of) and what no longer would. */
  readonly comesIn: readonly string[];
  readonly pushedOut: readonly string[];
  readonly shortened: readonly string[];
  /** Of everything more is sent of: how much of how much, by `growthKey`. */
  readonly grown: ReadonlyMap<string, Growth>;
  /** Tokens the prompt grows by. */
  readonly tokens: number;
  readonly free: number;
  /** Old turns would be summarised before the next call, and now would not. */
  readonly summarises: boolean;
};

export type Growth = { readonly kept: number; readonly raw: number };

/** Memories and turns are parts only together, and become others when one of them comes or goes. */
export const growthKey = (part: Part): string => (isMany(part) ? part.layer : part.id);

export const effectOf = (before: Manifest, after: Manifest): Effect => {
  const old = partsById(partsOf(before));
  const now = partsById(partsOf(after));
  const comesIn: string[] = [];
  const pushedOut: string[] = [];
  const shortened: string[] = [];
  const grown = new Map<string, Growth>();
  for (const part of now.values()) {
    const was = old.get(part.id);
    // Headers come and go with their files; that says nothing of its own.
    if (was === part || isMany(part) || part.drawnAs !== undefined) continue;
    const change = kept(part) - (was ? kept(was) : 0);
    if (change > 0) grown.set(part.id, { kept: kept(part), raw: part.raw });
    if (change > 0 && part.raw > 0 && part.path !== null) comesIn.push(part.title);
    else if (change < 0) (part.sent === 0 ? pushedOut : shortened).push(part.title);
  }
  for (const gone of old.values()) {
    if (gone.sent > 0 && gone.path !== null && !now.has(gone.id)) pushedOut.push(gone.title);
  }
  for (const layer of MANY) {
    const [was, is] = [togetherIn(layer, old), togetherIn(layer, now)];
    if (is.kept > was.kept) grown.set(layer, is);
    if (is.count > was.count) comesIn.push(t.budget.groups(layer, is.count - was.count));
    if (is.count < was.count) pushedOut.push(t.budget.groups(layer, was.count - is.count));
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

const MANY = layersWhere(({ listed }) => listed === "by-fate");

const isMany = ({ layer, path }: Part): boolean => path === null && MANY.has(layer);

/** What of a layer's memories or messages is sent, and how many of them. */
const togetherIn = (layer: string, parts: ReadonlyMap<string, Part>): Growth & { readonly count: number } => {
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
const kept = ({ raw, missing }: Part) => raw - missing;

const compacts = (manifest: Manifest) =>
  manifest.actions.some(({ step, pending }) => step === "compact" && pending === true);
