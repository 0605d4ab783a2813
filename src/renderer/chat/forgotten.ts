import type { Manifest } from "#shared/model/manifest.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { turnsOf } from "./turns-of.ts";

/** Turns that the last answer was given without, and that no summary stands for since. */
export type Forgotten = {
  /** The entry they end with. */
  readonly last: string;
  readonly turns: { readonly from: number; readonly to: number };
  /** A rule of the profile left them out, or the window was too small; its size in tokens. */
  readonly window: number | null;
  /** Why they were not summarised; null when that was not tried. */
  readonly noSummary: string | null;
};

export const forgottenIn = (
  entries: readonly SessionEntry[],
  seen: ReadonlySet<string>,
  run: Manifest | null,
): Forgotten | null => {
  const dropped = (run?.segments ?? []).filter(({ status }) => status === "dropped");
  if (!run || dropped.length === 0) return null;
  const gone = new Set(dropped.map(({ source }) => source.replace(/^message:/, "")));
  const isGone = ({ id }: SessionEntry) => gone.has(id) && seen.has(id);
  const first = entries.findIndex(isGone);
  const last = entries.findLastIndex(isGone);
  const end = entries[last];
  if (!end) return null;
  const tried = run.actions.find(({ step }) => step === "compact");
  return {
    last: end.id,
    turns: {
      from: Math.max(1, turnsOf(entries.slice(0, first + 1))),
      to: turnsOf(entries.slice(0, last + 1)),
    },
    window: dropped.some(({ reason }) => reason === "window") ? run.window.max : null,
    noSummary: tried?.failed === true ? tried.detail : null,
  };
};
