import { describe, expect, it } from "vitest";
import { encodingForModel } from "./encoding-for-model.ts";
import { isBuiltInEncoding } from "./load-encoder.ts";

describe("the encoding of a model", () => {
  it.each([
    ["gpt-4o-mini", "o200k_base"],
    ["openai/gpt-4.1", "o200k_base"],
    ["gpt-5.2-codex", "o200k_base"],
    ["o3-mini", "o200k_base"],
    ["gpt-oss:20b", "o200k_base"],
    ["ft:gpt-4o-mini:acme", "o200k_base"],
    ["gpt-4", "cl100k_base"],
    ["gpt-4-turbo", "cl100k_base"],
    ["gpt-3.5-turbo", "cl100k_base"],
  ])("is exact for %s", (model, encoding) => {
    expect(encodingForModel(model)).toEqual({ encoding, exact: true });
  });

  it.each([
    "claude-sonnet-4-5",
    "gemini-2.5-pro",
    "llama3.2:3b",
    "qwen3:8b",
    "mistral-small",
    "deepseek-r1",
    "my-own",
  ])("is an estimate for %s, and there is such an encoding", (model) => {
    const { encoding, exact } = encodingForModel(model);
    expect(exact).toBe(false);
    expect(isBuiltInEncoding(encoding)).toBe(true);
  });
});
