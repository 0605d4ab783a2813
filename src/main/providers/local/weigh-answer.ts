import type {
  ChatWrapper,
  ControlledEvaluateIndexOutput,
  LlamaContextSequence,
  LlamaModel,
  Token,
} from "node-llama-cpp";
import { Failure } from "#shared/contract/failure.ts";
import { chatFunctions, chatHistory } from "./chat-history.ts";
import type { Weighed, WeighRequest } from "./engine-protocol.ts";
import { promptTooLong } from "./prompt-too-long.ts";

/** Tokens between two looks at whether to stop. */
const PROMPT_STEP = 512;
/** Each token of an answer brings one number per word of the vocabulary, so few are held at the same time. */
const ANSWER_STEP = 16;
/** A probability that a 32-bit number cannot hold any more. */
const MIN_LOG = Math.log(1e-38);

/** The model's own distribution: nothing is cut off or sharpened. */
const WHOLE_DISTRIBUTION = {
  probabilities: true,
  options: { temperature: 1, topK: 0, topP: 1, minP: 0 },
} as const;

type Weighing = WeighRequest & {
  readonly model: LlamaModel;
  readonly format: ChatWrapper;
  readonly sequence: LlamaContextSequence;
  readonly window: number;
};

/**
 * Reads the prompt and then the given answer, and notes how likely each of its tokens was. What the sequence still
 * has of the request before is used as far as both begin alike. An answer that does not fit is judged as far as it does.
 */
export const weighAnswer = async (
  { model, format, sequence, window, prompt, answer, maxAnswerTokens }: Weighing,
  signal: AbortSignal,
): Promise<Weighed> => {
  const functions = chatFunctions(prompt.tools);
  const { contextText } = format.generateContextState({
    chatHistory: chatHistory(prompt.messages),
    ...(functions && { availableFunctions: functions }),
  });
  const read = contextText.tokenize(model.tokenizer);
  const said = model.tokenize(answer, false);
  if (read.length >= window) throw promptTooLong(read.length, window);
  if (read.length === 0 || said.length === 0)
    throw new Failure("nothing-to-weigh", "There is no prompt or no answer to judge.");
  const judged = said.slice(0, Math.min(maxAnswerTokens, window - read.length));
  // The last token of the prompt is always read again: it yields the first token of the answer.
  await sequence.adaptStateToTokens(read.slice(0, -1), false);
  const evaluatedFrom = sequence.nextTokenIndex;
  for (let at = evaluatedFrom; at < read.length - 1; at += PROMPT_STEP) {
    signal.throwIfAborted();
    const step = read.slice(at, Math.min(at + PROMPT_STEP, read.length - 1));
    await sequence.evaluateWithoutGeneratingNewTokens(step);
  }
  const logs = await logsOf(sequence, read.at(-1) as Token, judged, signal);
  return {
    promptTokens: read.length,
    answerTokens: said.length,
    logs,
    evaluated: read.length - evaluatedFrom + judged.length - 1,
  };
};

/** Each token is read to learn how likely the one after it was. */
const logsOf = async (
  sequence: LlamaContextSequence,
  before: Token,
  judged: readonly Token[],
  signal: AbortSignal,
): Promise<readonly number[]> => {
  const inputs = [before, ...judged.slice(0, -1)];
  const logs: number[] = [];
  for (let at = 0; at < inputs.length; at += ANSWER_STEP) {
    signal.throwIfAborted();
    const step = inputs.slice(at, at + ANSWER_STEP);
    const found = new Map<number, number | null>();
    await sequence.controlledEvaluate(
      step.map((token) => [token, { generateNext: WHOLE_DISTRIBUTION }]),
      // The library swallows what is thrown here.
      { onTokenResult: (index, result) => void found.set(index, logOf(result, judged[at + index])) },
    );
    for (const index of step.keys()) {
      const log = found.get(index);
      if (typeof log !== "number")
        throw new Failure("no-probabilities", "This model does not say how likely its words are.");
      logs.push(log);
    }
  }
  return logs;
};

const logOf = ({ next }: ControlledEvaluateIndexOutput, token: Token | undefined): number | null => {
  const { probabilities } = next;
  if (!probabilities || probabilities.size === 0) return null;
  const probability = token === undefined ? undefined : probabilities.get(token);
  // The result stays in a list until the step ends, and a vocabulary has up to 250,000 words.
  delete next.probabilities;
  return probability === undefined || probability <= 0 ? MIN_LOG : Math.log(probability);
};
