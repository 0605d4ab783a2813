/** The tokens of an encoding, end to end: token `rank` has the bytes from `starts[rank]` to `starts[rank + 1]`. */
export type Ranks = { readonly bytes: Uint8Array; readonly starts: Int32Array };

/**
 * Parses ranks as js-tiktoken ships them: lines of `! <first rank> <base64> <base64> …`. A rank without a
 * line is an empty token, which no text contains.
 */
export const parseRanks = (text: string): Ranks => {
  const tokens: Buffer[] = [];
  for (const line of text.split("\n")) {
    const [, first, ...encoded] = line.split(" ");
    encoded.forEach((token, index) => {
      tokens[Number(first) + index] = Buffer.from(token, "base64");
    });
  }
  const starts = new Int32Array(tokens.length + 1);
  for (let rank = 0; rank < tokens.length; rank++) {
    starts[rank + 1] = (starts[rank] as number) + (tokens[rank]?.length ?? 0);
  }
  return { bytes: Buffer.concat(tokens.filter((token) => token !== undefined)), starts };
};

/**
 * A compact file that loads without parsing: the number of tokens (32 bits), one length byte per token, all
 * bytes.
 */
export const packRanks = ({ bytes, starts }: Ranks): Uint8Array => {
  const count = starts.length - 1;
  const packed = new Uint8Array(4 + count + bytes.length);
  new DataView(packed.buffer).setUint32(0, count, true);
  for (let rank = 0; rank < count; rank++) {
    const length = (starts[rank + 1] as number) - (starts[rank] as number);
    if (length > 0xff)
      throw new Error(`Token ${rank} has ${length} bytes, more than a length byte can hold.`);
    packed[4 + rank] = length;
  }
  packed.set(bytes, 4 + count);
  return packed;
};

/** Fails when the file is incomplete. */
export const unpackRanks = (packed: Uint8Array): Ranks => {
  const count = packed.length < 4 ? -1 : new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
  if (count < 0 || packed.length < 4 + count) throw new Error("The file of ranks is cut off.");
  const starts = new Int32Array(count + 1);
  for (let rank = 0; rank < count; rank++) {
    starts[rank + 1] = (starts[rank] as number) + (packed[4 + rank] as number);
  }
  const bytes = packed.subarray(4 + count);
  if (bytes.length !== starts[count]) throw new Error("The file of ranks is cut off.");
  return { bytes, starts };
};
