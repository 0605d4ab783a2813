import { leftOutCounts } from "#shared/model/left-out.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { Receipt } from "#shared/model/session-entry.ts";
import { costOf } from "../providers/cost-of.ts";
import type { ModelAnswer } from "./call-model.ts";
import type { TurnPorts } from "./turn-ports.ts";

type Speaker = { readonly provider: { readonly id: string }; readonly model: string };

/** What an answer took: the provider's own figures, and ours, marked, where it gave none. */
export const receiptOf = async (
  { provider, model }: Speaker,
  { usage, text, partial, firstAfter, ms }: ModelAnswer,
  manifest: Manifest,
  ports: Pick<TurnPorts, "count" | "priced">,
): Promise<Receipt> => {
  const { price, local } = await ports.priced(provider.id, model);
  const read = usage.input ?? manifest.window.used;
  const wrote = usage.output ?? (await ports.count(text + partial.reasoning, model));
  return {
    read,
    wrote,
    estimated: { read: usage.input === null, wrote: usage.output === null },
    firstMs: firstAfter,
    ms,
    cost: price && costOf({ input: read, output: wrote, cached: usage.cached }, price),
    local,
    leftOut: leftOutCounts(manifest),
    ...(usage.cached !== null && { reused: usage.cached }),
  };
};
