/**
 * Vectors as they are stored, as sqlite-vec's int8 vectors: one 8-bit integer per dimension. They have a
 * quarter of the size of floats; the scale is dropped because a cosine does not depend on it.
 */
export const packVector = (vector: Float32Array): Buffer => {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest / 127 || 1;
  return Buffer.from(Int8Array.from(vector, (value) => Math.round(value / scale)).buffer);
};

/** The signs of a vector, 32 per number. Vectors with a similar direction have most signs in common. */
export const signsOf = (values: ArrayLike<number>): Uint32Array => {
  const signs = new Uint32Array(Math.ceil(values.length / 32));
  for (let i = 0; i < values.length; i += 1) {
    if ((values[i] as number) > 0) signs[i >> 5] = (signs[i >> 5] as number) | (1 << (i & 31));
  }
  return signs;
};

export const packedValues = (packed: Buffer): Int8Array =>
  new Int8Array(packed.buffer, packed.byteOffset, packed.length);
