import { zipSync } from "fflate";
import { expect, it } from "vitest";
import { type SourceFile, wholeOf } from "./source-files.ts";
import { type Bytes, listZip } from "./zip-archive.ts";

const inMemory = (bytes: Uint8Array): Bytes => ({
  size: bytes.length,
  read: async (position, length) => Buffer.from(bytes.subarray(position, position + length)),
});
const list = (bytes: Uint8Array) => listZip(inMemory(bytes), "2026-01-01T00:00:00.000Z");
const text = (value: string) => new TextEncoder().encode(value);
const textOf = async (file: SourceFile | undefined) => {
  if (!file) throw new Error("no file");
  return (await wholeOf(file, 1e9))?.toString();
};

it("lists entries and reads them, packed or stored", async () => {
  const long = "rye ".repeat(100_000);
  const zip = zipSync({
    "a/long.json": text(long),
    "b.txt": [text("stored"), { level: 0 }],
    "__MACOSX/x": text(""),
  });
  const { files, refused } = await list(zip);
  expect(files.map(({ path, size }) => [path, size])).toEqual([
    ["a/long.json", 400_000],
    ["b.txt", 6],
  ]);
  expect(refused).toEqual([]);
  expect(await textOf(files[0])).toBe(long);
  expect(await textOf(files[1])).toBe("stored");
});

it("refuses names that lead elsewhere, and links", async () => {
  const zip = zipSync({
    "../up.json": text("x"),
    "/root.json": text("x"),
    "c:\\win.json": text("x"),
    "link.json": [text("/etc/passwd"), { os: 3, attrs: (0o120777 << 16) >>> 0 }],
    "good.json": text("x"),
  });
  const { files, refused } = await list(zip);
  expect(files.map(({ path }) => path)).toEqual(["good.json"]);
  expect(refused.map(({ why }) => why)).toEqual(["unsafe-name", "unsafe-name", "unsafe-name", "link"]);
});

it("stops at an entry that grows two hundred times", async () => {
  const { files } = await list(zipSync({ "bomb.json": new Uint8Array(32 * 1024 * 1024) }));
  let size = 0;
  const reading = (async () => {
    for await (const chunk of files[0]?.bytes() ?? []) size += chunk.length;
  })();
  await expect(reading).rejects.toMatchObject({ code: "archive-too-large" });
  expect(size).toBeLessThan(10 * 1024 * 1024);
});

it("stops at an entry that is larger than the archive says", async () => {
  const zip = Buffer.from(zipSync({ "a.json": text("x".repeat(5_000)) }));
  const directory = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  zip.writeUInt32LE(100, directory + 24);
  const { files } = await list(zip);
  await expect(textOf(files[0])).rejects.toMatchObject({ code: "archive-broken" });
});

it("says that an archive is damaged: cut off, other bytes, no archive", async () => {
  const zip = Buffer.from(zipSync({ "a.json": text("rye ".repeat(1_000)) }));
  await expect(list(zip.subarray(0, zip.length - 30))).rejects.toMatchObject({ code: "archive-broken" });
  await expect(list(text("no archive at all"))).rejects.toMatchObject({ code: "archive-broken" });
  zip.fill(0xff, 40, 44);
  const { files } = await list(zip);
  await expect(textOf(files[0])).rejects.toMatchObject({ code: "archive-broken" });
});

it("reads an archive with a comment at its end", async () => {
  const zip = Buffer.concat([Buffer.from(zipSync({ "a.txt": text("hello") })), Buffer.from("a comment")]);
  zip.writeUInt16LE(9, zip.length - 9 - 2);
  expect(await textOf((await list(zip)).files[0])).toBe("hello");
});
