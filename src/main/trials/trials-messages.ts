import type { Check } from "#shared/model/trial.ts";
import type { Checked } from "./checks/run-check.ts";
import type { Interval } from "./result/paired-interval.ts";
import type { ReadSet } from "./sets/read-set.ts";

/** Work that takes as long as somebody else's text wants it to, so it happens beside the main thread. */
export type TrialsRequest =
  | { readonly ask: "read"; readonly text: string }
  | { readonly ask: "check"; readonly check: Check; readonly answer: string }
  | { readonly ask: "intervals"; readonly lists: readonly (readonly number[])[]; readonly seed: number };

export type TrialsReply =
  | { readonly read: ReadSet }
  | { readonly checked: Checked }
  | { readonly intervals: readonly Interval[] };
