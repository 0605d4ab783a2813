import { numberText } from "#shared/model/number-text.ts";
import { Failure, type FailureValue } from "#shared/contract/index.ts";
import { noteFailure } from "./failure-help.ts";
import { t } from "./messages/index.ts";

/** The sentence of an error. Any error that is not a failure is shown unchanged. */
export const failureText = (error: unknown): string =>
  error instanceof Failure ? failureSentence(error) : String(error);

/**
 * The core says what failed in English. A different language has a sentence for each code, with `{key}` for what the
 * failure names, and `{said}` where only the core's own sentence has the facts; without them, that sentence is shown.
 */
export const failureSentence = (failure: FailureValue): string => {
  const sentence = sentenceOf(failure);
  noteFailure(sentence, failure.code);
  return sentence;
};

const sentenceOf = ({ code, message, detail }: FailureValue): string => {
  const words = Object.hasOwn(t.failures, code) ? t.failures[code] : undefined;
  if (words === undefined) return message;
  const facts: Readonly<Record<string, unknown>> = { ...(detail as object | undefined), said: message };
  let missing = false;
  const sentence = words.replaceAll(/\{([a-zA-Z]+)\}/g, (_, key: string) => {
    const fact = Object.hasOwn(facts, key) ? facts[key] : undefined;
    if (typeof fact === "string") return fact;
    if (typeof fact === "number") return numberText(fact);
    missing = true;
    return "";
  });
  return missing ? message : sentence;
};
