import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { Failure } from "#shared/contract/failure.ts";
import { cutOff, GgufReader, notGguf } from "./gguf-reader.ts";
import { tensorBytes } from "./tensor-bytes.ts";

/** What the beginning of a model file says. */
export type GgufHeader = {
  readonly architecture: string;
  readonly name: string | null;
  /** Such as `Q4_K_M`; null when the file does not say. */
  readonly quantization: string | null;
  readonly parameters: number;
  /** The window that the model was trained for. */
  readonly trainedWindow: number | null;
  /** Memory that one token of a conversation takes, in bytes. */
  readonly bytesPerToken: number;
  readonly hasTemplate: boolean;
  /** SHA-256 of everything that decides how text becomes tokens, the template included. */
  readonly tokenizer: string;
  readonly fileBytes: number;
  /** A model in several files: how many there are. */
  readonly parts: number;
};

/**
 * Reads the header of a GGUF file, and nothing behind it. Fails with `model-file-missing`,
 * `model-file-not-gguf` or `model-file-cut-off`.
 */
export const readGgufHeader = async (path: string): Promise<GgufHeader> => {
  const name = basename(path);
  const file = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    throw new Failure(
      "model-file-missing",
      error.code === "ENOENT"
        ? `The model file ${name} is not there any more.`
        : `The model file ${name} cannot be read (${error.code ?? "no reason given"}).`,
      { path },
    );
  });
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw notGguf(name);
    return await parse(new GgufReader(file, stat.size, name), name);
  } finally {
    await file.close();
  }
};

const parse = async (reader: GgufReader, name: string): Promise<GgufHeader> => {
  const magic = await reader.bytes(4).catch(() => null);
  if (magic?.toString("latin1") !== "GGUF") throw notGguf(name);
  const version = await reader.u32();
  if (version !== 2 && version !== 3)
    throw new Failure(
      "model-file-not-gguf",
      `${name} is written in version ${version} of the GGUF format, which cannot be read. Versions 2 and 3 can.`,
    );
  const tensorCount = await reader.count();
  const valueCount = await reader.count();
  const values = new Map<string, unknown>();
  const tokenizer = createHash("sha256");
  for (let index = 0; index < valueCount; index++) {
    const key = await reader.text();
    reader.hash = key.startsWith("tokenizer.") ? tokenizer.update(key) : null;
    values.set(key, await reader.value(await reader.u32()));
    reader.hash = null;
  }
  const tensors = await readTensors(reader, tensorCount);
  const alignment = Math.max(1, numberOf(values, "general.alignment") ?? 32);
  const end = Math.ceil(reader.position / alignment) * alignment + tensors.bytes;
  if (reader.fileBytes < end) throw cutOff(name, reader.fileBytes, end);
  return headerOf(values, tensors.parameters, reader.fileBytes, tokenizer.digest("hex"));
};

/** Their number of weights, and where the last one ends. */
const readTensors = async (reader: GgufReader, count: number) => {
  let parameters = 0;
  let bytes = 0;
  for (let index = 0; index < count; index++) {
    await reader.text();
    const dimensions = await reader.u32();
    if (dimensions > 8) throw notGguf(reader.name);
    let elements = 1;
    for (let each = 0; each < dimensions; each++) elements *= await reader.u64();
    const type = await reader.u32();
    const offset = await reader.u64();
    parameters += elements;
    bytes = Math.max(bytes, offset + tensorBytes(type, elements));
  }
  return { parameters, bytes };
};

const headerOf = (
  values: ReadonlyMap<string, unknown>,
  parameters: number,
  fileBytes: number,
  tokenizer: string,
): GgufHeader => {
  const architecture = textOf(values, "general.architecture") ?? "";
  const own = (key: string) => numberOf(values, `${architecture}.${key}`);
  const heads = own("attention.head_count") ?? 1;
  const perHead = (own("embedding_length") ?? 0) / heads;
  const width = (own("attention.key_length") ?? perHead) + (own("attention.value_length") ?? perHead);
  const layers = own("block_count") ?? 0;
  const kvHeads = values.get(`${architecture}.attention.head_count_kv`);
  // Some models have a different number of heads in each layer.
  const allKvHeads = Array.isArray(kvHeads)
    ? kvHeads.reduce((sum: number, each) => sum + (typeof each === "number" ? each : 0), 0)
    : layers * (typeof kvHeads === "number" ? kvHeads : heads);
  return {
    architecture,
    name: textOf(values, "general.name"),
    quantization: QUANTIZATIONS[numberOf(values, "general.file_type") ?? -1] ?? null,
    parameters,
    trainedWindow: own("context_length"),
    bytesPerToken: Math.ceil(allKvHeads * width * BYTES_PER_VALUE),
    hasTemplate: textOf(values, "tokenizer.chat_template") !== null,
    tokenizer,
    fileBytes,
    parts: Math.max(1, numberOf(values, "split.count") ?? 1),
  };
};

/** The engine keeps a conversation's state as 16-bit numbers. */
const BYTES_PER_VALUE = 2;

const textOf = (values: ReadonlyMap<string, unknown>, key: string): string | null => {
  const value = values.get(key);
  return typeof value === "string" && value !== "" ? value : null;
};

const numberOf = (values: ReadonlyMap<string, unknown>, key: string): number | null => {
  const value = values.get(key);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
};

/** `general.file_type`, as llama.cpp numbers them. */
const QUANTIZATIONS: Readonly<Record<number, string>> = {
  0: "F32",
  1: "F16",
  2: "Q4_0",
  3: "Q4_1",
  7: "Q8_0",
  8: "Q5_0",
  9: "Q5_1",
  10: "Q2_K",
  11: "Q3_K_S",
  12: "Q3_K_M",
  13: "Q3_K_L",
  14: "Q4_K_S",
  15: "Q4_K_M",
  16: "Q5_K_S",
  17: "Q5_K_M",
  18: "Q6_K",
  19: "IQ2_XXS",
  20: "IQ2_XS",
  21: "Q2_K_S",
  22: "IQ3_XS",
  23: "IQ3_XXS",
  24: "IQ1_S",
  25: "IQ4_NL",
  26: "IQ3_S",
  27: "IQ3_M",
  28: "IQ2_S",
  29: "IQ2_M",
  30: "IQ4_XS",
  31: "IQ1_M",
  32: "BF16",
  38: "MXFP4",
};
