/**
 * Joins still WebP pictures of the same size to one that moves, with the chunks of the format itself:
 * https://developers.google.com/speed/webp/docs/riff_container
 */
export type Frame = { readonly webp: Buffer; readonly ms: number };

export const animatedWebp = (frames: readonly Frame[]): Buffer => {
  const [first] = frames;
  if (!first) throw new Error("There is no picture.");
  const size = sizeOf(first.webp);
  const body = Buffer.concat([
    chunk(
      "VP8X",
      Buffer.concat([Buffer.from([ANIMATED, 0, 0, 0]), uint24(size.width - 1), uint24(size.height - 1)]),
    ),
    // White behind it; repeated without end.
    chunk("ANIM", Buffer.from([255, 255, 255, 255, 0, 0])),
    ...frames.map(({ webp, ms }) => {
      const own = sizeOf(webp);
      if (own.width !== size.width || own.height !== size.height)
        throw new Error("The pictures have different sizes.");
      const head = [uint24(0), uint24(0), uint24(size.width - 1), uint24(size.height - 1), uint24(ms)];
      return chunk("ANMF", Buffer.concat([...head, Buffer.from([REPLACES]), pictureOf(webp)]));
    }),
  ]);
  return Buffer.concat([Buffer.from("RIFF"), uint32(body.length + 4), Buffer.from("WEBP"), body]);
};

const ANIMATED = 0b10;
/** A frame covers the one before instead of being blended with it. */
const REPLACES = 0b10;

const chunk = (name: string, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(name), uint32(data.length), data, Buffer.alloc(data.length % 2)]);

const uint24 = (value: number): Buffer => Buffer.from([value & 255, (value >> 8) & 255, (value >> 16) & 255]);

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** The chunk with the picture itself, as it is in the file. */
const pictureOf = (webp: Buffer): Buffer => {
  if (webp.toString("latin1", 0, 4) !== "RIFF" || webp.toString("latin1", 8, 12) !== "WEBP")
    throw new Error("This is not a WebP picture.");
  for (let at = 12; at + 8 <= webp.length;) {
    const length = webp.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (webp.toString("latin1", at, at + 4) === "VP8 ") return webp.subarray(at, end);
    at = end;
  }
  throw new Error("Only pictures without transparent parts can be joined.");
};

/** From the head of a lossy picture: 14 bits each. */
const sizeOf = (webp: Buffer): { readonly width: number; readonly height: number } => {
  const picture = pictureOf(webp);
  return { width: picture.readUInt16LE(14) & 0x3fff, height: picture.readUInt16LE(16) & 0x3fff };
};
