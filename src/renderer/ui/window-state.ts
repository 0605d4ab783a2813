import type { KeptEntries, KeptEntry } from "#shared/contract/app.ts";
import { kept } from "./kept.ts";

/**
 * What this window stores about the open project. The core stores it, because on the web host every start has
 * a different origin with an empty storage; the browser stores it too, because the core may just have
 * crashed. The newer entry of both wins.
 */
export type WindowState = {
  readonly read: <Value>(key: string, fallback: Value) => Value;
  readonly write: (key: string, value: unknown) => void;
  /** Loads what is stored about a project; everything written from now on belongs to it. */
  readonly adopt: (folder: string, entries: KeptEntries) => void;
};

export const createWindowState = (send: (key: string, entry: KeptEntry) => void): WindowState => {
  let folder = "";
  let entries: KeptEntries = {};
  return {
    read: <Value>(key: string, fallback: Value) => (entries[key]?.value as Value | undefined) ?? fallback,
    write: (key, value) => {
      const entry = { at: Date.now(), value };
      entries = { ...entries, [key]: entry };
      kept.write(`window:${folder}`, entries);
      if (folder) send(key, entry);
    },
    adopt: (next, theirs) => {
      folder = next;
      const mine = kept.read<KeptEntries>(`window:${folder}`, {});
      entries = newest(mine, theirs);
      for (const [key, entry] of Object.entries(entries)) if (entry !== theirs[key]) send(key, entry);
    },
  };
};

const newest = (mine: KeptEntries, theirs: KeptEntries): KeptEntries => ({
  ...theirs,
  ...Object.fromEntries(Object.entries(mine).filter(([key, { at }]) => at > (theirs[key]?.at ?? 0))),
});
