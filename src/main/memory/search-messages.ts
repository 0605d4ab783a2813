import type { FailureValue } from "#shared/contract/failure.ts";
import type { Recalled, RecallRequest } from "./recall.ts";

export type SearchStart = { readonly file: string };

/** `model` is that of the query's vector. */
export type SearchRequest = {
  readonly id: number;
  readonly model: string | null;
  readonly request: RecallRequest;
};

export type SearchReply =
  | { readonly id: number; readonly recalled: Recalled }
  | { readonly id: number; readonly failure: FailureValue }
  | { readonly id: number; readonly error: string };
