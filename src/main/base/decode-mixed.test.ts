import { isUtf8 } from "node:buffer";
import { expect, it } from "vitest";
import { decodeMixed, firstNotUtf8 } from "./decode-mixed.ts";

it("reads bytes that are not UTF-8 as Windows-1252, with its quotes and dashes", () => {
  const old = Buffer.from([0x93, 0x63, 0x61, 0x66, 0xe9, 0x94, 0x20, 0x96, 0x20, 0x35, 0x80]);
  expect(decodeMixed(old)).toBe("“café” – 5€");
});

it("keeps what is UTF-8 beside bytes that are not", () => {
  const mixed = Buffer.concat([Buffer.from("Brötchen 🐙, caf"), Buffer.from([0xe9]), Buffer.from(" ja")]);
  expect(decodeMixed(mixed)).toBe("Brötchen 🐙, café ja");
});

it("finds a bad byte exactly where UTF-8 has one, and never writes U+FFFD", () => {
  let seed = 7;
  const byte = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const any = (seed >> 8) & 0xff;
    // Leads and what follows them, so that whole characters come up.
    return seed % 3 === 0
      ? any
      : [0xc2, 0xe0, 0xed, 0xf0, 0xf4, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf][any % 11]!;
  };
  for (let at = 0; at < 20_000; at++) {
    const bytes = Buffer.from(Array.from({ length: 1 + (at % 6) }, byte));
    const text = decodeMixed(bytes);
    const badAt = firstNotUtf8(bytes);
    const good = bytes.subarray(0, badAt === -1 ? bytes.length : badAt);
    expect([badAt === -1, isUtf8(good)]).toEqual([isUtf8(bytes), true]);
    expect(text.startsWith(good.toString())).toBe(true);
    expect(text).not.toContain("\ufffd");
  }
});
