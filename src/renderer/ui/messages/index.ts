import { en } from "./en.ts";

/** Every visible word comes from here. Another language is another file of the same shape. */
export type Messages = typeof en;

export const t: Messages = en;

/** In development, an event of the page after a changed word. */
export const WORDS_CHANGED = "satchel:words-changed";

if (import.meta.hot) {
  import.meta.hot.accept("./en.ts", (changed) => {
    Object.assign(t, changed?.["en"]);
    dispatchEvent(new Event(WORDS_CHANGED));
  });
}
