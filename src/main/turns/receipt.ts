import { leftOutCounts } from "#shared/model/left-out.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { Receipt } from "#shared/model/session-entry.ts";
import { sentSampling } from "#shared/model/sampling.ts";
import type { Provider } from "../providers/provider.ts";
import { costOf } from "../providers/cost-of.ts";
import type { ModelAnswer } from "./call-model.ts";
import type { Turn } from "./turn.ts";
import type { TurnPorts } from "./turn-ports.ts";

type Speaker = {
  readonly provider: Pick<Provider, "id" | "kind">;
  readonly model: string;
  readonly turn: Pick<Turn, "agent">;
};

/** Of an answer that broke off: what came so far, and how long that took. */
type Heard = Pick<ModelAnswer, "usage" | "text" | "partial" | "firstAfter" | "ms">;

/** What an answer took: the provider's own figures, and ours, marked, where it gave none. */
export const receiptOf = async (
  { provider, model, turn }: Speaker,
  { usage, text, partial, firstAfter, ms }: Heard,
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
    ...sentSampling(turn.agent.sampling, provider.kind, model),
  };
};
