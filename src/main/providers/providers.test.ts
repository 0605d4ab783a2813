import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { scripts, type WireScript } from "../../../e2e/wire-server/script.ts";
import { startWireServer, type WireServer } from "../../../e2e/wire-server/start-wire-server.ts";
import { systemClock } from "../base/clock.ts";
import { anthropic } from "./anthropic/anthropic.ts";
import { ollama } from "./ollama/ollama.ts";
import { openAiCompatible } from "./openai/compatible.ts";
import { openAi } from "./openai/openai.ts";
import type { ChatPart, ChatRequest, Provider } from "./provider.ts";
import { createRequestLog } from "./request-log.ts";

const log = createRequestLog(systemClock);
let server: WireServer;
beforeEach(async () => {
  server = await startWireServer(scripts.normal, { models: ["tiny"], trained: 32_768, served: 4096 });
});
afterEach(() => server.close());

const kinds: Record<string, (requests?: typeof log) => Provider> = {
  "openai-compatible": (requests = log) =>
    openAiCompatible({ ...named, baseUrl: `${server.origin}/v1`, apiKey: "k-1" }, requests),
  openai: (requests = log) => openAi({ ...named, baseUrl: `${server.origin}/v1`, apiKey: "k-1" }, requests),
  anthropic: (requests = log) =>
    anthropic({ ...named, baseUrl: `${server.origin}/v1`, apiKey: "k-1" }, requests),
  ollama: (requests = log) => ollama({ ...named, baseUrl: server.origin }, requests),
};
const named = { id: "test", name: "Test server" };

const request: ChatRequest = {
  model: "tiny",
  messages: [
    { role: "system", content: "You are Juno.\n\nBe brief." },
    { role: "user", content: "When do you open?" },
  ],
  tools: [
    {
      name: "read_file",
      description: "Reads a file.",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    },
  ],
  window: 4096,
  maxOutputTokens: 256,
  purpose: "chat",
};

const collect = async (provider: Provider, script: WireScript, signal = new AbortController().signal) => {
  server.play(script);
  const parts: ChatPart[] = [];
  let failure: unknown = null;
  try {
    for await (const part of provider.chat(request, signal)) parts.push(part);
  } catch (error) {
    failure = error;
  }
  return { parts, failure, text: textOf(parts) };
};
const textOf = (parts: readonly ChatPart[]) =>
  parts.map((part) => (part.type === "text" ? part.text : "")).join("");

for (const [kind, make] of Object.entries(kinds)) {
  describe(kind, () => {
    it("streams the text and ends with the provider's own usage", async () => {
      const { parts, text, failure } = await collect(make(), scripts.normal);
      expect(failure).toBeNull();
      expect(text).toBe("Good morning.");
      expect(parts.at(-1)).toMatchObject({
        type: "finish",
        reason: "stop",
        usage: { input: 120, output: 3 },
      });
    });

    it("gives up on a server that says nothing for as long as the user set", async () => {
      const impatient = make(createRequestLog(systemClock, () => 300));
      const { failure } = await collect(impatient, [{ kind: "silent" }]);
      expect(failure).toMatchObject({ code: "server-silent" });
    });

    it("returns two tool calls with their arguments, after the text before them", async () => {
      const { parts, text } = await collect(make(), scripts.twoTools);
      expect(text).toBe("Let me look.");
      const calls = parts.filter((part) => part.type === "tool-call");
      expect(calls.map(({ name, args }) => ({ name, args }))).toEqual([
        { name: "read_file", args: { path: "HOURS.md" } },
        { name: "list_files", args: { path: "knowledge" } },
      ]);
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
      expect(parts.at(-1)).toMatchObject({ type: "finish", reason: "tool-calls" });
    });

    it("keeps what came before the connection broke, and reports that it broke", async () => {
      const { text, failure } = await collect(make(), scripts.dropped);
      expect(text).toBe("half a sent");
      expect(failure).toMatchObject({ code: "stream-dropped" });
    });

    it("reports an unreadable event", async () => {
      const { text, failure } = await collect(make(), scripts.malformed);
      expect(text).toBe("fine so far ");
      expect(failure).toMatchObject({ code: "stream-malformed" });
    });

    it("passes on how long a busy server asks to wait", async () => {
      const { failure } = await collect(make(), scripts.busyThenFine);
      expect(failure).toMatchObject({ code: "provider-busy", detail: { status: 429, retryAfter: 1000 } });
    });

    it("distinguishes a wrong key from a wrong prompt", async () => {
      expect((await collect(make(), scripts.wrongKey)).failure).toMatchObject({ code: "provider-auth" });
      expect((await collect(make(), scripts.contextLength)).failure).toMatchObject({
        code: "context-length",
      });
    });

    it("reads a million characters on one line", async () => {
      expect((await collect(make(), scripts.hugeLine)).text).toHaveLength(1_000_000);
    });

    it("stops a stream that never ends, and the server notices", async () => {
      const stop = new AbortController();
      server.play(scripts.endless);
      let seen = 0;
      const run = async () => {
        for await (const part of make().chat(request, stop.signal)) {
          if (part.type === "text") seen += 1;
          if (seen === 5) stop.abort(new Error("stopped"));
        }
      };
      await expect(run()).rejects.toThrow("stopped");
      expect(seen).toBeGreaterThanOrEqual(5);
    });

    it("sends the messages unchanged", async () => {
      await collect(make(), scripts.normal);
      const sent = JSON.stringify(server.chats().at(-1)?.body);
      for (const { content } of request.messages)
        expect(sent).toContain(JSON.stringify(content).slice(1, -1));
    });

    it("lists the models, and reports a server that does not answer", async () => {
      const signal = new AbortController().signal;
      expect((await make().models(signal)).map(({ id }) => id)).toEqual(["tiny"]);
      const provider = make();
      await server.close();
      await expect(provider.models(signal)).rejects.toMatchObject({ code: "provider-unreachable" });
      expect((await collect(provider, scripts.normal)).failure).toMatchObject({
        code: "provider-unreachable",
      });
    });
  });
}

