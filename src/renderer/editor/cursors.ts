import type { Cursor } from "./editor-state.ts";
import type { KeptTabs } from "./drafts.ts";

/** Files whose place is remembered; the ones used last. */
const MAX_CURSORS = 100;
/** After the last move, in milliseconds: a place is not worth a write for each key. */
const KEEP_AFTER_MS = 800;

/** Where the cursor is in each file, so that it is there again after a merge, a reload, or in the next window. */
export const createCursors = (keep: () => void) => {
  const places = new Map<string, Cursor>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    get: (path: string): Cursor | null => places.get(path) ?? null,
    put: (path: string, cursor: Cursor) => {
      places.delete(path);
      places.set(path, cursor);
      const [oldest] = places.keys();
      if (places.size > MAX_CURSORS && oldest !== undefined) places.delete(oldest);
      clearTimeout(timer);
      timer = setTimeout(keep, KEEP_AFTER_MS);
    },
    move: (from: string, to: string) => {
      const cursor = places.get(from);
      if (cursor) places.set(to, cursor);
      places.delete(from);
    },
    kept: (): NonNullable<KeptTabs["cursors"]> =>
      [...places].map(([path, { line, column }]) => [path, line, column] as const),
    restore: (kept: NonNullable<KeptTabs["cursors"]>) => {
      clearTimeout(timer);
      places.clear();
      for (const [path, line, column] of kept) places.set(path, { line, column });
    },
  };
};
