import { zlibSync } from "fflate";

/** Pictures for tests: a PNG of one colour, as any program writes it. */
export const pngOf = (
  width: number,
  height: number,
  colour: readonly [number, number, number] = [200, 80, 40],
): Uint8Array => {
  const rows = new Uint8Array(height * (1 + 3 * width));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set(colour, y * (1 + 3 * width) + 1 + 3 * x);
  return joined(pngHead(width, height), chunk("IDAT", zlibSync(rows)), chunk("IEND", new Uint8Array()));
};

/** Only what a PNG says about itself: whoever decodes it makes room for all its pixels first. */
export const pngHead = (width: number, height: number): Uint8Array => {
  const size = new Uint8Array(13);
  size.set(uint32(width), 0);
  size.set(uint32(height), 4);
  size.set([8, 2, 0, 0, 0], 8);
  return joined(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), chunk("IHDR", size));
};

/** A JPEG up to its size, with a part of a camera before it where asked. */
export const jpegHead = (width: number, height: number, isOfCamera = false): Uint8Array => {
  const exif = [0xff, 0xe1, 0, 8, ...bytesOf("Exif\0\0")];
  const [high, wide] = [uint32(height).slice(2), uint32(width).slice(2)];
  const before = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, ...(isOfCamera ? exif : [])];
  return new Uint8Array([...before, 0xff, 0xc2, 0, 11, 8, ...high, ...wide, 1, 0, 0x11, 0]);
};

export const bytesOf = (text: string): number[] => Array.from(text, (char) => char.codePointAt(0) ?? 0);

const chunk = (type: string, data: Uint8Array): Uint8Array => {
  const body = joined(new Uint8Array(bytesOf(type)), data);
  return joined(new Uint8Array(uint32(data.length)), body, new Uint8Array(uint32(crc32(body))));
};

const uint32 = (value: number): number[] => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return [...bytes];
};

/* oxlint-disable no-bitwise -- a checksum is made of bits. */
const crc32 = (bytes: Uint8Array): number => {
  let sum = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xed_b8_83_20 : 0);
  }
  return (sum ^ 0xff_ff_ff_ff) >>> 0;
};
/* oxlint-enable no-bitwise */

const joined = (...parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};
