import { basename } from "node:path";
import { InsufficientMemoryError, NoBinaryFoundError } from "node-llama-cpp";
import { Failure } from "#shared/contract/failure.ts";
import { cutStart } from "../../base/cut-text.ts";

/** Characters of the engine's own words in a sentence of ours. */
const MAX_WORDS = 300;

/** Turns an error of the engine into a failure with a sentence. `start`: the model was just being opened. */
export const engineFailure = (error: unknown, start: { readonly path: string } | null): Failure => {
  if (error instanceof Failure) return error;
  if (error instanceof NoBinaryFoundError)
    return new Failure(
      "no-engine",
      "Model files cannot be used on this computer: there is no engine for it.",
    );
  const said = wordsOf(error);
  if (error instanceof InsufficientMemoryError || /failed to (create|allocate)/i.test(said))
    return new Failure(
      "model-too-large",
      "There is not enough free memory for this model. Close other programs, or choose a smaller window or model.",
      { said },
    );
  if (start)
    return new Failure("model-unusable", `${basename(start.path)} cannot be opened as a model: ${said}`, {
      said,
    });
  return new Failure("model-failed", `The model could not answer: ${said}`, { said });
};

const wordsOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  return cutStart(message.split("\n", 1)[0]?.trim() ?? "", MAX_WORDS) || "the engine gave no reason.";
};
