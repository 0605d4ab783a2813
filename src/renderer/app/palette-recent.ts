import type { WindowState } from "../ui/window-state.ts";

/** Files (by path) and commands (by id) that were chosen last, newest first. */
export type Recent = { readonly files: readonly string[]; readonly commands: readonly string[] };

const NONE: Recent = { files: [], commands: [] };
const MAX_RECENT = 8;

export const recentIn = (state: WindowState): Recent => state.read<Recent>("paletteRecent", NONE);

export const remember = (state: WindowState, list: keyof Recent, id: string): void => {
  const recent = recentIn(state);
  const others = recent[list].filter((other) => other !== id);
  state.write("paletteRecent", { ...recent, [list]: [id, ...others].slice(0, MAX_RECENT) });
};

/** Those chosen before come first, the newest at the top; the others keep their order. */
export const recentFirst = <Item>(
  items: readonly Item[],
  recent: readonly string[],
  idOf: (item: Item) => string,
): readonly Item[] => {
  const place = new Map(recent.map((id, index) => [id, index]));
  return items.toSorted((a, b) => (place.get(idOf(a)) ?? MAX_RECENT) - (place.get(idOf(b)) ?? MAX_RECENT));
};
