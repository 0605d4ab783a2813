import { useEffect, useState } from "react";
import type { Offer } from "#shared/contract/budget.ts";
import type { BudgetState } from "../budget-state.ts";
import type { Part } from "./parts.ts";

export type AskOffers = BudgetState["offers"];

const MAX_OFFERS = 10;

/**
 * What can be done about a part; null until the core has answered. Asked again with every revision; until the new
 * answer arrives, the last one about the part is used.
 */
export const useOffers = (
  ask: AskOffers,
  part: Part | null,
  revision: string,
  limit = MAX_OFFERS,
): readonly Offer[] | null => {
  const [found, setFound] = useState<{ readonly part: string; readonly offers: readonly Offer[] } | null>(
    null,
  );
  const id = part?.id ?? null;
  useEffect(() => {
    if (id === null) return;
    const stop = new AbortController();
    ask(id, limit, stop.signal).then(
      (offers) => {
        if (!stop.signal.aborted) setFound({ part: id, offers });
      },
      // The last change removed the part, or there is no prompt, which other places report.
      () => {
        if (!stop.signal.aborted) setFound({ part: id, offers: [] });
      },
    );
    return () => stop.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new revision is asked about again.
  }, [ask, id, revision, limit]);
  return found && found.part === id ? found.offers : null;
};
