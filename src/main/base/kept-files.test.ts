import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { KeptFiles } from "./kept-files.ts";
import { putSpecial, specialFiles } from "./test-special-files.ts";
import { writeAtomic } from "./write-atomic.ts";

const MAX_BYTES = 1000;
let base: string;
let root: string;
let outside: string;
let kept: KeptFiles;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "satchel-kept-")));
  root = join(base, "project");
  outside = join(base, "outside");
  mkdirSync(root);
  mkdirSync(outside);
  kept = new KeptFiles(root);
});

const append = async (path: string, text: string) => {
  const file = await kept.open(path, "append");
  await file.appendFile(text);
  await file.close();
};

it("writes, appends, lists, renames and removes regular files, readable by this user only", async () => {
  await kept.write("own/a.json", "{}");
  await append("own/deep/b.jsonl", "1\n");
  await append("own/deep/b.jsonl", "2\n");
  expect((await kept.read("own/deep/b.jsonl", MAX_BYTES)).toString()).toBe("1\n2\n");
  expect(kept.readSync("own/a.json", MAX_BYTES).toString()).toBe("{}");
  await kept.rename("own/a.json", "own/c.json");
  expect((await kept.list("own")).toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { name: "c.json", kind: "file" },
    { name: "deep", kind: "folder" },
  ]);
  await kept.remove("own/c.json");
  await kept.remove("own/c.json");
  expect(kept.look("own/c.json")).toBeNull();
  expect(await kept.list("nowhere")).toEqual([]);
  if (process.platform === "win32") return;
  expect(statSync(join(root, "own/deep/b.jsonl")).mode & 0o777).toBe(0o600);
  expect(statSync(join(root, "own/deep")).mode & 0o777).toBe(0o700);
});

it("reads at most its limit", async () => {
  writeFileSync(join(root, "large"), "x".repeat(MAX_BYTES + 1));
  await expect(kept.read("large", MAX_BYTES)).rejects.toMatchObject({ code: "too-large" });
  expect(() => kept.readSync("large", MAX_BYTES)).toThrow(expect.objectContaining({ code: "too-large" }));
});

it.each(["../outside/x", "a/../../outside/x", "/etc/passwd", "a\\..\\x", "a\0b"])("refuses %j", (path) => {
  expect(() => kept.place(path)).toThrow(expect.objectContaining({ code: "outside-root" }));
});

describe.runIf(process.platform !== "win32")("in an untrusted folder", () => {
  it.each(specialFiles)("neither reads nor writes a %s in place of a file", async (kind) => {
    const target = putSpecial(join(root, "own", "f"), kind, outside);
    const refused = { code: "not-a-plain-file" };
    await expect(kept.read("own/f", MAX_BYTES)).rejects.toMatchObject(refused);
    expect(() => kept.readSync("own/f", MAX_BYTES)).toThrow(expect.objectContaining(refused));
    await expect(kept.open("own/f", "append")).rejects.toMatchObject(refused);
    await expect(kept.open("own/f", "new")).rejects.toMatchObject(refused);
    await expect(kept.write("own/f", "EVIL")).rejects.toMatchObject(refused);
    await expect(kept.rename("own/f", "own/g")).rejects.toMatchObject(refused);
    expect([kept.look("own/f"), kept.stat("own/f")]).toEqual(["other", null]);
    expect(await kept.list("own")).toEqual([{ name: "f", kind: "other" }]);
    await kept.remove("own/f");
    expect(existsSync(join(root, "own", "f"))).toBe(false);
    expect(readFileSync(target, "utf8")).toBe("PRECIOUS\n");
    expect(readdirSync(outside)).toEqual(["target.txt"]);
  });

  it.each(["own", "own/deep"])(
    "does not follow a link at %s, even to a folder inside the project",
    async (folder) => {
      for (const target of [outside, join(root, "inside")]) {
        mkdirSync(join(target, "deep"), { recursive: true });
        writeFileSync(join(target, "deep", "f"), "PRECIOUS");
        mkdirSync(join(root, "own"), { recursive: true });
        renameSync(join(root, "own"), join(base, `before-${target.length}`));
        if (folder !== "own") mkdirSync(join(root, "own"));
        symlinkSync(folder === "own" ? target : join(target, "deep"), join(root, folder));
        const refused = { code: "linked-folder" };
        await expect(kept.read("own/deep/f", MAX_BYTES)).rejects.toMatchObject(refused);
        await expect(kept.write("own/deep/f", "EVIL")).rejects.toMatchObject(refused);
        await expect(kept.open("own/deep/new", "append")).rejects.toMatchObject(refused);
        await expect(kept.list("own/deep")).rejects.toMatchObject(refused);
        await expect(kept.remove("own/deep/f")).rejects.toMatchObject(refused);
        expect(() => kept.makeFolderSync("own/deep/more")).toThrow(expect.objectContaining(refused));
        expect(readFileSync(join(target, "deep", "f"), "utf8")).toBe("PRECIOUS");
        expect(readdirSync(join(target, "deep"))).toEqual(["f"]);
      }
    },
  );

  it("accepts a root that is reached through a link, which the user chose", async () => {
    symlinkSync(root, join(base, "shortcut"));
    await new KeptFiles(join(base, "shortcut")).write("own/f", "x");
    expect(readFileSync(join(root, "own", "f"), "utf8")).toBe("x");
  });

  it("replaces a link by an atomic write and leaves the link's target alone", async () => {
    const target = putSpecial(join(root, "f"), "link", outside);
    await writeAtomic(join(root, "f"), "new");
    expect(lstatSync(join(root, "f")).isFile()).toBe(true);
    expect(readFileSync(join(root, "f"), "utf8")).toBe("new");
    expect(readFileSync(target, "utf8")).toBe("PRECIOUS\n");
  });
});

it("does not recreate the project's folder after it was removed", async () => {
  renameSync(root, join(base, "moved"));
  await expect(kept.write("own/f", "x")).rejects.toMatchObject({ code: "folder-not-found" });
  await expect(append("own/f", "x")).rejects.toMatchObject({ code: "folder-not-found" });
  expect(existsSync(root)).toBe(false);
});
