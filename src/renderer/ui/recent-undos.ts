/**
 * What can be undone of this window's last steps. A notice leaves after some seconds; its undo stays here, and
 * the palette lists it until it is used or a different folder is opened.
 */
export type RecentUndo = { readonly id: number; readonly message: string; readonly run: () => void };

/** As many as fit a list that is read at a glance. */
const MAX_UNDOS = 10;

let undos: readonly RecentUndo[] = [];
let nextId = 1;

/** Newest first. */
export const recentUndos = (): readonly RecentUndo[] => undos;

/** Returns the undo to run; it runs once, wherever it is chosen. */
export const keepUndo = (message: string, undo: () => void): (() => void) => {
  const id = nextId++;
  const run = () => {
    if (!undos.some((kept) => kept.id === id)) return;
    undos = undos.filter((kept) => kept.id !== id);
    undo();
  };
  undos = [{ id, message, run }, ...undos].slice(0, MAX_UNDOS);
  return run;
};

export const forgetUndos = (): void => {
  undos = [];
};
