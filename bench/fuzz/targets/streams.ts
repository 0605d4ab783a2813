import { anthropic } from "../../../src/main/providers/anthropic/anthropic.ts";
import { ollama } from "../../../src/main/providers/ollama/ollama.ts";
import { openAiCompatible } from "../../../src/main/providers/openai/compatible.ts";
import type { ChatRequest, Provider } from "../../../src/main/providers/provider.ts";
import type { RequestLog } from "../../../src/main/providers/request-log.ts";
import { promise, type Target } from "../target.ts";

const request: ChatRequest = {
  model: "tiny",
  messages: [{ role: "user", content: "Hi" }],
  tools: [{ name: "read_file", description: "", parameters: { type: "object", properties: {} } }],
  window: 4096,
  maxOutputTokens: 100,
  purpose: "chat",
};

/** A server whose whole answer is this, in pieces of different sizes. */
const answering = (text: string, type: string): RequestLog => ({
  entries: () => [],
  fetchFor: () => async () => {
    const bytes = Buffer.from(text);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const step = 1 + (bytes.length % 4_096);
        for (let at = 0; at < bytes.length; at += step) controller.enqueue(bytes.subarray(at, at + step));
        controller.close();
      },
    });
    return new Response(body, { status: 200, headers: { "content-type": type } });
  },
});

/** Whatever is sent: parts that make sense, then a finish or a failure. */
const listen = async (provider: Provider): Promise<void> => {
  let finished = false;
  for await (const part of provider.chat(request, new AbortController().signal)) {
    promise(!finished, "something came after the finish");
    if (part.type === "text" || part.type === "reasoning") promise(typeof part.text === "string", "no text");
    if (part.type === "tool-call") promise(typeof part.name === "string", "a call without a name");
    finished = part.type === "finish";
  }
  promise(finished, "the stream ended without a finish and without a failure");
};

const config = { id: "lab", name: "Lab", baseUrl: "http://127.0.0.1:1/v1", apiKey: null };
const JSON_WORDS = ["{", "}", "[", "]", '"', ":", ",", "null", "\n", "\\n", "\\ud83d", '"__proto__":', "1"];

const ndjson: Target = {
  name: "ollama-stream",
  words: [
    ...JSON_WORDS,
    '{"message":{"content":"a"}}\n',
    '{"done":true,"done_reason":"stop"}\n',
    '"tool_calls":[{"function":{"name":"read_file","arguments":{}}}]',
    '{"error":"no"}\n',
  ],
  examples: [
    '{"message":{"content":"Good "},"done":false}\n{"message":{"content":"morning"},"done":false}\n{"done":true,"done_reason":"stop","eval_count":3}\n',
  ],
  run: (text) => listen(ollama(config, answering(text, "application/x-ndjson"))),
};

const CHUNK =
  'data: {"id":"1","object":"chat.completion.chunk","created":1,"model":"tiny","choices":[{"index":0,"delta":{"content":"a"}}]}\n\n';
const openAi: Target = {
  name: "openai-stream",
  words: [
    ...JSON_WORDS,
    CHUNK,
    "data: ",
    "data:",
    "event: ",
    "id: ",
    "retry: ",
    ": ping\n\n",
    "data: [DONE]\n\n",
    "\n\n",
    "\r\n\r\n",
    "\r",
    '"finish_reason":"stop"',
    '"tool_calls":[{"index":0,"id":"c","function":{"name":"x","arguments":"{"}}]',
  ],
  examples: [
    `${CHUNK}${CHUNK.replace('"delta":{"content":"a"}', '"delta":{},"finish_reason":"stop"')}data: [DONE]\n\n`,
  ],
  run: (text) => listen(openAiCompatible(config, answering(text, "text/event-stream"))),
};

const ANTHROPIC = [
  'event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[],"model":"tiny","usage":{"input_tokens":1,"output_tokens":1}}}\n\n',
  'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n',
  'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}\n\n',
  'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n',
  'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":3}}\n\n',
  'event: message_stop\ndata: {"type":"message_stop"}\n\n',
];
const claude: Target = {
  name: "anthropic-stream",
  words: [
    ...JSON_WORDS,
    ...ANTHROPIC,
    "data: ",
    "event: ",
    "\n\n",
    '"type":"tool_use"',
    '"index":99999',
    '"partial_json":"{"',
  ],
  examples: [ANTHROPIC.join("")],
  run: (text) => listen(anthropic(config, answering(text, "text/event-stream"))),
};

const lists: Target = {
  name: "model-lists",
  words: [
    ...JSON_WORDS,
    '"data":',
    '"models":',
    '"id":',
    '"name":',
    '"context_length":',
    '"model_info":',
    '"a.context_length":4096',
    "-1",
  ],
  examples: [
    '{"data":[{"id":"tiny","context_length":4096}]}',
    '{"models":[{"name":"tiny","context_length":4096}],"model_info":{"q.context_length":4096}}',
  ],
  run: async (text) => {
    const log = answering(text, "application/json");
    const signal = new AbortController().signal;
    for (const make of [openAiCompatible, ollama, anthropic]) {
      const provider = make(config, log);
      const models = await provider.models(signal).catch(onlyFailures);
      promise(
        (models ?? []).every(({ id }) => typeof id === "string"),
        "a model without an id",
      );
      const window = await provider.window("tiny", signal).catch(onlyFailures);
      for (const size of [window?.served, window?.trained]) {
        promise(size == null || (Number.isFinite(size) && size >= 0), `a window of ${String(size)}`);
      }
    }
  },
};

const onlyFailures = (error: unknown): null => {
  if (error instanceof Error && error.name === "Failure") return null;
  throw error;
};

export const streamTargets: readonly Target[] = [ndjson, openAi, claude, lists];
