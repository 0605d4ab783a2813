import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type EmbeddingReply, isEmbeddingPath, playEmbeddings } from "./embeddings.ts";
import { anthropic, ollama, openai, openaiResponses, type WireFormat } from "./formats.ts";
import type { WireReply, WireScript } from "./script.ts";

/** A request as it arrived, so that a test can compare it with the preview. */
export type ReceivedRequest = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
};

export type WireServer = {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly received: readonly ReceivedRequest[];
  /** Only the requests for a reply, except those below. */
  chats(): readonly ReceivedRequest[];
  /** Readings for memory: they come in the background, offer only `memory_write`, and have separate replies. */
  memoryReads(): readonly ReceivedRequest[];
  /** Replies from now on. */
  play(script: WireScript): void;
  /** The same for readings for memory; by default the answer is `NO_REPLY`. */
  playMemory(script: WireScript): void;
  /** The same for requests for vectors; by default they have 16 dimensions. */
  playEmbeddings(reply: EmbeddingReply): void;
  /** From now on these models see pictures, and the server says so where its format can. */
  see(models: readonly string[]): void;
  /** Requests whose answer has not ended. */
  open(): number;
  close(): Promise<void>;
};

/** The app's prompt for a summary starts with this. */
export const isSummaryAsked = ({ body }: ReceivedRequest): boolean =>
  JSON.stringify(body).includes("You summarise the older part of a conversation");

export type WireServerOptions = {
  readonly models?: readonly string[];
  readonly trained?: number;
  readonly served?: number;
};

/** Serves the OpenAI, Anthropic and Ollama formats on one loopback port. */
export const startWireServer = async (
  script: WireScript,
  options: WireServerOptions = {},
): Promise<WireServer> => {
  const models = options.models ?? ["tiny"];
  const received: ReceivedRequest[] = [];
  let chat = replies(script);
  let seeing: readonly string[] = [];
  let embeddings: EmbeddingReply = { kind: "vectors", dimension: 16 };
  let memory = replies([{ kind: "text", chunks: ["NO_REPLY"] }]);

  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    response.once("close", () => (open -= 1));
    void answer(request, response).catch(() => response.destroy());
  });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    const body = await jsonBody(request);
    const asked = { path, headers: request.headers, body };
    received.push(asked);
    const model = (body as { model?: string } | null)?.model ?? models[0] ?? "tiny";
    if (isEmbeddingPath(path)) return playEmbeddings(embeddings, path, body, response);
    const format = formatOf(path, model);
    if (format) return play(settled(isMemoryRead(body) ? memory() : chat(), asked), format, response);
    const fixed = fixedAnswer(path, models, { ...options, seeing, model });
    response.writeHead(fixed ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(fixed ?? { error: { message: "Not found." } }));
  };

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    chats: () => received.filter(({ path, body }) => formatOf(path, "") !== null && !isMemoryRead(body)),
    memoryReads: () => received.filter(({ body }) => isMemoryRead(body)),
    play: (replacement) => {
      chat = replies(replacement);
    },
    playMemory: (replacement) => {
      memory = replies(replacement);
    },
    playEmbeddings: (reply) => {
      embeddings = reply;
    },
    see: (those) => {
      seeing = those;
    },
    open: () => open,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const replies = (script: WireScript): (() => WireReply) => {
  let next = 0;
  return () => {
    const taken = script[Math.min(next, script.length - 1)];
    next += 1;
    if (!taken) throw new Error("A script needs at least one reply.");
    return taken;
  };
};

const isMemoryRead = (body: unknown): boolean => {
  const { tools } = (body ?? {}) as { tools?: readonly { name?: string; function?: { name?: string } }[] };
  const [only] = tools ?? [];
  return tools?.length === 1 && (only?.name ?? only?.function?.name) === "memory_write";
};

const formatOf = (path: string, model: string): WireFormat | null => {
  if (path.endsWith("/chat/completions")) return openai(model);
  if (path.endsWith("/responses")) return openaiResponses(model);
  if (path.endsWith("/messages")) return anthropic(model);
  if (path.endsWith("/api/chat")) return ollama(model);
  return null;
};

type Facts = WireServerOptions & { readonly seeing: readonly string[]; readonly model: string };

const fixedAnswer = (path: string, models: readonly string[], options: Facts): unknown => {
  const trained = options.trained ?? 32_768;
  if (path.endsWith("/v1/models")) {
    return {
      object: "list",
      data: models.map((id) => ({
        id,
        object: "model",
        max_model_len: options.served,
        ...(options.seeing.includes(id) && { architecture: { input_modalities: ["text", "image"] } }),
      })),
    };
  }
  if (path.endsWith("/responses/input_tokens"))
    return { object: "response.input_tokens", input_tokens: 4321 };
  if (path.endsWith("/count_tokens")) return { input_tokens: 4321 };
  if (path.endsWith("/api/version")) return { version: "0.12.0" };
  if (path.endsWith("/api/tags")) return { models: models.map((name) => ({ name, model: name, size: 1 })) };
  if (path.endsWith("/api/ps")) {
    return {
      models: models.map((name) => ({ name, model: name, context_length: options.served ?? trained })),
    };
  }
  if (path.endsWith("/api/show")) {
    const capabilities = ["completion", ...(options.seeing.includes(options.model) ? ["vision"] : [])];
    const model_info = { "general.architecture": "llama", "llama.context_length": trained };
    return { model_info, details: {}, capabilities };
  }
  return null;
};

const settled = (reply: WireReply, asked: ReceivedRequest): PlayedReply =>
  reply.kind === "reply" ? settled(reply.to(asked), asked) : reply;

type PlayedReply = Exclude<WireReply, { kind: "reply" }>;

const play = async (reply: PlayedReply, format: WireFormat, response: ServerResponse): Promise<void> => {
  if (reply.kind === "status") {
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.end(format.error(reply.status, reply.message, reply.code));
    return;
  }
  if (reply.kind === "silent") return;
  if (reply.kind === "context-length") {
    const { status, body } = format.contextLength(reply.limit);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body);
    return;
  }

  response.writeHead(200, { "content-type": format.contentType });
  const send = (lines: readonly string[]) => {
    for (const line of lines) response.write(line);
  };
  send(format.start());
  switch (reply.kind) {
    case "text":
      if (reply.wait) await pause(reply.wait);
      if (reply.reasoning) send(format.reasoning(reply.reasoning));
      for (const chunk of reply.chunks) {
        send(format.text(chunk));
        if (reply.delay) await pause(reply.delay);
      }
      send(format.finish(reply.finish ?? "stop", reply.usage ?? { input: 100, output: reply.chunks.length }));
      break;
    case "tools":
      if (reply.text) send(format.text(reply.text));
      send(format.calls(reply.calls));
      send(format.finish("tools", reply.usage ?? { input: 100, output: 20 }));
      break;
    case "drop":
      for (const chunk of reply.chunks) send(format.text(chunk));
      await pause(50);
      response.destroy();
      return;
    case "stream-error":
      for (const chunk of reply.chunks) send(format.text(chunk));
      send([format.streamError(reply.message)]);
      break;
    case "malformed":
      for (const chunk of reply.chunks) send(format.text(chunk));
      send([format.malformed()]);
      break;
    case "huge":
      send(format.text("x".repeat(reply.chars)));
      send(format.finish("stop", { input: 100, output: 1 }));
      break;
    case "endless":
      while (!response.destroyed) {
        send(format.text(reply.chunk));
        await pause(reply.delay);
      }
      return;
  }
  response.end();
};

const jsonBody = async (request: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString("utf8");
  return text ? (JSON.parse(text) as unknown) : null;
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
