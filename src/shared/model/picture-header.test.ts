import { expect, it } from "vitest";
import { readPictureHeader } from "./picture-header.ts";
import { bytesOf, jpegHead, pngHead, pngOf } from "./test-pictures.ts";

const webp = (kind: string, rest: readonly number[]): Uint8Array =>
  new Uint8Array([...bytesOf("RIFF....WEBP"), ...bytesOf(kind), ...rest]);

it("reads the size of every kind of picture from its header", () => {
  expect(readPictureHeader(pngOf(30, 20))).toMatchObject({ type: "image/png", width: 30, height: 20 });
  const gif = new Uint8Array([...bytesOf("GIF89a"), 0x2c, 1, 0x90, 0, 0, 0, 0]);
  expect(readPictureHeader(gif)).toMatchObject({ type: "image/gif", width: 300, height: 144 });
  expect(readPictureHeader(jpegHead(4032, 3024))).toEqual({
    type: "image/jpeg",
    width: 4032,
    height: 3024,
    hasCamera: false,
  });
  expect(readPictureHeader(jpegHead(4032, 3024, true))?.hasCamera).toBe(true);
  const lossy = webp("VP8 ", [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 0x40, 1, 0xf0, 0]);
  expect(readPictureHeader(lossy)).toMatchObject({ type: "image/webp", width: 320, height: 240 });
  // 99 and 49 are stored, each one less than the size.
  const packed = 99 + 49 * 0x4000;
  const bytes = [packed % 256, Math.floor(packed / 256) % 256, Math.floor(packed / 65_536)];
  const lossless = webp("VP8L", [0, 0, 0, 0, 0x2f, ...bytes, 0]);
  expect(readPictureHeader(lossless)).toMatchObject({ width: 100, height: 50 });
  const extended = webp("VP8X", [10, 0, 0, 0, 0x08, 0, 0, 0, 0x7f, 2, 0, 0xdf, 1, 0]);
  expect(readPictureHeader(extended)).toMatchObject({ width: 640, height: 480, hasCamera: true });
});

it("says of a picture that claims to be huge how huge it claims to be, without making room for it", () => {
  expect(readPictureHeader(pngHead(4_000_000_000, 4_000_000_000))).toMatchObject({ width: 4_000_000_000 });
});

it("finds no picture in anything else, however it is cut", () => {
  const extended = webp("VP8X", [10, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 1, 0, 0]);
  for (const whole of [pngOf(3, 3), jpegHead(9, 9, true), extended]) {
    const header = readPictureHeader(whole);
    const ends = Array.from({ length: whole.length }, (_, end) => end);
    // Cut behind its size it still says which size.
    const read = ends.flatMap((end) => readPictureHeader(whole.subarray(0, end)) ?? []);
    expect(new Set(read.map((each) => JSON.stringify(each))).size).toBeLessThanOrEqual(1);
    for (const each of read) expect(each).toEqual(header);
  }
  expect(readPictureHeader(new Uint8Array(bytesOf("%PDF-1.7 not a picture")))).toBeNull();
  expect(readPictureHeader(new Uint8Array())).toBeNull();
  expect(readPictureHeader(pngHead(0, 5))).toBeNull();
  // Parts without a length, and nothing but parts.
  expect(readPictureHeader(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0]))).toBeNull();
  const parts = Array.from({ length: 5000 }, () => [0xff, 0xe0, 0, 2]).flat();
  expect(readPictureHeader(new Uint8Array([0xff, 0xd8, ...parts]))).toBeNull();
});
