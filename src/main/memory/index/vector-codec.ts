/**
 * Vectors as they are stored, as sqlite-vec's int8 vectors: one 8-bit integer per dimension. They have a
 * quarter of the size of floats; the scale is dropped because a cosine does not depend on it.
 */
export const packVector = (vector: Float32Array): Buffer => {
  let largest = 0;
  for (let i = 0; i < vector.length; i += 1) {
    const size = Math.abs(vector[i] as number);
    if (size > largest) largest = size;
  }
  const scale = largest / 127 || 1;
  // Filled by hand: `Int8Array.from` with a function is several times slower.
  const packed = new Int8Array(vector.length);
  for (let i = 0; i < vector.length; i += 1) packed[i] = Math.round((vector[i] as number) / scale);
  return Buffer.from(packed.buffer);
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
