import type { Stores } from "./stores.ts";

/** Milliseconds after the last key. */
const AUTOSAVE_MS = 1_000;

/** Saves what is unsaved, when the user wants that. What somebody else changed meanwhile waits for the user. */
export const followAutosave = ({ editor, settings }: Stores): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = async () => {
    for (const { path, dirty, conflict, state } of editor.getState().tabs) {
      if (dirty && !conflict && state === "ready") await editor.getState().save(path);
    }
  };
  const stop = editor.subscribe((state, before) => {
    if (state.revision === before.revision || settings.getState().user?.autosave !== true) return;
    clearTimeout(timer);
    timer = setTimeout(() => void save(), AUTOSAVE_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
};
