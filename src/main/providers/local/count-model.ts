import type { LlamaModel } from "node-llama-cpp";
import type { PoolAnswer, WantedCuts } from "../../tokens/count-pool.ts";
import { createBlockEncoder } from "../../tokens/block-encoder.ts";
import { chatFormat, factsOf, promptTokens } from "./chat-format.ts";
import type { EnginePrompt, EngineStart, ModelFacts } from "./engine-protocol.ts";
import { openLlama } from "./open-llama.ts";

/** A model's vocabulary without its weights: it counts text and whole prompts. */
export type CountModel = {
  readonly facts: ModelFacts;
  text(text: string, cuts: WantedCuts): PoolAnswer;
  prompt(prompt: EnginePrompt): number;
};

export const openCountModel = async ({ path }: EngineStart): Promise<CountModel> => {
  const llama = await openLlama(false);
  const model = await llama.loadModel({ modelPath: path, vocabOnly: true });
  const format = chatFormat(model);
  const encoder = createBlockEncoder((text) => countText(model, text));
  return {
    facts: factsOf(model, format),
    text: (text, cuts) => {
      const stop = () => {};
      if (cuts === "none") return { ...encoder.count(text, stop), offsets: [], table: null };
      if (cuts !== "table") return { ...encoder.cut(text, cuts, stop), table: null };
      const { tokens, exact, table } = encoder.table(text, stop);
      return { tokens, exact, offsets: [], table };
    },
    prompt: (prompt) => promptTokens(model, format, prompt),
  };
};

/** Text that looks like a special token is counted, and sent, as the text it is. */
const countText = (model: LlamaModel, text: string): number => model.tokenize(text, false).length;
