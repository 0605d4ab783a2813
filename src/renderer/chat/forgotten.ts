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

/**
 * Ids of messages that the last answer was given without and the next one would read, after a change of model,
 * profile or limit. One text, so that previews which agree about it are equal.
 */
export const readAgain = (run: Manifest | null, next: Manifest | null): string => {
  const dropped = new Set(
    (run?.segments ?? []).flatMap(({ source, status }) => (status === "dropped" ? [source] : [])),
  );
  if (dropped.size === 0) return "";
  return (next?.segments ?? [])
    .flatMap(({ source, status }) => (status === "included" && dropped.has(source) ? [source.slice(8)] : []))
    .join(" ");
};

export const forgottenIn = (
  entries: readonly SessionEntry[],
  seen: ReadonlySet<string>,
  run: Manifest | null,
  again: string,
): Forgotten | null => {
  const dropped = (run?.segments ?? []).filter(({ status }) => status === "dropped");
  if (!run || dropped.length === 0) return null;
  const gone = new Set(dropped.map(({ source }) => source.replace(/^message:/, "")));
  const isBack = new Set(again.split(" "));
  const isGone = ({ id }: SessionEntry) => gone.has(id) && seen.has(id) && !isBack.has(id);
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
