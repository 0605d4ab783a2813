import { expect, it } from "vitest";
import { isEmbeddingModel } from "./embedding-model.ts";

it.each([
  "nomic-embed-text:latest",
  "mxbai-embed-large",
  "text-embedding-3-small",
  "bge-m3",
  "all-minilm:33m",
  "snowflake-arctic-embed2",
  "qwen3-embedding:0.6b",
  "BAAI/bge-reranker-v2-m3",
])("does not offer %s for answers", (id) => expect(isEmbeddingModel(id)).toBe(true));

it.each(["qwen3:4b", "gpt-4o", "gemma3:12b", "llama3.2", "claude-sonnet-4", "mixtral-8x7b", "tiny"])(
  "offers %s",
  (id) => expect(isEmbeddingModel(id)).toBe(false),
);
