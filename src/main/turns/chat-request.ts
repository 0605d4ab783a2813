import { sentSampling, type Sampling } from "#shared/model/sampling.ts";
import type { Assembled } from "../context/assemble.ts";
import type { ChatRequest, Provider, Purpose } from "../providers/provider.ts";
import { passagesOf } from "./passages-of.ts";

type For = {
  readonly provider: Pick<Provider, "kind">;
  readonly model: string;
  readonly sampling: Sampling;
  readonly purpose: Purpose;
  readonly about?: ChatRequest["about"];
};

/** An assembled prompt as it is sent. */
export const chatRequestOf = (
  { messages, manifest, tools }: Assembled,
  { provider, model, sampling, purpose, about }: For,
): ChatRequest => {
  const { max, reservedOutput } = manifest.window;
  return {
    model,
    messages,
    tools,
    window: max,
    maxOutputTokens: reservedOutput,
    purpose,
    ...(about && { about }),
    passages: passagesOf(messages, manifest.segments),
    ...sentSampling(sampling, provider.kind, model),
  };
};
