import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { whyNotWritable } from "./why-not-writable.ts";

const folder = () => mkdtempSync(join(tmpdir(), "satchel-writable-"));

it("is null for a folder that can be written, and leaves nothing there", async () => {
  const place = folder();
  expect(await whyNotWritable(place)).toBeNull();
  expect(readdirSync(place)).toEqual([]);
});

it.runIf(process.platform === "linux")(
  "says that a disk is full on which an empty file still fits",
  async () => {
    const place = folder();
    const full: typeof writeFile = (path, data, options) =>
      writeFile((data as Uint8Array).length === 0 ? path : "/dev/full", data, options);
    expect(await whyNotWritable(place, full)).toContain("The disk is full.");
    expect(readdirSync(place)).toEqual([]);
  },
);

it("names a folder that cannot be made", async () => {
  const file = join(folder(), "taken");
  writeFileSync(file, "");
  expect(await whyNotWritable(join(file, "inner"))).toContain("cannot be written");
});
