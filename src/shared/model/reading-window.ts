import { z } from "zod";

/** How much of its window a model reads well, measured with passages of the user's own files. */

/** A size counts as read well while its share of right answers is at least this much of the one for short texts. */
export const WELL_SHARE = 0.85;

export const measuredSize = z.object({
  /** Tokens of the text that was sent, as counted here. */
  tokens: z.number().int(),
  right: z.number().int(),
  asked: z.number().int(),
});
export type MeasuredSize = z.output<typeof measuredSize>;

export const readingWindow = z.object({
  provider: z.string(),
  model: z.string(),
  /** ISO 8601, when it was begun. */
  at: z.string(),
  window: z.number().int(),
  status: z.enum(["running", "stopped", "failed", "done"]),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  done: z.number().int(),
  total: z.number().int(),
  exact: z.boolean(),
  /** The shortest first. */
  sizes: z.array(measuredSize),
});
export type ReadingWindow = z.output<typeof readingWindow>;

export const readingPlan = z.object({
  provider: z.string(),
  model: z.string(),
  window: z.number().int(),
  calls: z.number().int(),
  read: z.number().int(),
  write: z.number().int(),
  exact: z.boolean(),
  cost: z.number().nullable(),
  local: z.boolean(),
  sizes: z.array(z.number().int()),
  /** Files whose passages are sent. */
  files: z.number().int(),
  /** Why it cannot be measured. */
  problem: z.string().nullable(),
});
export type ReadingPlan = z.output<typeof readingPlan>;

/**
 * `drops`: it reads `tokens` well and the next size not. `holds`: it reads all that was measured well. `unknown`: it
 * cannot be said.
 */
export type ReadingVerdict =
  | {
      readonly kind: "drops";
      readonly tokens: number;
      readonly next: number;
      /** The drop is more than chance at 95 %. */
      readonly isShown: boolean;
      readonly asked: number;
    }
  | { readonly kind: "holds"; readonly tokens: number; readonly asked: number }
  | {
      readonly kind: "unknown";
      readonly why: "unfinished" | "short-text" | "one-size";
      readonly asked: number;
    };

/** A model that answers less than half of the questions about short texts says nothing about long ones. */
const MIN_SHORT_SHARE = 0.5;

export const verdictOn = (
  { status, sizes }: Pick<ReadingWindow, "status" | "sizes">,
  highest: (right: number, asked: number) => number,
): ReadingVerdict => {
  const asked = sizes.reduce((sum, size) => sum + size.asked, 0);
  if (status !== "done") return { kind: "unknown", why: "unfinished", asked };
  const [short, ...longer] = sizes;
  if (!short || longer.length === 0) return { kind: "unknown", why: "one-size", asked };
  const shortShare = share(short);
  if (shortShare < MIN_SHORT_SHARE) return { kind: "unknown", why: "short-text", asked };
  const wanted = WELL_SHARE * shortShare;
  let well = short.tokens;
  for (const size of longer) {
    if (share(size) < wanted) {
      const isShown = highest(size.right, size.asked) < wanted;
      return { kind: "drops", tokens: well, next: size.tokens, isShown, asked };
    }
    well = size.tokens;
  }
  return { kind: "holds", tokens: well, asked };
};

const share = ({ right, asked }: MeasuredSize): number => (asked === 0 ? 0 : right / asked);
