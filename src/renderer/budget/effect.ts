import type { Manifest } from "#shared/model/manifest.ts";
import { type Part, partsOf } from "./parts.ts";

/** What a change would do to the prompt, told by the difference of two previews. */
export type Effect = {
  /** Names of what would be sent (more of) and what no longer would. */
  readonly comesIn: readonly string[];
  readonly pushedOut: readonly string[];
  readonly shortened: readonly string[];
  /** Tokens the prompt grows by. */
  readonly tokens: number;
  readonly free: number;
  /** Old turns would be summarised before the next call, and now would not. */
  readonly summarises: boolean;
};

export const effectOf = (before: Manifest, after: Manifest): Effect => {
  const old = new Map(partsOf(before).map((part) => [part.id, part]));
  const comesIn: string[] = [];
  const pushedOut: string[] = [];
  const shortened: string[] = [];
  for (const part of partsOf(after)) {
    const was = old.get(part.id);
    old.delete(part.id);
    const change = kept(part) - (was ? kept(was) : 0);
    if (change > 0 && part.raw > 0 && part.path !== null) comesIn.push(part.title);
    else if (change < 0) (part.sent === 0 ? pushedOut : shortened).push(part.title);
  }
  for (const gone of old.values()) if (gone.sent > 0 && gone.path !== null) pushedOut.push(gone.title);
  return {
    comesIn,
    pushedOut,
    shortened,
    tokens: after.window.used - before.window.used,
    free: after.window.free,
    summarises: compacts(after) && !compacts(before),
  };
};

/** Headers and markers may come and go without anything being lost. */
const kept = ({ raw, missing }: Part) => raw - missing;

const compacts = (manifest: Manifest) =>
  manifest.actions.some(({ step, pending }) => step === "compact" && pending === true);
