import { ChatWrapper, JinjaTemplateChatWrapper, type LlamaModel, resolveChatWrapper } from "node-llama-cpp";
import { chatFunctions, chatHistory } from "./chat-history.ts";
import type { EnginePrompt, ModelFacts } from "./engine-protocol.ts";

/**
 * How a model wants a conversation to be written: from its own template, or what fits its family. The library takes
 * a known format that writes plain messages as the template does, even when only the template can call tools.
 */
export const chatFormat = (model: LlamaModel): ChatWrapper => {
  const format = resolveChatWrapper(model, { warningLogs: false });
  const template = model.fileInfo.metadata.tokenizer.chat_template;
  if (hasToolFormat(format) || !template?.includes("tools")) return format;
  const own = fromTemplate(template, model);
  return own?.usingJinjaFunctionCallTemplate === true ? own : format;
};

/** Null when the library cannot render it. */
const fromTemplate = (template: string, { tokenizer }: LlamaModel): JinjaTemplateChatWrapper | null => {
  try {
    return new JinjaTemplateChatWrapper({ template, tokenizer });
  } catch {
    return null;
  }
};

/** The tokens of a prompt as the model reads it. */
export const promptTokens = (model: LlamaModel, format: ChatWrapper, prompt: EnginePrompt): number => {
  const functions = chatFunctions(prompt.tools);
  const { contextText } = format.generateContextState({
    chatHistory: chatHistory(prompt.messages),
    ...(functions && { availableFunctions: functions }),
  });
  return contextText.tokenize(model.tokenizer).length;
};

/** Whether the format has its own way to call tools. Otherwise the library would describe one in plain words. */
export const hasToolFormat = ({ settings }: ChatWrapper): boolean =>
  JSON.stringify(settings.functions) !== JSON.stringify(ChatWrapper.defaultSettings.functions);

/**
 * What the format adds, measured with messages of one known word: the same question and answer once and twice. The
 * difference is what two messages take; the rest is added once.
 */
export const factsOf = (model: LlamaModel, format: ChatWrapper): ModelFacts => {
  const word = model.tokenize(WORD).length;
  const tokens = (rounds: number): number =>
    promptTokens(model, format, { tools: [], messages: conversation(rounds) });
  const pair = tokens(2) - tokens(1);
  const message = Math.max(0, Math.ceil((pair - 2 * word) / 2));
  // A system message, one question, and the beginning of the answer.
  const prompt = Math.max(0, tokens(0) - 2 * (word + message));
  return { format: format.wrapperName, hasTools: hasToolFormat(format), overhead: { message, prompt } };
};

const WORD = "word";

const conversation = (rounds: number) => [
  { role: "system" as const, content: WORD },
  ...Array.from({ length: rounds }, () => [
    { role: "user" as const, content: WORD },
    { role: "assistant" as const, content: WORD },
  ]).flat(),
  { role: "user" as const, content: WORD },
];
