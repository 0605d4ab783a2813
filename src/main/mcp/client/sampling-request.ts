import { Failure } from "#shared/contract/index.ts";
import type { Message } from "#shared/model/manifest.ts";

const MAX_MESSAGES = 200;
const MAX_CHARS = 400_000;
const MAX_STOPS = 4;
/** Tokens of an answer, whatever the server asks for. */
const MAX_ANSWER = 8_192;

/** What a server wants to ask a model, as it would be sent. */
export type SamplingRequest = {
  readonly messages: readonly Message[];
  readonly maxTokens: number;
  readonly temperature: number | null;
  readonly stop: readonly string[];
};

type Asked = {
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: unknown }[];
  readonly systemPrompt?: string | undefined;
  readonly maxTokens: number;
  readonly temperature?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
};

/**
 * Only text, and only what the server sends itself: nothing of a conversation is added, whatever `includeContext`
 * says. Fails with `mcp-sampling`.
 */
export const samplingRequest = (asked: Asked): SamplingRequest => {
  const { messages, systemPrompt = "", maxTokens, temperature, stopSequences = [] } = asked;
  if (messages.length === 0) throw refused("without a message");
  if (messages.length > MAX_MESSAGES) throw refused(`with more than ${MAX_MESSAGES} messages`);
  const sent: Message[] = [
    ...(systemPrompt === "" ? [] : [{ role: "system" as const, content: systemPrompt }]),
    ...messages.map(({ role, content }) => ({ role, content: textOf(content) })),
  ];
  if (sent.reduce((sum, { content }) => sum + content.length, 0) > MAX_CHARS)
    throw refused(`with more than ${MAX_CHARS.toLocaleString("en")} characters`);
  if (!(maxTokens >= 1)) throw refused("for an answer of no length");
  const isTemperature = temperature !== undefined && temperature >= 0 && temperature <= 2;
  return {
    messages: sent,
    maxTokens: Math.min(maxTokens, MAX_ANSWER),
    temperature: isTemperature ? temperature : null,
    stop: stopSequences.filter((one) => one !== "" && one.length <= 100).slice(0, MAX_STOPS),
  };
};

const textOf = (content: unknown): string =>
  (Array.isArray(content) ? content : [content])
    .map((part: { readonly type?: unknown; readonly text?: unknown }) => {
      if (part.type === "text" && typeof part.text === "string") return part.text;
      throw refused("with something that is not text");
    })
    .join("\n\n");

const refused = (what: string) =>
  new Failure("mcp-sampling", `The server asked for an answer of a model ${what}.`);
