/**
 * Vectors as they are stored: a float for the scale, then one 8-bit whole number per dimension. A quarter of the
 * room of floats, and the order of results is the same but for ties.
 */
export const packVector = (vector: Float32Array): Buffer => {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = Math.fround(largest / 127) || 1;
  const packed = Buffer.alloc(4 + vector.length);
  packed.writeFloatLE(scale);
  for (let i = 0; i < vector.length; i += 1)
    packed.writeInt8(Math.round((vector[i] as number) / scale), 4 + i);
  return packed;
};

export const packedDimension = (packed: Buffer): number => packed.length - 4;

/** The cosine of a stored vector and a query of length 1. */
export const similarity = (packed: Buffer, query: Float32Array): number => {
  const values = new Int8Array(packed.buffer, packed.byteOffset + 4, packed.length - 4);
  let sum = 0;
  let square = 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] as number;
    sum += value * (query[i] as number);
    square += value * value;
  }
  return square === 0 ? 0 : sum / Math.sqrt(square);
};

/** The signs of a vector, 32 to a number. Vectors that point the same way have most signs in common. */
export const signsOf = (values: ArrayLike<number>): Uint32Array => {
  const signs = new Uint32Array(Math.ceil(values.length / 32));
  for (let i = 0; i < values.length; i += 1) {
    if ((values[i] as number) > 0) signs[i >> 5] = (signs[i >> 5] as number) | (1 << (i & 31));
  }
  return signs;
};

export const packedValues = (packed: Buffer): Int8Array =>
  new Int8Array(packed.buffer, packed.byteOffset + 4, packed.length - 4);
