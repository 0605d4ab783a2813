import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { findBrowser } from "./find-browser.ts";

/**
 * Draws `resources/icons/icon.svg` in every size the systems need. Run after the drawing changed: `npm run
 * icons`.
 */
const folder = join(import.meta.dirname, "..", "resources", "icons");
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const;
type Size = (typeof sizes)[number];
type Pictures = Readonly<Record<Size, Buffer>>;

const main = async () => {
  const pictures = await draw(readFileSync(join(folder, "icon.svg"), "utf8"));
  writeFileSync(join(folder, "icon.png"), pictures[512]);
  writeFileSync(join(folder, "icon.ico"), windowsIcon(pictures));
  writeFileSync(join(folder, "icon.icns"), macIcon(pictures));
};

const draw = async (svg: string): Promise<Pictures> => {
  const path = findBrowser()?.path;
  const browser = await chromium.launch({ ...(path && { executablePath: path }), args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    const drawn: [Size, Buffer][] = [];
    for (const size of sizes) {
      await page.setViewportSize({ width: size, height: size });
      const scaled = svg.replace(/width="1024" height="1024"/, `width="${size}" height="${size}"`);
      await page.setContent(`<style>body{margin:0}svg{display:block}</style>${scaled}`);
      drawn.push([size, await page.screenshot({ omitBackground: true })]);
    }
    return Object.fromEntries(drawn) as Pictures;
  } finally {
    await browser.close();
  }
};

/** A directory of 16 bytes per picture, then the pictures as PNG. A side of 256 is written as 0. */
const windowsIcon = (pictures: Pictures): Buffer => {
  const entries = ([16, 24, 32, 48, 64, 128, 256] as const).map((size) => ({ size, png: pictures[size] }));
  const directory = Buffer.alloc(6 + 16 * entries.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(entries.length, 4);
  let offset = directory.length;
  for (const [index, { size, png }] of entries.entries()) {
    const at = 6 + 16 * index;
    directory.writeUInt8(size % 256, at);
    directory.writeUInt8(size % 256, at + 1);
    directory.writeUInt16LE(1, at + 4);
    directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(png.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([directory, ...entries.map((entry) => entry.png)]);
};

/** Blocks of a type that encodes the size, a length with these eight bytes, and a PNG. */
const macIcon = (pictures: Pictures): Buffer => {
  const types: readonly (readonly [string, Size])[] = [
    ["icp4", 16],
    ["icp5", 32],
    ["ic11", 32],
    ["ic12", 64],
    ["ic07", 128],
    ["ic13", 256],
    ["ic08", 256],
    ["ic14", 512],
    ["ic09", 512],
    ["ic10", 1024],
  ];
  const blocks = types.map(([type, size]) => block(type, pictures[size]));
  return block("icns", Buffer.concat(blocks));
};

const block = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.write(type, "latin1");
  head.writeUInt32BE(8 + content.length, 4);
  return Buffer.concat([head, content]);
};

await main();
