import type { Hash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { Failure } from "#shared/contract/failure.ts";

/** Real headers have up to 30 MB, most of it the vocabulary. */
const MAX_HEADER_BYTES = 256 * 1024 * 1024;
const MAX_ENTRIES = 100_000;
/** Longer values, such as the vocabulary, are only hashed. */
const MAX_KEPT_STRING = 1024 * 1024;
const MAX_KEPT_ARRAY = 10_000;
const MAX_DEPTH = 4;
const CHUNK_BYTES = 1024 * 1024;

/** Reads forward through a file, a megabyte at a time. */
export class GgufReader {
  readonly #file: FileHandle;
  readonly fileBytes: number;
  readonly name: string;
  /** What is read is added to it. */
  hash: Hash | null = null;
  position = 0;
  #chunk = Buffer.alloc(0);
  #at = 0;

  constructor(file: FileHandle, fileBytes: number, name: string) {
    this.#file = file;
    this.fileBytes = fileBytes;
    this.name = name;
  }

  async bytes(count: number): Promise<Buffer> {
    if (this.position + count > MAX_HEADER_BYTES) throw notGguf(this.name);
    while (this.#chunk.length - this.#at < count) await this.#more(count);
    const found = this.#chunk.subarray(this.#at, this.#at + count);
    this.#at += count;
    this.position += count;
    this.hash?.update(found);
    return found;
  }

  async #more(count: number): Promise<void> {
    const left = this.#chunk.subarray(this.#at);
    const from = this.position + left.length;
    const wanted = Math.min(Math.max(CHUNK_BYTES, count), this.fileBytes - from);
    // The header names more than the file has; how much there should be is not known yet.
    if (wanted <= 0)
      throw new Failure(
        "model-file-cut-off",
        `The model file ${this.name} is not whole: it ends after ${sizeText(this.fileBytes)}. Copy or download it again.`,
      );
    const more = Buffer.alloc(wanted);
    const { bytesRead } = await this.#file.read(more, 0, wanted, from);
    if (bytesRead === 0) throw cutOff(this.name, from, this.fileBytes);
    this.#chunk = Buffer.concat([left, more.subarray(0, bytesRead)]);
    this.#at = 0;
  }

  async u32(): Promise<number> {
    return (await this.bytes(4)).readUInt32LE();
  }

  async u64(): Promise<number> {
    return Number((await this.bytes(8)).readBigUInt64LE());
  }

  /** Of entries: a number that no real file has means that this is none. */
  async count(): Promise<number> {
    const count = await this.u64();
    if (count > MAX_ENTRIES) throw notGguf(this.name);
    return count;
  }

  async text(): Promise<string> {
    const length = await this.u64();
    if (length > MAX_HEADER_BYTES) throw notGguf(this.name);
    if (length <= MAX_KEPT_STRING) return (await this.bytes(length)).toString("utf8");
    await this.#skip(length);
    return "";
  }

  async #skip(count: number): Promise<void> {
    for (let left = count; left > 0; left -= Math.min(left, CHUNK_BYTES))
      await this.bytes(Math.min(left, CHUNK_BYTES));
  }

  /** A vocabulary has hundreds of thousands of words, so those in a chunk are passed without waiting. */
  async #skipTexts(count: number): Promise<void> {
    for (let left = count; left > 0;) {
      const from = this.#at;
      while (left > 0 && this.#chunk.length - this.#at >= 8) {
        const length = Number(this.#chunk.readBigUInt64LE(this.#at));
        if (this.#at + 8 + length > this.#chunk.length) break;
        this.#at += 8 + length;
        left -= 1;
      }
      this.hash?.update(this.#chunk.subarray(from, this.#at));
      this.position += this.#at - from;
      if (this.position > MAX_HEADER_BYTES) throw notGguf(this.name);
      if (left === 0) return;
      await this.text();
      left -= 1;
    }
  }

  async value(type: number, depth = 0): Promise<unknown> {
    if (type === STRING) return this.text();
    if (type === ARRAY) return this.#array(depth);
    const size = SIZES[type];
    if (size === undefined) throw notGguf(this.name);
    return scalarOf(type, await this.bytes(size));
  }

  async #array(depth: number): Promise<unknown> {
    if (depth >= MAX_DEPTH) throw notGguf(this.name);
    const type = await this.u32();
    const count = await this.u64();
    const size = SIZES[type];
    if (count > MAX_HEADER_BYTES) throw notGguf(this.name);
    if (count > MAX_KEPT_ARRAY && type === STRING) return this.#skipTexts(count);
    if (count > MAX_KEPT_ARRAY && size !== undefined) return this.#skip(count * size);
    const found: unknown[] = [];
    for (let index = 0; index < count; index++) {
      const each = await this.value(type, depth + 1);
      if (index < MAX_KEPT_ARRAY) found.push(each);
    }
    return found;
  }
}

/** Bytes of a value by its type; strings and arrays are read piece by piece. */
const SIZES: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
};
const STRING = 8;
const ARRAY = 9;

const scalarOf = (type: number, bytes: Buffer): unknown => {
  switch (type) {
    case 0:
      return bytes.readUInt8();
    case 1:
      return bytes.readInt8();
    case 2:
      return bytes.readUInt16LE();
    case 3:
      return bytes.readInt16LE();
    case 4:
      return bytes.readUInt32LE();
    case 5:
      return bytes.readInt32LE();
    case 6:
      return bytes.readFloatLE();
    case 7:
      return bytes.readUInt8() !== 0;
    case 10:
      return Number(bytes.readBigUInt64LE());
    case 11:
      return Number(bytes.readBigInt64LE());
    default:
      return bytes.readDoubleLE();
  }
};
export const notGguf = (name: string) =>
  new Failure("model-file-not-gguf", `${name} is not a model file in the GGUF format.`);

export const cutOff = (name: string, has: number, needs: number) =>
  new Failure(
    "model-file-cut-off",
    `The model file ${name} is not whole: it has ${sizeText(has)} of ${sizeText(needs)}. Copy or download it again.`,
    { has, needs },
  );

const sizeText = (bytes: number): string =>
  bytes >= 1e9
    ? `${(bytes / 1e9).toFixed(1)} GB`
    : bytes >= 1e6
      ? `${(bytes / 1e6).toFixed(1)} MB`
      : `${Math.ceil(bytes / 1000)} KB`;
