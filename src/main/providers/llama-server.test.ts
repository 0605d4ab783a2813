import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type SmallModel, writeSmallModel } from "../../../e2e/model-file/small-model.ts";
import { TOOL_CALL, TOOL_TEMPLATE } from "../../../e2e/model-file/tool-template.ts";
import { eventually } from "../base/test-eventually.ts";
import { systemClock } from "../base/clock.ts";
import { anthropic } from "./anthropic/anthropic.ts";
import { openAiCompatible } from "./openai/compatible.ts";
import { openAi } from "./openai/openai.ts";
import type { ChatPart, ChatRequest, Provider } from "./provider.ts";
import { createRequestLog } from "./request-log.ts";

/**
 * What `providers.test.ts` tests with a server of ours, at a real llama.cpp server where one is named:
 * `SATCHEL_LLAMA_SERVER=http://127.0.0.1:8080`. Any small model will do. `SATCHEL_LLAMA_KEY` is its key, if it has one.
 * Where `SATCHEL_LLAMA_BINARY` names the program, it is also started with models made for it: one that calls a tool,
 * and one that talks until the server is killed.
 */
const address = process.env["SATCHEL_LLAMA_SERVER"] ?? null;
const apiKey = process.env["SATCHEL_LLAMA_KEY"] ?? "none";

const withKey = process.env["SATCHEL_LLAMA_KEY"] !== undefined;

const log = createRequestLog(systemClock);
const signal = new AbortController().signal;
const named = { id: "llama", name: "llama.cpp" };
const kinds: Record<string, (key?: string, at?: string | null) => Provider> = {
  "openai-compatible": (key = apiKey, at = address) =>
    openAiCompatible({ ...named, baseUrl: `${at}/v1`, apiKey: key }, log),
  openai: (key = apiKey, at = address) => openAi({ ...named, baseUrl: `${at}/v1`, apiKey: key }, log),
  anthropic: (key = apiKey, at = address) => anthropic({ ...named, baseUrl: `${at}/v1`, apiKey: key }, log),
};

const request = async (more: Partial<ChatRequest> = {}): Promise<ChatRequest> => ({
  model: more.model ?? (await kinds["openai-compatible"]?.().models(signal))?.[0]?.id ?? "",
  messages: [
    { role: "system", content: "You tell stories." },
    { role: "user", content: "Once upon a time" },
  ],
  tools: [],
  window: 512,
  maxOutputTokens: 24,
  temperature: 0,
  purpose: "chat",
  ...more,
});

const collect = async (provider: Provider, asked: ChatRequest, stop = signal) => {
  const parts: ChatPart[] = [];
  let failure: unknown = null;
  try {
    for await (const part of provider.chat(asked, stop)) parts.push(part);
  } catch (error) {
    failure = error;
  }
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return { parts, text, failure, end: parts.at(-1) };
};

it("is told of a server by its address", () => {
  expect(address === null || URL.canParse(address)).toBe(true);
});

for (const [kind, make] of address === null ? [] : Object.entries(kinds)) {
  describe(`${kind} at llama.cpp`, () => {
    it("streams the text, ends at the length asked for, and has the server's own usage", async () => {
      const { end, text, failure } = await collect(make(), await request());
      expect(failure).toBeNull();
      expect(text.length).toBeGreaterThan(10);
      expect(end).toMatchObject({ type: "finish", reason: "length", usage: { output: 24 } });
    });

    it("reads exactly what was counted before", async () => {
      const asked = await request();
      const { end } = await collect(make(), asked);
      const counted = await make().count?.(asked, signal);
      expect(counted).toBeGreaterThan(5);
      expect(end).toMatchObject({ usage: { input: counted } });
    });

    it("distinguishes a prompt that is too long", async () => {
      const { served } = (await kinds["openai-compatible"]?.().window("", signal)) ?? { served: null };
      const content = "hello world ".repeat(served ?? 512);
      const { failure } = await collect(make(), await request({ messages: [{ role: "user", content }] }));
      expect(failure).toMatchObject({ code: "context-length" });
    });

    it("stops in the middle of an answer", async () => {
      const stop = new AbortController();
      const asked = await request({ maxOutputTokens: 400 });
      let pieces = 0;
      const run = async () => {
        for await (const part of make().chat(asked, stop.signal)) {
          if (part.type === "text") pieces += 1;
          if (pieces === 3) stop.abort(new Error("stopped"));
        }
      };
      await expect(run()).rejects.toThrow("stopped");
    });

    it("lists the models", async () => {
      expect((await make().models(signal)).length).toBeGreaterThan(0);
    });

    for (const wrong of withKey ? ["wrong"] : [])
      it("says so when the key is wrong", async () => {
        expect((await collect(make(wrong), await request())).failure).toMatchObject({
          code: "provider-auth",
        });
      });
  });
}

