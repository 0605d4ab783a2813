import { linkSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { beforeEach, expect, it } from "vitest";
import { putSpecial } from "../../base/test-special-files.ts";
import { openSource } from "./open-source.ts";
import { wholeOf } from "./source-files.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "satchel-source-")));
});
const put = (path: string, text: string | Uint8Array = "x") => {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const bytes = (text: string) => new TextEncoder().encode(text);

it("follows no link inside what was chosen, and ends at loops of links", async () => {
  put("real/a.json");
  symlinkSync(folder, join(folder, "real/loop"));
  symlinkSync("/etc/passwd", join(folder, "secret.json"));
  const { files, refused } = await openSource(folder);
  expect(files.map(({ path }) => path)).toEqual(["real/a.json"]);
  expect(refused.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: "real/loop", why: "link" },
    { path: "secret.json", why: "link" },
  ]);
});

it("opens a folder that was chosen through a link", async () => {
  put("real/a.json");
  symlinkSync(join(folder, "real"), join(folder, "chosen"));
  expect((await openSource(join(folder, "chosen"))).files.map(({ path }) => path)).toEqual(["a.json"]);
});

it("refuses pipes and devices, listed and chosen", async () => {
  putSpecial(join(folder, "pipe.json"), "pipe", join(folder, "..", "outside"));
  expect((await openSource(folder)).refused).toEqual([{ path: "pipe.json", why: "special" }]);
  await expect(openSource(join(folder, "pipe.json"))).rejects.toMatchObject({ code: "unsafe-path" });
});

it("says which files have other names", async () => {
  put("a.md");
  linkSync(join(folder, "a.md"), join(folder, "b.md"));
  expect((await openSource(folder)).files.map(({ isHardLink }) => isHardLink)).toEqual([true, true]);
});

it("opens archives in a folder and in an archive, one level deep", async () => {
  const inner = zipSync({ "deep.json": bytes("{}") });
  put("part.zip", zipSync({ "a.json": bytes("[1]") }));
  put("all.zip", zipSync({ "inner.zip": inner }));
  const inFolder = await openSource(folder);
  expect(inFolder.files.map(({ path }) => path)).toContain("part.zip/a.json");
  const nested = await openSource(join(folder, "all.zip"));
  expect(nested.files.map(({ path }) => path)).toEqual(["inner.zip/deep.json"]);
  const [file] = nested.files;
  expect((file && (await wholeOf(file, 100)))?.toString()).toBe("{}");
});

it("does not go deeper than any program nests its folders", async () => {
  const deep = Array.from({ length: 70 }, (_, n) => `f${n}`).join("/");
  put(`${deep}/a.json`);
  const { files, refused } = await openSource(folder);
  expect(files).toEqual([]);
  expect(refused).toMatchObject([{ why: "too-many" }]);
});

it("says that a path does not exist", async () => {
  await expect(openSource(join(folder, "none.zip"))).rejects.toMatchObject({ code: "not-found" });
});
