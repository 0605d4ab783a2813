import { z } from "zod";
import type { Message } from "#shared/model/manifest.ts";
import { fetchJson } from "../fetch-json.ts";
import type { ChatPart, ChatRequest, Provider } from "../provider.ts";
import { providerFailure, refusal, streamDropped, streamError } from "../provider-failure.ts";
import { answerLimit, type RequestLog } from "../request-log.ts";
import { bytesOf } from "../sdk-prompt.ts";
import { jsonLines } from "./json-lines.ts";

export type OllamaConfig = {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  /** Ollama itself needs no key; a server in front of it may. */
  readonly apiKey?: string | null;
};

const tags = z.object({ models: z.array(z.object({ name: z.string() })) });
const running = z.object({
  models: z.array(z.object({ name: z.string(), context_length: z.number().optional() })),
});
const embedded = z.object({ embeddings: z.array(z.array(z.number())) });
const shown = z.object({
  model_info: z.record(z.string(), z.unknown()).default({}),
  /** Older versions do not say. */
  capabilities: z.array(z.string()).optional(),
});

/** Ollama through its own API: only there can the window be set (`num_ctx`) and read. */
export const ollama = (config: OllamaConfig, log: RequestLog): Provider => {
  const base = config.baseUrl.replace(/\/$/, "");
  const headers: Record<string, string> = config.apiKey ? { authorization: `Bearer ${config.apiKey}` } : {};
  const ask = { headers, provider: config.name };
  return {
    id: config.id,
    kind: "ollama",
    name: config.name,
    chat: (request, signal) => stream({ base, headers, name: config.name }, request, log, signal),
    embed: async ({ model, texts }, signal) => {
      const body = { model, input: texts };
      const url = `${base}/api/embed`;
      return (await fetchJson({ ...ask, url, purpose: "embed", body }, embedded, log, signal)).embeddings;
    },
    models: async (signal) => {
      const { models } = await fetchJson(
        { ...ask, url: `${base}/api/tags`, purpose: "models" },
        tags,
        log,
        signal,
      );
      return models.map(({ name }) => ({ id: name, name, window: { trained: null, served: null } }));
    },
    window: async (model, signal) => {
      const purpose = "window" as const;
      const [info, loaded] = await Promise.all([
        fetchJson({ ...ask, url: `${base}/api/show`, purpose, body: { model } }, shown, log, signal),
        fetchJson({ ...ask, url: `${base}/api/ps`, purpose }, running, log, signal).catch(() => null),
      ]);
      return {
        trained: trainedWindow(info.model_info),
        served: loaded?.models.find(({ name }) => name === model)?.context_length ?? null,
        sees: info.capabilities?.includes("vision"),
      };
    },
  };
};

/** The key contains the architecture: `qwen3.context_length`. */
const trainedWindow = (info: Readonly<Record<string, unknown>>): number | null => {
  const entry = Object.entries(info).find(([key]) => key.endsWith(".context_length"));
  return typeof entry?.[1] === "number" ? entry[1] : null;
};

const line = z.object({
  error: z.string().optional(),
  message: z
    .object({
      content: z.string().default(""),
      thinking: z.string().optional(),
      tool_calls: z
        .array(
          z.object({
            id: z.string().optional(),
            function: z.object({ name: z.string(), arguments: z.unknown() }),
          }),
        )
        .optional(),
    })
    .optional(),
  done: z.boolean().default(false),
  done_reason: z.string().optional(),
  prompt_eval_count: z.number().optional(),
  eval_count: z.number().optional(),
});

async function* stream(
  { base, headers, name }: { base: string; headers: Record<string, string>; name: string },
  request: ChatRequest,
  log: RequestLog,
  signal: AbortSignal,
): AsyncGenerator<ChatPart> {
  try {
    const response = await log.fetchFor(request.purpose, answerLimit(request))(`${base}/api/chat`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body(request)),
      signal,
    });
    if (!response.ok || !response.body) {
      throw await refusal(response);
    }
    let calls = 0;
    for await (const raw of jsonLines(response.body)) {
      const parsed = line.parse(raw);
      if (parsed.error) throw streamError(parsed.error, name);
      const { message } = parsed;
      if (message?.thinking) yield { type: "reasoning", text: message.thinking };
      if (message?.content) yield { type: "text", text: message.content };
      for (const call of message?.tool_calls ?? []) {
        calls += 1;
        yield {
          type: "tool-call",
          id: call.id ?? `call_${calls}`,
          name: call.function.name,
          args: call.function.arguments ?? {},
        };
      }
      if (parsed.done) {
        yield { type: "finish", reason: reasonOf(parsed.done_reason, calls), usage: usageOf(parsed) };
        return;
      }
    }
    throw streamDropped(name);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw providerFailure(error, { name });
  }
}

const body = (request: ChatRequest) => ({
  model: request.model,
  messages: request.messages.map((message) => wireMessage(message, request)),
  stream: true,
  ...(request.effort === undefined ? {} : { think: request.effort }),
  ...(request.tools.length === 0
    ? {}
    : { tools: request.tools.map((tool) => ({ type: "function", function: tool })) }),
  options: {
    num_ctx: request.window,
    num_predict: request.maxOutputTokens,
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.topP === undefined ? {} : { top_p: request.topP }),
    ...(request.seed === undefined ? {} : { seed: request.seed }),
    ...(request.stop === undefined ? {} : { stop: request.stop }),
  },
});

const wireMessage = (message: Message, { messages: all, pictures }: ChatRequest) => ({
  role: message.role,
  content: message.content,
  ...(message.toolCalls?.length
    ? { tool_calls: message.toolCalls.map(({ name, args }) => ({ function: { name, arguments: args } })) }
    : {}),
  ...(message.pictures
    ? {
        images: message.pictures.map(({ sha256 }) =>
          Buffer.from(bytesOf(sha256, pictures)).toString("base64"),
        ),
      }
    : {}),
  ...(message.role === "tool" ? { tool_name: callName(message.toolCallId, all) } : {}),
});

const callName = (id: string | undefined, all: readonly Message[]) =>
  all.flatMap(({ toolCalls }) => toolCalls ?? []).find((call) => call.id === id)?.name;

const reasonOf = (reason: string | undefined, calls: number) => {
  if (calls > 0) return "tool-calls" as const;
  return reason === "length" ? ("length" as const) : ("stop" as const);
};

const usageOf = (parsed: z.output<typeof line>) => ({
  input: parsed.prompt_eval_count ?? null,
  cached: null,
  output: parsed.eval_count ?? null,
});
