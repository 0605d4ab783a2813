import type { LastTurn } from "#shared/contract/context.ts";
import { serverReadLess } from "./check-usage.ts";
import type { RunStore } from "../context/runs/run-store.ts";
import type { Sessions } from "../sessions/sessions.ts";

/** What the provider reports to have read of the newest prompt that it answered. */
export const readLastTurn = async (
  { runs, sessions }: { readonly runs: RunStore; readonly sessions: Sessions },
  session?: string,
): Promise<LastTurn | null> => {
  const newest = runs.list({ limit: RECENT, ...(session === undefined ? {} : { session }) });
  const spoken = newest.find((run) => run.session !== null)?.session;
  if (!spoken) return null;
  const { entries } = await sessions.read(spoken);
  const answer = entries.findLast((entry) => entry.type === "message" && entry.role === "assistant");
  if (answer?.type !== "message" || answer.usage?.input == null || !answer.run) return null;
  if (!newest.some(({ id }) => id === answer.run)) return null;
  const { manifest } = await runs.read(answer.run);
  const { input: read, cached } = answer.usage;
  return {
    run: manifest.id,
    provider: answer.provider ?? "",
    model: answer.model ?? null,
    sent: manifest.window.used,
    exact: manifest.exact,
    read,
    cached,
    readLess: serverReadLess(manifest, answer.usage),
  };
};

/** A background run has no session; among this many runs there is one of a conversation. */
const RECENT = 20;
