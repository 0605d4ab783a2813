import { join } from "node:path";

/**
 * The sentence model that ships with the app: all-MiniLM-L6-v2, with 8-bit weights. The build creates the
 * files (`scripts/build-model.ts`); the hashes identify the files that the tests were run with.
 */
export const bundledModel = {
  name: "all-MiniLM-L6-v2-int8",
  dimension: 384,
  /** Longer texts are cut to this length. */
  maxTokens: 256,
  files: {
    "model.onnx": "56e194c3c23c8120a0fe951bc0dc1e32a1f8e5e858b4b51089743305ec1eedad",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
  },
} as const;

export type ModelFile = keyof typeof bundledModel.files;

export const modelFolder = (resources: string): string => join(resources, "models", bundledModel.name);
