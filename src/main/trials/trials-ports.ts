import type { Agent } from "#shared/contract/agents.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Context } from "../context/context.ts";
import type { Embedder } from "../embeddings/embedder.ts";
import type { Price } from "../providers/cost-of.ts";
import type { Provider } from "../providers/provider.ts";

/** What asking a model needs from the rest of the project. Nothing here writes to a conversation or to memory. */
export type AskPorts = {
  readonly clock: Clock;
  readonly context: Pick<Context, "preview" | "target">;
  /** Settles when everything can be recalled, so that a trial does not begin with less than it ends with. */
  ready(): Promise<void>;
  speaker(agent: Agent): Promise<{ readonly provider: Provider; readonly model: string }>;
  provider(id: string): Promise<Provider>;
  /** Asks the server of an agent for its window; previews use it. */
  window(agent: Agent): Promise<number>;
  count(text: string, model: string): Promise<number>;
  priced(provider: string, model: string): Promise<{ readonly price: Price | null; readonly local: boolean }>;
  wait(ms: number, signal: AbortSignal): Promise<void>;
};

export type TrialPorts = AskPorts & {
  readonly ids: Ids;
  /** The model that ships with Satchel, so that comparing answers sends nothing. */
  embedder(): Embedder;
};
