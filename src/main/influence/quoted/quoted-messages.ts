import type { WantedLine } from "./locate.ts";
import type { MatchedAnswer, SentText } from "./match-answer.ts";

/** To the worker that compares. */
export type QuotedRequest =
  | { readonly ask: "match"; readonly answer: string; readonly texts: readonly SentText[] }
  | {
      readonly ask: "locate";
      readonly files: readonly { readonly text: string; readonly wanted: readonly WantedLine[] }[];
    };

export type QuotedReply =
  | { readonly matched: MatchedAnswer }
  | { readonly lines: readonly (readonly (number | null)[])[] };