it.each(["openai-compatible", "openai", "anthropic", "ollama"])(
  "%s separates reasoning from the answer",
  async (kind) => {
    const { parts, text } = await collect(kinds[kind]?.() as Provider, scripts.thoughtful);
    expect(text).toBe("Good morning.");
    expect(parts[0]).toEqual({ type: "reasoning", text: "They greet me." });
  },
);

it("sets num_ctx from our window and reads both windows of Ollama", async () => {
  const provider = kinds.ollama?.();
  if (!provider) throw new Error("no provider");
  await collect(provider, scripts.normal);
  expect(server.chats().at(-1)?.body).toMatchObject({ options: { num_ctx: 4096, num_predict: 256 } });
  expect(await provider.window("tiny", new AbortController().signal)).toEqual({
    trained: 32_768,
    served: 4096,
    sees: false,
  });
  server.see(["tiny"]);
  expect(await provider.window("tiny", new AbortController().signal)).toMatchObject({ sees: true });
  server.see([]);
});

it("marks the end of the stable prefix and of the prompt for Anthropic without changing the text", async () => {
  const provider = kinds.anthropic?.();
  if (!provider) throw new Error("no provider");
  const signal = new AbortController().signal;
  const cached = { ...request, cacheUntil: { message: 0, offset: 13 } };
  for await (const _ of provider.chat(cached, signal)) void _;
  const body = server.chats().at(-1)?.body as {
    system: { text: string; cache_control?: unknown }[];
    messages: unknown[];
  };
  expect(body.system.map(({ text }) => text).join("")).toBe(request.messages[0]?.content);
  expect(body.system.map(({ cache_control }) => cache_control !== undefined)).toEqual([true, false]);
  expect(JSON.stringify(body.messages.at(-1))).toContain("cache_control");
  expect(await provider.count?.(request, signal)).toBe(4321);
});

it("asks OpenAI for thoughts and a cache of the conversation, and to store nothing", async () => {
  const signal = new AbortController().signal;
  const provider = kinds.openai?.() as Provider;
  const thinking = { ...request, model: "gpt-5.1", effort: "low" as const, about: { session: "s-1" } };
  server.play([{ kind: "text", chunks: ["Hi"], usage: { input: 90, output: 1, cached: 64 } }]);
  const parts: ChatPart[] = [];
  for await (const part of provider.chat(thinking, signal)) parts.push(part);
  expect(parts.at(-1)).toMatchObject({ type: "finish", usage: { input: 90, cached: 64, output: 1 } });
  const { path, body } = server.chats().at(-1) ?? { path: "", body: null };
  expect(path).toBe("/v1/responses");
  expect(body).toMatchObject({
    store: false,
    prompt_cache_key: "s-1",
    reasoning: { effort: "low", summary: "auto" },
    input: [{ role: "system", content: request.messages[0]?.content }, { role: "user" }],
    tools: [{ type: "function", name: "read_file", strict: false }],
  });
  expect(await provider.count?.(thinking, signal)).toBe(4321);
});

it("asks a server without OpenAI's newer API through chat completions, and tries that once", async () => {
  const provider = kinds.openai?.() as Provider;
  const asked = { ...request, model: "tiny" };
  server.play([{ kind: "status", status: 404, message: "Not found." }, ...scripts.normal]);
  const signal = new AbortController().signal;
  for (let turn = 0; turn < 2; turn++) {
    const parts: ChatPart[] = [];
    for await (const part of provider.chat(asked, signal)) parts.push(part);
    expect(textOf(parts)).toBe("Good morning.");
  }
  expect(server.chats().map(({ path }) => path)).toEqual([
    "/v1/responses",
    "/v1/chat/completions",
    "/v1/chat/completions",
  ]);
});

it("goes on without thoughts where OpenAI refuses to summarise them", async () => {
  const refused = "Your organization must be verified to generate reasoning summaries.";
  server.play([
    { kind: "status", status: 400, message: refused, code: "unsupported_value" },
    { kind: "text", chunks: ["Hi"] },
  ]);
  const parts: ChatPart[] = [];
  const thinking = { ...request, model: "o4-mini" };
  const signal = new AbortController().signal;
  const provider = kinds.openai?.() as Provider;
  for await (const part of provider.chat(thinking, signal)) parts.push(part);
  expect(textOf(parts)).toBe("Hi");
  expect(server.chats().at(-1)?.body).not.toHaveProperty("reasoning");
});

it("records every request with host, size and purpose, and no content", async () => {
  await collect(kinds.openai?.() as Provider, scripts.normal);
  const entry = log.entries().at(-1);
  expect(entry).toMatchObject({ host: new URL(server.origin).host, purpose: "chat", status: 200 });
  expect(entry?.bytesSent).toBeGreaterThan(100);
  expect(entry?.bytesReceived).toBeGreaterThan(100);
  expect(JSON.stringify(log.entries())).not.toMatch(/Juno|k-1/);
});
