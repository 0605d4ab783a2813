import type { SentPictureType } from "./picture.ts";

export type PictureHeader = {
  readonly type: SentPictureType;
  readonly width: number;
  readonly height: number;
  /** A camera wrote down when, with what and perhaps where it was taken. */
  readonly hasCamera: boolean;
};

/**
 * What a picture's own header says about it; null for anything else, also for a picture that ends too early.
 * Nothing is decoded, so a small file that claims to be huge costs nothing to look at.
 */
export const readPictureHeader = (bytes: Uint8Array): PictureHeader | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const found = png(view) ?? gif(view) ?? webp(view) ?? jpeg(view);
    return found && found.width > 0 && found.height > 0 ? found : null;
  } catch (error) {
    // Read beyond its end.
    if (error instanceof RangeError) return null;
    throw error;
  }
};

const png = (view: DataView): PictureHeader | null =>
  asciiAt(view, 0, 8) === "\u0089PNG\r\n\u001a\n" && asciiAt(view, 12, 4) === "IHDR"
    ? { type: "image/png", width: view.getUint32(16), height: view.getUint32(20), hasCamera: false }
    : null;

const gif = (view: DataView): PictureHeader | null =>
  /^GIF8[79]a$/.test(asciiAt(view, 0, 6))
    ? { type: "image/gif", width: view.getUint16(6, true), height: view.getUint16(8, true), hasCamera: false }
    : null;

const webp = (view: DataView): PictureHeader | null => {
  if (asciiAt(view, 0, 4) !== "RIFF" || asciiAt(view, 8, 4) !== "WEBP") return null;
  const type = "image/webp";
  switch (asciiAt(view, 12, 4)) {
    case "VP8 ": {
      const [width, height] = [view.getUint16(26, true), view.getUint16(28, true)];
      return { type, width: width % 0x4000, height: height % 0x4000, hasCamera: false };
    }
    case "VP8L": {
      const packed = view.getUint32(21, true);
      const [width, height] = [(packed % 0x4000) + 1, (Math.floor(packed / 0x4000) % 0x4000) + 1];
      return { type, width, height, hasCamera: false };
    }
    case "VP8X": {
      const [width, height] = [uint24(view, 24) + 1, uint24(view, 27) + 1];
      return { type, width, height, hasCamera: Math.floor(view.getUint8(20) / 8) % 2 === 1 };
    }
    default:
      return null;
  }
};

/** Its size stands after any number of other parts, each of which says how long it is. */
const jpeg = (view: DataView): PictureHeader | null => {
  if (view.getUint16(0) !== 0xff_d8) return null;
  let hasCamera = false;
  for (let at = 2, parts = 0; parts < MAX_PARTS; parts++) {
    if (view.getUint8(at) !== 0xff) return null;
    while (view.getUint8(at + 1) === 0xff) at++;
    const marker = view.getUint8(at + 1);
    const length = view.getUint16(at + 2);
    if (SIZES.has(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      return { type: "image/jpeg", width, height, hasCamera };
    }
    if (marker === START_OF_PIXELS || length < 2) return null;
    if (marker === APP1 && asciiAt(view, at + 4, 4) === "Exif") hasCamera = true;
    at += 2 + length;
  }
  return null;
};

const MAX_PARTS = 2000;
const START_OF_PIXELS = 0xda;
const APP1 = 0xe1;
/** Parts with the size, one per way of packing pixels. */
const SIZES: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);

const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00;

const asciiAt = (view: DataView, at: number, length: number): string =>
  Array.from({ length }, (_, index) => String.fromCharCode(view.getUint8(at + index))).join("");
