import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { animatedWebp } from "./animated-webp.ts";

const top = resolve(import.meta.dirname, "..");
const picture = (name: string) => readFileSync(join(top, "docs/guide/pictures", `${name}.webp`));
const chunks = (webp: Buffer): readonly string[] => {
  const names: string[] = [];
  for (let at = 12; at < webp.length;) {
    names.push(webp.toString("latin1", at, at + 4));
    const length = webp.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return names;
};

it("joins pictures of one size, each with its time", () => {
  const webp = animatedWebp([
    { webp: picture("budget"), ms: 500 },
    { webp: picture("budget-drag"), ms: 90 },
  ]);
  expect(chunks(webp)).toEqual(["VP8X", "ANIM", "ANMF", "ANMF"]);
  expect(webp.readUInt32LE(4)).toBe(webp.length - 8);
  // The canvas, less one: 1200 by 760.
  expect([webp.readUIntLE(24, 3), webp.readUIntLE(27, 3)]).toEqual([1199, 759]);
});

it("refuses nothing, other formats and other sizes", () => {
  expect(() => animatedWebp([])).toThrow("no picture");
  expect(() => animatedWebp([{ webp: Buffer.from("\x89PNG\r\n\x1a\n????"), ms: 1 }])).toThrow("not a WebP");
  expect(() => animatedWebp([{ webp: Buffer.from("RIFF\0\0\0\0WEBP"), ms: 1 }])).toThrow(
    "without transparent",
  );
  const other = { webp: picture("own-folder-trust"), ms: 1 };
  expect(() => animatedWebp([{ webp: picture("budget"), ms: 1 }, other])).toThrow("different sizes");
});

it("made the picture of the README", () => {
  const webp = readFileSync(join(top, "docs/drag.webp"));
  expect(chunks(webp).filter((name) => name === "ANMF").length).toBeGreaterThan(8);
  expect(webp.length).toBeLessThan(700_000);
  expect(readFileSync(join(top, "README.md"), "utf8")).toContain("](docs/drag.webp)");
});
