import type { LedgerRow } from "#shared/model/ledger-row.ts";
import { shareAtMost, shareInterval } from "#shared/model/proportion.ts";

/** What is stored about a source. */
export type SourceSums = Omit<LedgerRow, "share" | "exempt" | "advice">;

/** With fewer sampled answers nothing is said: 0 of 10 can still be one in four. */
const MIN_SAMPLES = 10;
/** What is small costs little; advice about it would only be noise. */
const MIN_TOKENS = 100;

/**
 * Figures with their intervals, and advice where a file costs something and moved none of the sampled answers. SOUL.md
 * and pinned files get none: the user decided about them. Memories are chosen again for each question, so they get none
 * either.
 */
export const ledgerRows = (sums: readonly SourceSums[], pinned: ReadonlySet<string>): readonly LedgerRow[] =>
  sums
    .map((row): LedgerRow => {
      const exempt = exemptionOf(row, pinned);
      return {
        ...row,
        share: shareInterval(row.moved, row.sampled),
        exempt,
        advice:
          exempt === null && ADVISED.has(row.layer) && isIdle(row)
            ? { atMost: shareAtMost(0, row.sampled) }
            : null,
      };
    })
    .toSorted((a, b) => Number(b.advice !== null) - Number(a.advice !== null) || b.tokens - a.tokens);

const ADVISED: ReadonlySet<LedgerRow["layer"]> = new Set(["core", "files"]);

const exemptionOf = ({ layer, source }: SourceSums, pinned: ReadonlySet<string>): LedgerRow["exempt"] => {
  if (layer === "soul") return "soul";
  return pinned.has(source) ? "pinned" : null;
};

const isIdle = ({ moved, sampled, lastTokens }: SourceSums): boolean =>
  moved === 0 && sampled >= MIN_SAMPLES && lastTokens >= MIN_TOKENS;
