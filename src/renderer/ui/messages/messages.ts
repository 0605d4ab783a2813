import type { en } from "./en.ts";
import type { Widened } from "./fill.ts";

/** Every visible word comes from a table of this shape. English is where it is written down. */
export type Messages = Widened<typeof en>;
