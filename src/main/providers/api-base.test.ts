import { expect, it } from "vitest";
import { apiBase } from "./api-base.ts";

it("uses /v1 for an address without a path", () => {
  for (const kind of ["openai", "openai-compatible", "anthropic"] as const) {
    expect(apiBase(kind, "http://127.0.0.1:1234")).toBe("http://127.0.0.1:1234/v1");
    expect(apiBase(kind, "http://127.0.0.1:1234/v1/")).toBe("http://127.0.0.1:1234/v1");
    expect(apiBase(kind, "https://openrouter.ai/api/v1")).toBe("https://openrouter.ai/api/v1");
    expect(apiBase(kind, "https://box.example/models")).toBe("https://box.example/models");
  }
});

it("finds Ollama's own API at the root, also from the address of its other formats", () => {
  for (const typed of [
    "http://127.0.0.1:11434",
    "http://127.0.0.1:11434/v1",
    "http://127.0.0.1:11434/api/",
  ]) {
    expect(apiBase("ollama", typed)).toBe("http://127.0.0.1:11434");
  }
  expect(apiBase("ollama", "https://box.example/ollama")).toBe("https://box.example/ollama");
});
