import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "#shared/contract/failure.ts";
import { bundledModel, type ModelFile, modelFolder } from "./bundled-model.ts";

export type ModelFiles = { readonly onnx: Uint8Array; readonly tokenizer: string };

/** Reads the model's files and compares each with its hash, so that no other file is run. */
export const readModel = async (resources: string): Promise<ModelFiles> => {
  const [onnx, tokenizer] = await Promise.all([
    readVerified(resources, "model.onnx"),
    readVerified(resources, "tokenizer.json"),
  ]);
  return { onnx, tokenizer: tokenizer.toString("utf8") };
};

const readVerified = async (resources: string, name: ModelFile): Promise<Buffer> => {
  const file = join(modelFolder(resources), name);
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new Failure(
      "model-missing",
      "The sentence model is missing, so memory is searched by words only. Install Satchel again, or run its build, to add it.",
      { file, reason },
    );
  }
  if (createHash("sha256").update(bytes).digest("hex") === bundledModel.files[name]) return bytes;
  throw new Failure(
    "model-damaged",
    "The sentence model is damaged, so memory is searched by words only. Install Satchel again, or run its build, to repair it.",
    { file, bytes: bytes.length },
  );
};
