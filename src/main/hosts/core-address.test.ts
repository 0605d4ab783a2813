import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { parseCoreAddress, readCoreAddress } from "./core-address.ts";

const address = "http://127.0.0.1:5/#token=abc";

const fileWith = (text: string, mode: number) => {
  const file = join(mkdtempSync(join(tmpdir(), "satchel-core-")), "core.txt");
  writeFileSync(file, text, { mode });
  return file;
};

it("reads the address from a variable, from a private file, and from standard input", async () => {
  expect(await readCoreAddress({}, { SATCHEL_CORE: address }, null)).toBe(address);
  const printed = `Satchel runs at this address until you press Ctrl-C:\n\n${address}\n\n`;
  expect(await readCoreAddress({ coreFile: fileWith(printed, 0o600) }, {}, null)).toBe(address);
  expect(await readCoreAddress({ core: "-" }, {}, Readable.from([printed]))).toBe(address);
  expect(await readCoreAddress({}, {}, null)).toBeNull();
});

it("refuses an address as an argument and names the alternatives", async () => {
  await expect(readCoreAddress({ core: address }, {}, null)).rejects.toMatchObject({
    code: "core-in-arguments",
    message: expect.stringMatching(/SATCHEL_CORE.*--core-file.*--core -/),
  });
});

it.skipIf(process.platform === "win32")("refuses a file that others can read", async () => {
  await expect(readCoreAddress({ coreFile: fileWith(address, 0o644) }, {}, null)).rejects.toMatchObject({
    code: "bad-core-file",
  });
});

it("refuses a file that is missing, is not a regular file, or contains no address", async () => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-core-"));
  for (const coreFile of [join(folder, "none"), folder]) {
    await expect(readCoreAddress({ coreFile }, {}, null)).rejects.toMatchObject({ code: "bad-core-file" });
  }
  await expect(readCoreAddress({ coreFile: fileWith("hello", 0o600) }, {}, null)).rejects.toMatchObject({
    code: "bad-core-address",
  });
});

it.each(["", "nonsense", "ws://127.0.0.1:1", "ws://example.com:1#t", "ftp://127.0.0.1:1#t"])(
  "does not accept %j as the address of a core",
  (address) => {
    expect(() => parseCoreAddress(address)).toThrowError(
      expect.objectContaining({ code: "bad-core-address" }),
    );
  },
);

it("accepts the address with and without the name of the token", () => {
  const expected = { url: "ws://127.0.0.1:5/socket", token: "abc" };
  expect(parseCoreAddress("ws://127.0.0.1:5#abc")).toEqual(expected);
  expect(parseCoreAddress("http://127.0.0.1:5/#token=abc")).toEqual(expected);
});
