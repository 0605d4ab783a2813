import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";

/** A value of a GGUF header, with its type. */
export type GgufValue =
  | { readonly type: "u32" | "i32" | "f32" | "u64"; readonly value: number }
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "string"; readonly value: string }
  | { readonly type: "strings"; readonly value: readonly string[] }
  | { readonly type: "floats" | "ints"; readonly value: readonly number[] };

/** 32-bit floats; `shape` begins with the dimension that changes fastest. */
export type GgufTensor = {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: Float32Array;
};

const ALIGNMENT = 32;
const CODES = { u32: 4, i32: 5, f32: 6, bool: 7, string: 8, array: 9, u64: 10 } as const;

/**
 * Writes a GGUF file, version 3. `size` makes the file longer than its content, without using the disk: for a file
 * that is too large for the machine.
 */
export const writeGguf = (
  path: string,
  header: Readonly<Record<string, GgufValue>>,
  tensors: readonly GgufTensor[],
  size = 0,
): void => {
  const entries = Object.entries(header);
  const places: Buffer[] = [];
  let offset = 0;
  for (const { name, shape, data } of tensors) {
    const dimensions = shape.map(u64);
    places.push(text(name), u32(shape.length), ...dimensions, u32(0), u64(offset));
    offset += aligned(data.byteLength);
  }
  const head = Buffer.concat([
    Buffer.from("GGUF"),
    u32(3),
    u64(tensors.length),
    u64(entries.length),
    ...entries.flatMap(([key, value]) => [text(key), ...valueOf(value)]),
    ...places,
  ]);
  const file = openSync(path, "w");
  try {
    writeSync(file, padded(head));
    for (const { data } of tensors)
      writeSync(file, padded(Buffer.from(data.buffer, data.byteOffset, data.byteLength)));
    if (size > 0) ftruncateSync(file, size);
  } finally {
    closeSync(file);
  }
};

const valueOf = (entry: GgufValue): Buffer[] => {
  switch (entry.type) {
    case "strings":
      return [u32(CODES.array), u32(CODES.string), u64(entry.value.length), ...entry.value.map(text)];
    case "floats":
      return [u32(CODES.array), u32(CODES.f32), u64(entry.value.length), ...entry.value.map(f32)];
    case "ints":
      return [u32(CODES.array), u32(CODES.i32), u64(entry.value.length), ...entry.value.map(i32)];
    case "string":
      return [u32(CODES.string), text(entry.value)];
    case "bool":
      return [u32(CODES.bool), Buffer.from([entry.value ? 1 : 0])];
    default:
      return [u32(CODES[entry.type]), { u32, i32, f32, u64 }[entry.type](entry.value)];
  }
};

const number = (bytes: number, write: (buffer: Buffer) => void): Buffer => {
  const buffer = Buffer.alloc(bytes);
  write(buffer);
  return buffer;
};
const u32 = (value: number) => number(4, (buffer) => buffer.writeUInt32LE(value));
const i32 = (value: number) => number(4, (buffer) => buffer.writeInt32LE(value));
const f32 = (value: number) => number(4, (buffer) => buffer.writeFloatLE(value));
const u64 = (value: number) => number(8, (buffer) => buffer.writeBigUInt64LE(BigInt(value)));
const text = (value: string) => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
const padded = (buffer: Buffer): Buffer =>
  Buffer.concat([buffer, Buffer.alloc(aligned(buffer.length) - buffer.length)]);
