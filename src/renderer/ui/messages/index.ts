import { en } from "./en.ts";

/** Every visible word comes from here. Another language is another file of the same shape. */
export type Messages = typeof en;

export const t: Messages = en;
