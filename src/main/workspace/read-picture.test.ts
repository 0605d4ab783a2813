import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { MAX_PICTURE_BYTES } from "#shared/model/size-limit.ts";
import { readPicture } from "./read-picture.ts";
import { Roots } from "./roots.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let home: string;
let roots: Roots;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "satchel-picture-"));
  mkdirSync(join(home, "project"));
  roots = new Roots({ project: join(home, "project"), workspaces: () => [""], overlay: () => null });
});

const put = (name: string, bytes: string | Buffer) => writeFileSync(join(home, "project", name), bytes);
const read = async (name: string) => readPicture(await roots.forReading("", name));

it("knows a picture by its bytes, whatever it is called", async () => {
  put("a.png", png);
  put("b.txt", png);
  put("c.svg", '<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect((await read("a.png")).type).toBe("image/png");
  expect((await read("b.txt")).type).toBe("image/png");
  expect((await read("c.svg")).type).toBe("image/svg+xml");
  expect((await read("a.png")).bytes).toEqual(png);
});

it("refuses what is no picture, even when it is called one", async () => {
  put("page.png", "<html><script>alert(1)</script></html>");
  put("key.svg", "-----BEGIN KEY-----");
  for (const name of ["page.png", "key.svg"]) {
    await expect(read(name)).rejects.toMatchObject({ code: "not-a-picture" });
  }
});

it("refuses a picture that is too large, outside of the project, or not there", async () => {
  put("big.png", Buffer.concat([png, Buffer.alloc(MAX_PICTURE_BYTES)]));
  writeFileSync(join(home, "secret.png"), png);
  symlinkSync(join(home, "secret.png"), join(home, "project", "link.png"));
  await expect(read("big.png")).rejects.toMatchObject({ code: "file-too-large" });
  await expect(read("link.png")).rejects.toThrow(/outside|leads/);
  await expect(read("../secret.png")).rejects.toThrow("path traversal");
  await expect(read("gone.png")).rejects.toMatchObject({ code: "not-found" });
});