for (const kind of address === null ? [] : ["openai-compatible"])
  describe("what llama.cpp alone has", () => {
    const compatible = () => kinds[kind]?.() as Provider;

    it("reports the window that it serves", async () => {
      const { served } = await compatible().window((await request()).model, signal);
      expect(served).toBeGreaterThan(100);
    });

    it("gives the same answer to the same seed, and ends at a text", async () => {
      const seeded = await request({ temperature: 1, topP: 0.9, seed: 7 });
      const first = await collect(compatible(), seeded);
      expect((await collect(compatible(), seeded)).text).toBe(first.text);
      expect((await collect(compatible(), { ...seeded, seed: 8 })).text).not.toBe(first.text);
      const word = first.text.trim().split(" ")[2] ?? "";
      const stopped = await collect(compatible(), { ...seeded, stop: [word] });
      expect(stopped.text).not.toContain(word);
      expect(stopped.end).toMatchObject({ reason: "stop" });
    });

    it("says how much of a prompt it had read before", async () => {
      const content = `${"The cat sat on the mat. ".repeat(12)}Then`;
      const asked = await request({ messages: [{ role: "user", content }] });
      await collect(compatible(), asked);
      const { end } = await collect(compatible(), asked);
      expect(end).toMatchObject({ type: "finish" });
      expect(end?.type === "finish" ? (end.usage.cached ?? 0) : 0).toBeGreaterThan(50);
    });
  });

const binary = process.env["SATCHEL_LLAMA_BINARY"] ?? null;
let started: ChildProcess | null = null;
afterEach(() => void started?.kill("SIGKILL"));

/** The program with a model of ours, ready to answer. */
const startLlama = async ({ window = 4096, ...options }: SmallModel): Promise<string> => {
  const model = join(mkdtempSync(join(tmpdir(), "satchel-llama-")), "small.gguf");
  writeSmallModel(model, { window, ...options });
  const port = await freePort();
  const args = ["-m", model, "--port", String(port), "--jinja", "-c", String(window), "-t", "1", "-np", "1"];
  const env = { ...process.env, LD_LIBRARY_PATH: dirname(binary ?? "") };
  started = spawn(binary ?? "", args, { env, stdio: "ignore" });
  const origin = `http://127.0.0.1:${port}`;
  await eventually(async () => expect((await fetch(`${origin}/health`).catch(() => null))?.status).toBe(200));
  return origin;
};

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
};

const READ_FILE = {
  name: "read_file",
  description: "Reads a file.",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};

for (const [kind, make] of binary === null ? [] : Object.entries(kinds))
  describe(`${kind} at a llama.cpp that is started for it`, () => {
    it("calls a tool with its arguments, and takes the result", async () => {
      const at = await startLlama({ says: TOOL_CALL, template: TOOL_TEMPLATE });
      const asked = await request({ model: "small", tools: [READ_FILE], maxOutputTokens: 200, window: 4096 });
      const { parts, failure } = await collect(make("none", at), asked);
      expect(failure).toBeNull();
      const call = parts.find((part) => part.type === "tool-call");
      expect(call).toMatchObject({ name: "read_file", args: { path: "a.md" } });
      expect(parts.at(-1)).toMatchObject({ type: "finish", reason: "tool-calls" });
      const id = call?.type === "tool-call" ? call.id : "";
      const answered = await collect(make("none", at), {
        ...asked,
        messages: [
          ...asked.messages,
          { role: "assistant", content: "", toolCalls: [{ id, name: "read_file", args: { path: "a.md" } }] },
          { role: "tool", content: "Seven sacks.", toolCallId: id },
        ],
      });
      expect(answered.failure).toBeNull();
      expect(answered.end).toMatchObject({ type: "finish" });
      // What was sent along is read: the tool, its call and its result.
      const first = parts.at(-1);
      const read = (part: ChatPart | undefined) => (part?.type === "finish" ? (part.usage.input ?? 0) : 0);
      expect(read(answered.end)).toBeGreaterThan(read(first) + 10);
    }, 120_000);

    it("counts a prompt with a tool as it is read", async () => {
      const at = await startLlama({ says: TOOL_CALL, template: TOOL_TEMPLATE });
      const asked = await request({ model: "small", tools: [READ_FILE], maxOutputTokens: 200, window: 4096 });
      const counted = await make("none", at).count?.(asked, signal);
      const { end } = await collect(make("none", at), asked);
      expect(counted).toBeGreaterThan(50);
      expect(end).toMatchObject({ usage: { input: counted } });
    }, 120_000);

    it("writes until its window is full, and says that it wrote less than was asked for", async () => {
      const at = await startLlama({ endless: true, window: 512 });
      const asked = await request({ model: "small", maxOutputTokens: 3000, window: 512 });
      const { end, failure } = await collect(make("none", at), asked);
      expect(failure).toBeNull();
      expect(end).toMatchObject({ type: "finish", reason: "length" });
      expect(end?.type === "finish" ? end.usage.output : null).toBeLessThanOrEqual(512);
    }, 120_000);

    it("keeps what came before the server was killed, and says that the stream broke", async () => {
      const at = await startLlama({ endless: true });
      const asked = await request({ model: "small", maxOutputTokens: 3000, window: 4096 });
      const texts: string[] = [];
      const run = async () => {
        for await (const part of make("none", at).chat(asked, signal)) {
          if (part.type === "text") texts.push(part.text);
          if (texts.length === 5) started?.kill("SIGKILL");
        }
      };
      await expect(run()).rejects.toMatchObject({ code: "stream-dropped" });
      expect(texts.join("")).toContain("Once upon a time");
      await expect(make("none", at).models(signal)).rejects.toMatchObject({ code: "provider-unreachable" });
    }, 120_000);
  });
