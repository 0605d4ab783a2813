import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { systemClock } from "../../base/clock.ts";
import { createRequestLog } from "../request-log.ts";
import { servedWindow } from "./served-window.ts";

/** A server that answers these paths with JSON, and any other with 404. */
const windowAt = async (
  answers: Readonly<Record<string, unknown>>,
  model: string,
  needed: string | null = null,
) => {
  const server = createServer((request, response) => {
    const isAllowed = needed === null || request.headers.authorization === `Bearer ${needed}`;
    const answer = isAllowed ? answers[request.url ?? ""] : undefined;
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const signal = new AbortController().signal;
  const found = await servedWindow(
    { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: needed },
    model,
    createRequestLog(systemClock),
    signal,
  );
  await new Promise((resolve) => server.close(resolve));
  return found;
};

const studio = {
  "/api/v1/models": {
    models: [
      { key: "qwen3-4b", max_context_length: 40_960, loaded_instances: [] },
      {
        key: "gemma-3-4b",
        max_context_length: 131_072,
        loaded_instances: [
          { id: "gemma-3-4b", config: { context_length: 8192 } },
          { id: "gemma-3-4b:2", config: { context_length: 4096 } },
        ],
      },
    ],
  },
};

it("reads the window of llama.cpp", async () => {
  expect(await windowAt({ "/props": { default_generation_settings: { n_ctx: 2048 } } }, "any")).toMatchObject(
    { served: 2048 },
  );
});

it("reads the window of a llama.cpp that wants a key", async () => {
  const props = { "/props": { default_generation_settings: { n_ctx: 2048 } } };
  expect(await windowAt(props, "any", "sk-1")).toMatchObject({ served: 2048 });
});

it("reads the loaded window of LM Studio, the smallest where a model is loaded twice", async () => {
  expect(await windowAt(studio, "gemma-3-4b")).toMatchObject({ served: 4096 });
  expect(await windowAt(studio, "gemma-3-4b:2")).toMatchObject({ served: 4096 });
});

it("says nothing about a model that LM Studio has not loaded", async () => {
  expect(await windowAt(studio, "qwen3-4b")).toMatchObject({ served: null });
  expect(await windowAt(studio, "unknown")).toMatchObject({ served: null, sees: undefined });
});

it("reads the window of an older LM Studio", async () => {
  const before = { "/api/v0/models": { data: [{ id: "old", loaded_context_length: 6000 }] } };
  expect(await windowAt(before, "old")).toMatchObject({ served: 6000 });
});

it("asks no server of a different machine", async () => {
  const log = createRequestLog(systemClock);
  const signal = new AbortController().signal;
  expect(
    await servedWindow({ baseUrl: "https://models.example/v1", apiKey: null }, "any", log, signal),
  ).toEqual({ served: null });
  expect(log.entries()).toEqual([]);
});

it("says whether a model sees pictures, as llama.cpp and LM Studio do", async () => {
  const props = (modalities: object) => ({
    "/props": { default_generation_settings: { n_ctx: 2048 }, modalities },
  });
  expect((await windowAt(props({ vision: true, audio: false }), "any")).sees).toBe(true);
  expect((await windowAt(props({ vision: false }), "any")).sees).toBe(false);
  const models = (vision: boolean) => ({
    "/api/v1/models": { models: [{ key: "gemma", capabilities: { vision }, loaded_instances: [] }] },
  });
  expect((await windowAt(models(true), "gemma")).sees).toBe(true);
  expect((await windowAt(models(false), "gemma")).sees).toBe(false);
  const before = (type: string) => ({ "/api/v0/models": { data: [{ id: "old", type }] } });
  expect((await windowAt(before("vlm"), "old")).sees).toBe(true);
  expect((await windowAt(before("llm"), "old")).sees).toBe(false);
});
