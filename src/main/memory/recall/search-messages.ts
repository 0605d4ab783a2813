import type { RecallRequest } from "./recall.ts";

export type SearchStart = { readonly file: string };

/** `model` is the model of the query's vector. */
export type SearchRequest = { readonly model: string | null; readonly request: RecallRequest };
