import type { Sampling } from "#shared/model/sampling.ts";
import type { Message } from "#shared/model/manifest.ts";
import type { ToolDefinition } from "#shared/model/tool.ts";

/**
 * A provider turns an assembled prompt into a stream of parts. It sends exactly the messages it receives, in
 * its vendor's format, once: retries, tools and storage are up to the caller.
 */
export type Provider = {
  readonly id: string;
  readonly kind: ProviderKind;
  readonly name: string;
  /** Rejects with a Failure (see provider-failure.ts). Ends after `finish`. */
  chat(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatPart>;
  models(signal: AbortSignal): Promise<readonly ModelInfo[]>;
  /** What the server says about a model's window, and what it sees; nulls where it does not say. */
  window(model: string, signal: AbortSignal): Promise<ServerWindow>;
  /** One vector per text, in the same order; absent where the vendor has no embedding models. */
  embed?(
    ask: { readonly model: string; readonly texts: readonly string[] },
    signal: AbortSignal,
  ): Promise<readonly (readonly number[])[]>;
  /** The vendor's own count of a prompt, where there is an endpoint for it. */
  count?(request: ChatRequest, signal: AbortSignal): Promise<number>;
};

export const providerKinds = [
  "builtin",
  "local",
  "ollama",
  "openai-compatible",
  "openai",
  "anthropic",
] as const;
export type ProviderKind = (typeof providerKinds)[number];

/** Why a request leaves the machine; shown in the request log. */
export type Purpose =
  | "chat"
  | "summary"
  | "flush"
  | "extract"
  | "consolidate"
  /** The user asks for an answer again, without a part of the prompt. */
  | "again"
  /** A question of a trial, in no conversation. */
  | "trial"
  /** A tool server asked for it, and the user allowed it. */
  | "sample"
  | "models"
  | "window"
  | "count"
  | "embed"
  | "test"
  | "discover"
  /** The user asked to see a picture of an answer. */
  | "picture"
  /** A message to a tool server (MCP) that has an address. */
  | "tools";

/** With how words are chosen, as far as the provider takes it for the model. */
export type ChatRequest = Readonly<Sampling> & {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  /** Tokens that the whole prompt and answer may take; sent to Ollama as `num_ctx`. */
  readonly window: number;
  readonly maxOutputTokens: number;
  readonly purpose: Purpose;
  /** The conversation it is about, and the run that shows what is sent; for the list of calls. */
  readonly about?: { readonly session: string | null; readonly run?: string };
  /** The end of the stable prefix: everything before this place was also in the previous call. */
  readonly cacheUntil?: { readonly message: number; readonly offset: number };
  /** The bytes of the messages' pictures, by hash. */
  readonly pictures?: ReadonlyMap<string, Uint8Array>;
  /** The sources of the messages, for a provider that answers with passages. */
  readonly passages?: readonly Passage[];
};

export type Passage = { readonly source: string; readonly text: string };

export type ChatPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | { readonly type: "tool-call"; readonly id: string; readonly name: string; readonly args: unknown }
  | { readonly type: "finish"; readonly reason: FinishReason; readonly usage: Usage };

export type FinishReason = "stop" | "length" | "tool-calls" | "refused" | "other";

/** The provider's own figures; null where it reported none. */
export type Usage = {
  readonly input: number | null;
  readonly cached: number | null;
  readonly output: number | null;
};

export type ModelInfo = {
  readonly id: string;
  readonly name: string;
  readonly window: ServerWindow;
};

export type ServerWindow = {
  /** The window that the model was trained for. */
  readonly trained: number | null;
  /** The window that the server serves right now, which may be far smaller. */
  readonly served: number | null;
  /** Whether the model sees pictures; absent where the server does not say. */
  readonly sees?: boolean | undefined;
};

export const unknownWindow: ServerWindow = { trained: null, served: null };
