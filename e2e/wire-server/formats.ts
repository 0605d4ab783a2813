import type { WireReply, WireUsage } from "./script.ts";

/** How one vendor puts a reply on the wire. Each function returns whole lines, including line ends. */
export type WireFormat = {
  readonly contentType: string;
  start(): string[];
  reasoning(chunk: string): string[];
  text(chunk: string): string[];
  calls(calls: Extract<WireReply, { kind: "tools" }>["calls"]): string[];
  finish(reason: FinishedBy, usage: WireUsage): string[];
  /** In the middle of a stream. */
  streamError(message: string): string;
  malformed(): string;
  error(status: number, message: string, code?: string): string;
  contextLength(limit: number): { status: number; body: string };
};

type FinishedBy = "stop" | "tools" | "length" | "refused";

const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;
const named = (name: string, data: unknown) => `event: ${name}\n${event(data)}`;

export const openai = (model: string): WireFormat => {
  const chunk = (delta: unknown, finish: string | null = null) =>
    event({
      id: "chatcmpl-1",
      object: "chat.completion.chunk",
      created: 1,
      model,
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
  return {
    contentType: "text/event-stream",
    start: () => [chunk({ role: "assistant", content: "" })],
    reasoning: (text) => [chunk({ reasoning_content: text })],
    text: (text) => [chunk({ content: text })],
    calls: (calls) =>
      calls.map((call, index) =>
        chunk({
          tool_calls: [
            {
              index,
              id: call.id,
              type: "function",
              function: { name: call.name, arguments: JSON.stringify(call.args) },
            },
          ],
        }),
      ),
    finish: (reason, usage) => [
      chunk({}, { stop: "stop", tools: "tool_calls", length: "length", refused: "content_filter" }[reason]),
      event({
        id: "chatcmpl-1",
        object: "chat.completion.chunk",
        created: 1,
        model,
        choices: [],
        usage: {
          prompt_tokens: usage.input,
          completion_tokens: usage.output,
          total_tokens: usage.input + usage.output,
          prompt_tokens_details: { cached_tokens: usage.cached ?? 0 },
        },
      }),
      "data: [DONE]\n\n",
    ],
    streamError: (message) => event({ error: { message, type: "server_error" } }),
    malformed: () => "data: {this is not json\n\n",
    error: (_status, message, code) =>
      JSON.stringify({ error: { message, type: "invalid_request_error", param: null, code: code ?? null } }),
    contextLength: (limit) => ({
      status: 400,
      body: JSON.stringify({
        error: {
          message: `This model's maximum context length is ${limit} tokens. Please reduce the length of the messages.`,
          type: "invalid_request_error",
          param: "messages",
          code: "context_length_exceeded",
        },
      }),
    }),
  };
};

/** OpenAI's own API; its answers are lists of items. */
export const openaiResponses = (model: string): WireFormat => {
  const about = { id: "resp_1", created_at: 1, model };
  let index = 0;
  let open: string | null = null;
  const typed = (type: string, fields: object) => named(type, { type, ...fields });
  const closeText = () => {
    if (open === null) return [];
    const id = open;
    open = null;
    const item = { type: "message", id, role: "assistant", status: "completed", content: [] };
    return [typed("response.output_item.done", { output_index: index++, item })];
  };
  return {
    contentType: "text/event-stream",
    start: () => [
      typed("response.created", { response: about }),
      typed("response.in_progress", { response: about }),
    ],
    reasoning: (delta) => {
      const id = `rs_${index}`;
      const at = { output_index: index++ };
      const part = { item_id: id, summary_index: 0, ...at };
      return [
        typed("response.output_item.added", { ...at, item: { type: "reasoning", id, summary: [] } }),
        typed("response.reasoning_summary_part.added", part),
        typed("response.reasoning_summary_text.delta", { ...part, delta }),
        typed("response.reasoning_summary_part.done", part),
        typed("response.output_item.done", { ...at, item: { type: "reasoning", id, summary: [] } }),
      ];
    },
    text: (delta) => {
      const begin = open === null;
      open ??= `msg_${index}`;
      const item = { type: "message", id: open, role: "assistant", status: "in_progress", content: [] };
      return [
        ...(begin ? [typed("response.output_item.added", { output_index: index, item })] : []),
        typed("response.output_text.delta", { item_id: open, output_index: index, content_index: 0, delta }),
      ];
    },
    calls: (calls) => [
      ...closeText(),
      ...calls.flatMap(({ id, name, args }) => {
        const at = { output_index: index++ };
        const written = JSON.stringify(args);
        const item = { type: "function_call", id: `fc_${id}`, call_id: id, name, arguments: "" };
        return [
          typed("response.output_item.added", { ...at, item }),
          typed("response.function_call_arguments.delta", { ...at, item_id: item.id, delta: written }),
          typed("response.output_item.done", {
            ...at,
            item: { ...item, arguments: written, status: "completed" },
          }),
        ];
      }),
    ],
    finish: (reason, usage) => {
      const why = { length: "max_output_tokens", refused: "content_filter", stop: null, tools: null }[reason];
      const type = why === null ? "response.completed" : "response.incomplete";
      const response = {
        ...about,
        incomplete_details: why === null ? null : { reason: why },
        usage: {
          input_tokens: usage.input,
          input_tokens_details: { cached_tokens: usage.cached ?? 0 },
          output_tokens: usage.output,
          output_tokens_details: { reasoning_tokens: 0 },
        },
      };
      return [...closeText(), typed(type, { response })];
    },
    streamError: (message) =>
      typed("error", { sequence_number: 9, code: "server_error", message, param: null }),
    malformed: () => "data: {this is not json\n\n",
    error: (status, message, code) => openai(model).error(status, message, code),
    contextLength: (limit) => ({
      status: 400,
      body: openai(model).error(
        400,
        `Your input exceeds the context window of this model (${limit} tokens).`,
        "context_length_exceeded",
      ),
    }),
  };
};

export const anthropic = (model: string): WireFormat => {
  let index = 0;
  let textOpen = false;
  const closeText = () => {
    if (!textOpen) return [];
    textOpen = false;
    return [named("content_block_stop", { type: "content_block_stop", index: index++ })];
  };
  return {
    contentType: "text/event-stream",
    start: () => [
      named("message_start", {
        type: "message_start",
        message: {
          id: "msg_1",
          type: "message",
          role: "assistant",
          model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 1, output_tokens: 1 },
        },
      }),
    ],
    reasoning: (thinking) => {
      const at = index++;
      const block = { type: "thinking", thinking: "", signature: "" };
      return [
        named("content_block_start", { type: "content_block_start", index: at, content_block: block }),
        named("content_block_delta", {
          type: "content_block_delta",
          index: at,
          delta: { type: "thinking_delta", thinking },
        }),
        named("content_block_stop", { type: "content_block_stop", index: at }),
      ];
    },
    text: (text) => {
      const open = textOpen
        ? []
        : [
            named("content_block_start", {
              type: "content_block_start",
              index,
              content_block: { type: "text", text: "" },
            }),
          ];
      textOpen = true;
      return [
        ...open,
        named("content_block_delta", {
          type: "content_block_delta",
          index,
          delta: { type: "text_delta", text },
        }),
      ];
    },
    calls: (calls) => [
      ...closeText(),
      ...calls.flatMap((call) => {
        const at = index++;
        return [
          named("content_block_start", {
            type: "content_block_start",
            index: at,
            content_block: { type: "tool_use", id: call.id, name: call.name, input: {} },
          }),
          named("content_block_delta", {
            type: "content_block_delta",
            index: at,
            delta: { type: "input_json_delta", partial_json: JSON.stringify(call.args) },
          }),
          named("content_block_stop", { type: "content_block_stop", index: at }),
        ];
      }),
    ],
    finish: (reason, usage) => [
      ...closeText(),
      named("message_delta", {
        type: "message_delta",
        delta: {
          stop_reason: { stop: "end_turn", tools: "tool_use", length: "max_tokens", refused: "refusal" }[
            reason
          ],
          stop_sequence: null,
        },
        usage: {
          input_tokens: usage.input - (usage.cached ?? 0),
          cache_read_input_tokens: usage.cached ?? 0,
          cache_creation_input_tokens: 0,
          output_tokens: usage.output,
        },
      }),
      named("message_stop", { type: "message_stop" }),
    ],
    streamError: (message) => named("error", { type: "error", error: { type: "api_error", message } }),
    malformed: () => "event: content_block_delta\ndata: {this is not json\n\n",
    error: (status, message) =>
      JSON.stringify({
        type: "error",
        error: { type: status === 401 ? "authentication_error" : "api_error", message },
      }),
    contextLength: (limit) => ({
      status: 400,
      body: JSON.stringify({
        type: "error",
        error: {
          type: "invalid_request_error",
          message: `prompt is too long: 99999 tokens > ${limit} maximum`,
        },
      }),
    }),
  };
};

export const ollama = (model: string): WireFormat => {
  const line = (fields: Record<string, unknown>) =>
    `${JSON.stringify({ model, created_at: "2026-01-01T00:00:00Z", ...fields })}\n`;
  return {
    contentType: "application/x-ndjson",
    start: () => [],
    reasoning: (thinking) => [line({ message: { role: "assistant", content: "", thinking }, done: false })],
    text: (text) => [line({ message: { role: "assistant", content: text }, done: false })],
    calls: (calls) => [
      line({
        message: {
          role: "assistant",
          content: "",
          tool_calls: calls.map((call) => ({ function: { name: call.name, arguments: call.args } })),
        },
        done: false,
      }),
    ],
    finish: (reason, usage) => [
      line({
        message: { role: "assistant", content: "" },
        done: true,
        done_reason: reason === "length" ? "length" : "stop",
        prompt_eval_count: usage.input,
        eval_count: usage.output,
        prompt_eval_duration: 1_000_000,
        eval_duration: 1_000_000,
      }),
    ],
    streamError: (message) => `${JSON.stringify({ error: message })}\n`,
    malformed: () => "{this is not json\n",
    error: (_status, message) => JSON.stringify({ error: message }),
    contextLength: (limit) => ({
      status: 400,
      body: JSON.stringify({ error: `input length exceeds the context length of ${limit}` }),
    }),
  };
};
