import { Tokenizer } from "@huggingface/tokenizers";
import { bundledModel } from "./bundled-model.ts";
import { normalise } from "./embedder.ts";
import { type RuntimeKind, startSession } from "./load-runtime.ts";
import { readModel } from "./read-model.ts";

export type RunningModel = {
  readonly runtime: RuntimeKind;
  embed(text: string): Promise<Float32Array>;
  close(): Promise<void>;
};

/** More characters than 256 tokens ever need; tokenising the rest of a long text would be wasted. */
const MAX_CHARS = 8_192;

/**
 * Loads the bundled model into this thread. Texts are run one by one: activations are quantised over the
 * whole batch, so a vector would depend on the other texts in it, and padding would cost what batches save.
 */
export const runModel = async (resources: string, only?: RuntimeKind): Promise<RunningModel> => {
  const files = await readModel(resources);
  const tokenizer = new Tokenizer(JSON.parse(files.tokenizer) as object, {});
  const { ort, session, kind } = await startSession(files.onnx, only);
  const integers = (values: readonly number[]) =>
    new ort.Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
  return {
    runtime: kind,
    embed: async (text) => {
      const ids = cutIds(tokenizer.encode(text.slice(0, MAX_CHARS)).ids);
      const { emb } = await session.run({
        input_ids: integers(ids),
        position_ids: integers([...ids.keys()]),
      });
      return normalise(Float32Array.from(emb?.data as Float32Array));
    },
    close: () => session.release(),
  };
};

/** The last token of every text is the end marker, also of a cut one. */
const cutIds = (ids: readonly number[]): readonly number[] =>
  ids.length <= bundledModel.maxTokens
    ? ids
    : [...ids.slice(0, bundledModel.maxTokens - 1), ids.at(-1) as number];
