import type { Importer } from "./importer.ts";
import { chatgpt } from "./sources/chatgpt.ts";

/** Every program that can be imported from, in the order in which they are tried. */
export const importers: readonly Importer[] = [chatgpt];
