import { availableParallelism } from "node:os";
import {
  type ChatWrapper,
  LlamaChat,
  type LlamaContextSequence,
  type LLamaChatGenerateResponseOptions,
  type LlamaChatResponse,
  type LlamaModel,
} from "node-llama-cpp";
import type { ChatPart, FinishReason } from "../provider.ts";
import { chatFormat, factsOf, promptTokens } from "./chat-format.ts";
import { chatFunctions, chatHistory } from "./chat-history.ts";
import type {
  EnginePrompt,
  EngineStart,
  ModelFacts,
  Sampling,
  Weighed,
  WeighRequest,
} from "./engine-protocol.ts";
import { openLlama } from "./open-llama.ts";
import { promptTooLong } from "./prompt-too-long.ts";
import { weighAnswer } from "./weigh-answer.ts";

/**
 * Tokens of room beyond the window. The library drops old messages on its own when its window is nearly full; with
 * this room that never happens, because no answer is allowed to reach it.
 */
const SPARE_TOKENS = 64;

/** What llama.cpp uses when nothing else is asked for. */
const OWN_SAMPLING = { temperature: 0.8, topK: 40, topP: 0.95, minP: 0.05 } as const;

/** A loaded model that answers, one prompt at a time. It keeps what it has read, and reads on from there. */
export type TalkModel = {
  readonly facts: ModelFacts;
  chat(
    prompt: EnginePrompt,
    sampling: Sampling,
    tell: (part: ChatPart) => void,
    signal: AbortSignal,
  ): Promise<void>;
  weigh(request: WeighRequest, signal: AbortSignal): Promise<Weighed>;
  endWeighing(): Promise<null>;
};

export const openTalkModel = async (
  start: EngineStart,
  onProgress: (progress: number) => void,
): Promise<TalkModel> => {
  const llama = await openLlama(start.gpu);
  const model = await llama.loadModel({ modelPath: start.path, onLoadProgress: onProgress });
  const threads = Math.min(start.threads ?? llama.cpuMathCores, availableParallelism());
  const sequenceOf = async (window: number) => {
    const contextSize = window + SPARE_TOKENS;
    const context = await model.createContext({ contextSize, threads, failedCreationRemedy: false });
    return { sequence: context.getSequence(), close: () => context.dispose() };
  };
  const kept = await sequenceOf(start.window);
  const format = chatFormat(model);
  let scale: Promise<Awaited<ReturnType<typeof sequenceOf>>> | null = null;
  return {
    weigh: async (request, signal) => {
      scale ??= sequenceOf(start.window);
      const { sequence } = await scale.catch((error: unknown) => {
        scale = null;
        throw error;
      });
      return weighAnswer({ model, format, sequence, window: start.window, ...request }, signal);
    },
    endWeighing: async () => {
      const open = scale;
      scale = null;
      await (await open)?.close();
      return null;
    },
    facts: factsOf(model, format),
    chat: async (prompt, sampling, tell, signal) => {
      const tokens = promptTokens(model, format, prompt);
      if (tokens >= start.window) throw promptTooLong(tokens, start.window);
      const most = Math.min(sampling.maxOutputTokens, start.window - tokens);
      const call = { model, format, prompt, sampling, tokens, most };
      if (!sampling.aside) return answer({ ...call, sequence: kept.sequence }, tell, signal);
      // Work beside a conversation has a state of its own, so that the conversation's is still there afterwards.
      const aside = await sequenceOf(tokens + most);
      try {
        await answer({ ...call, sequence: aside.sequence }, tell, signal);
      } finally {
        await aside.close();
      }
    },
  };
};

type Call = {
  readonly model: LlamaModel;
  readonly format: ChatWrapper;
  readonly sequence: LlamaContextSequence;
  readonly prompt: EnginePrompt;
  readonly sampling: Sampling;
  readonly tokens: number;
  readonly most: number;
};

const answer = async (
  { format, sequence, prompt, sampling, tokens, most }: Call,
  tell: (part: ChatPart) => void,
  signal: AbortSignal,
): Promise<void> => {
  const chat = new LlamaChat({ contextSequence: sequence, chatWrapper: format });
  const before = sequence.tokenMeter.getState();
  const functions = chatFunctions(prompt.tools);
  const options: LLamaChatGenerateResponseOptions = {
    signal,
    stopOnAbortSignal: true,
    maxTokens: most,
    repeatPenalty: false,
    budgets: { thoughtTokens: Infinity, commentTokens: Infinity },
    ...(sampling.temperature === null ? OWN_SAMPLING : { temperature: sampling.temperature }),
    ...(sampling.topP !== null && { topP: sampling.topP }),
    ...(sampling.stop.length > 0 && { customStopTriggers: [...sampling.stop] }),
    seed: sampling.seed ?? Math.floor(Math.random() * 2 ** 31),
    onResponseChunk: ({ type, segmentType, text }) => {
      if (text === "") return;
      const isThought = type === "segment" && segmentType === "thought";
      tell({ type: isThought ? "reasoning" : "text", text });
    },
    ...(functions && { functions }),
  };
  try {
    const response = await chat.generateResponse(chatHistory(prompt.messages), options);
    for (const [index, call] of callsOf(response).entries())
      tell({ type: "tool-call", id: `call_${index + 1}`, name: call.functionName, args: call.params ?? {} });
    const used = sequence.tokenMeter.diff(before);
    tell({
      type: "finish",
      reason: reasonOf(response),
      usage: {
        input: tokens,
        // The last token of the prompt counts as output there: its evaluation yields the first token of the answer.
        cached: Math.max(0, tokens - used.usedInputTokens - 1),
        output: used.usedOutputTokens,
      },
    });
  } finally {
    chat.dispose({ disposeSequence: false });
  }
};

type ToolCall = { readonly functionName: string; readonly params: unknown };
const callsOf = ({ functionCalls }: LlamaChatResponse): readonly ToolCall[] => functionCalls ?? [];

const reasonOf = ({ metadata }: LlamaChatResponse): FinishReason => {
  if (metadata.stopReason === "functionCalls") return "tool-calls";
  return metadata.stopReason === "maxTokens" ? "length" : "stop";
};
