import { readFileSync } from "node:fs";

export type Tensor = { readonly shape: readonly number[]; readonly values: Float32Array };

/** Half-precision tensors of a `.safetensors` file by name, as single precision. */
export const readSafetensors = (file: string): ((name: string) => Tensor) => {
  const bytes = readFileSync(file);
  const headerLength = Number(bytes.readBigUInt64LE(0));
  const start = 8 + headerLength;
  const header = JSON.parse(bytes.toString("utf8", 8, start)) as Record<
    string,
    { dtype: string; shape: number[]; data_offsets: [number, number] }
  >;
  const prefix = "bert.embeddings.word_embeddings.weight" in header ? "bert." : "";
  return (name) => {
    const entry = header[prefix + name];
    if (entry?.dtype !== "F16") throw new Error(`The weights have no half-precision tensor ${name}.`);
    const [from, to] = entry.data_offsets;
    // Copied, as the bytes in the file may not be aligned.
    const halves = new Uint16Array(Uint8Array.from(bytes.subarray(start + from, start + to)).buffer);
    return { shape: entry.shape, values: Float32Array.from(halves, (half) => SINGLES[half] as number) };
  };
};

const SINGLES = Float32Array.from({ length: 65_536 }, (_, half) => {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 31) return Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * 2 ** (exponent - 15) * (1 + fraction / 1024);
});
