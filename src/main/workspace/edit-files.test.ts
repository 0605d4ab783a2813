import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { failingDisk } from "../base/test-disk.ts";
import { isTemporaryName, type WriteDisk } from "../base/write-atomic.ts";
import { testPorts } from "../ports/test-ports.ts";
import {
  closeCounter,
  openTestWorkspace,
  put,
  temporaryProject,
  type TestWorkspace,
} from "./test-workspace.ts";
import type { WorkspaceOptions } from "./workspace.ts";
import { eventually } from "../base/test-eventually.ts";

const opened: TestWorkspace[] = [];
const open = (project: string, options: Partial<WorkspaceOptions> = {}) => {
  const test = openTestWorkspace(project, options);
  opened.push(test);
  return test.workspace;
};
afterEach(async () => {
  for (const test of opened.splice(0)) await test.close();
});
afterAll(closeCounter);

const bytesOf = (project: string, path: string) => readFileSync(join(project, path), "latin1");
const textOf = (project: string, path: string) => readFileSync(join(project, path), "utf8");
const leftovers = (folder: string) => readdirSync(folder).filter(isTemporaryName);

const openWatched = async (project: string) => {
  const files = open(project);
  files.start();
  await files.settled();
  await files.watching();
  return files;
};
const stillAlive = async (project: string, files: Awaited<ReturnType<typeof openWatched>>) => {
  put(project, { "workspace/alive.md": "yes" });
  await eventually(() => expect(files.files.get("workspace/alive.md")?.text()).toBe("yes"));
};

describe("writing several files", () => {
  const hashOf = async (files: ReturnType<typeof open>, path: string) => (await files.read("", path)).hash;

  it("writes all of them, new ones with their folders", async () => {
    const project = temporaryProject({ "a.ts": "old a\n" });
    const files = open(project);
    const written = await files.writeAll("", [
      { path: "a.ts", text: "new a\n", baseHash: await hashOf(files, "a.ts") },
      { path: "src/deep/b.ts", text: "b\n", baseHash: null },
    ]);
    expect(written.map(({ path }) => path)).toEqual(["a.ts", "src/deep/b.ts"]);
    expect(textOf(project, "a.ts")).toBe("new a\n");
    expect(textOf(project, "src/deep/b.ts")).toBe("b\n");
  });

  it.each([
    ["changed meanwhile", { path: "b.ts", text: "x", baseHash: "0".repeat(64) }, "conflict"],
    ["exists although it should be new", { path: "b.ts", text: "x", baseHash: null }, "exists"],
    ["lies outside", { path: "../b.ts", text: "x", baseHash: null }, "path-traversal"],
    ["is a folder", { path: "folder", text: "x", baseHash: null }, "not-a-file"],
  ])("writes none when one of them %s", async (_, bad, code) => {
    const project = temporaryProject({ "a.ts": "old a\n", "b.ts": "old b\n", "folder/c.ts": "c" });
    const files = open(project);
    const good = { path: "a.ts", text: "new a\n", baseHash: await hashOf(files, "a.ts") };
    await expect(files.writeAll("", [good, bad])).rejects.toMatchObject({ code });
    expect(textOf(project, "a.ts")).toBe("old a\n");
    expect(textOf(project, "b.ts")).toBe("old b\n");
  });

  it("restores what it wrote when the disk refuses a later one", async () => {
    const project = temporaryProject({ "a.ts": "old a\n", "c.ts": "old c\n" });
    const full = Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
    const disk: WriteDisk = {
      ...fs,
      rename: (from, to) => (String(to).endsWith("c.ts") ? Promise.reject(full) : fs.rename(from, to)),
    };
    const files = open(project, { disk });
    await expect(
      files.writeAll("", [
        { path: "a.ts", text: "new a\n", baseHash: await hashOf(files, "a.ts") },
        { path: "b.ts", text: "b\n", baseHash: null },
        { path: "c.ts", text: "new c\n", baseHash: await hashOf(files, "c.ts") },
      ]),
    ).rejects.toMatchObject({ code: "disk-full" });
    expect(textOf(project, "a.ts")).toBe("old a\n");
    expect(existsSync(join(project, "b.ts"))).toBe(false);
    expect(textOf(project, "c.ts")).toBe("old c\n");
  });
});

describe("writing", () => {
  it.each([
    ["CRLF stays CRLF", "a\r\nb\r\n", "a\nc\n", "a\r\nc\r\n"],
    ["LF stays LF", "a\nb\n", "a\r\nc\r\n", "a\nc\n"],
    ["the dominant ending wins", "a\r\nb\r\nc\n", "a\nb\n", "a\r\nb\r\n"],
    ["mixed text is the writer's choice", "a\r\nb\r\n", "a\nb\r\n", "a\nb\r\n"],
    ["a BOM stays", "\ufeffa\n", "b\n", "\ufeffb\n"],
    ["a BOM with CRLF stays", "\ufeffa\r\n", "b\n", "\ufeffb\r\n"],
    ["a BOM is not doubled", "\ufeffa\n", "\ufeffb\n", "\ufeffb\n"],
    ["a file without line ends takes what comes", "a", "b\r\nc", "b\r\nc"],
  ])("keeps the file's form: %s", async (_, before, text, after) => {
    const project = temporaryProject({ "workspace/a.md": before });
    const files = open(project);
    const { hash } = await files.write("workspace", "a.md", text);
    expect(textOf(project, "workspace/a.md")).toBe(after);
    expect((await files.read("workspace", "a.md")).hash).toBe(hash);
    expect((await files.read("workspace", "a.md")).text).not.toMatch(/^\ufeff/);
  });

  it("keeps the mode of the file", async () => {
    const project = temporaryProject({ "workspace/run.sh": "a" });
    chmodSync(join(project, "workspace/run.sh"), 0o757);
    await open(project).write("workspace", "run.sh", "b");
    expect(statSync(join(project, "workspace/run.sh")).mode & 0o777).toBe(0o757);
  });

  it("creates missing folders and leaves no temporary file", async () => {
    const project = temporaryProject();
    await open(project).write("workspace", "a/b/c.md", "x");
    expect(textOf(project, "workspace/a/b/c.md")).toBe("x");
    expect(leftovers(join(project, "workspace/a/b"))).toEqual([]);
  });

  it("answers a stale base with all three texts and leaves the file unchanged", async () => {
    const project = temporaryProject({ "workspace/a.md": "base" });
    const files = open(project);
    const { hash } = await files.read("workspace", "a.md");
    writeFileSync(join(project, "workspace/a.md"), "theirs");
    const theirs = await files.read("workspace", "a.md");
    await expect(files.write("workspace", "a.md", "mine", hash)).rejects.toMatchObject({
      code: "conflict",
      detail: { base: "base", mine: "mine", theirs: "theirs", theirsHash: theirs.hash },
    });
    expect(textOf(project, "workspace/a.md")).toBe("theirs");
    await files.write("workspace", "a.md", "merged", theirs.hash);
    expect(textOf(project, "workspace/a.md")).toBe("merged");
  });

  it("also reports a conflict for a deleted base, and for one that is not remembered", async () => {
    const project = temporaryProject({ "workspace/a.md": "base" });
    const files = open(project);
    const { hash } = await files.read("workspace", "a.md");
    rmSync(join(project, "workspace/a.md"));
    await expect(files.write("workspace", "a.md", "mine", hash)).rejects.toMatchObject({
      code: "conflict",
      detail: { base: "base", mine: "mine", theirs: null, theirsHash: null },
    });
    expect(existsSync(join(project, "workspace/a.md"))).toBe(false);
    put(project, { "workspace/a.md": "x" });
    await expect(files.write("workspace", "a.md", "mine", "0".repeat(64))).rejects.toMatchObject({
      code: "conflict",
      detail: { base: null, theirs: "x" },
    });
  });

  it("accepts only one of two saves from the same base", async () => {
    const project = temporaryProject({ "workspace/a.md": "base" });
    const files = open(project);
    const { hash } = await files.read("workspace", "a.md");
    const saves = await Promise.allSettled(
      ["one", "two"].map((text) => files.write("workspace", "a.md", text, hash)),
    );
    expect(saves.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(textOf(project, "workspace/a.md")).toBe("one");
  });

  it("appends with the file's line endings and loses none of many concurrent appends", async () => {
    const project = temporaryProject({ "workspace/day.md": "a\r\n" });
    const files = open(project);
    await Promise.all(Array.from({ length: 20 }, (_, n) => files.append("workspace", "day.md", `- ${n}\n`)));
    const lines = Array.from({ length: 20 }, (_, n) => `- ${n}\r\n`);
    expect(bytesOf(project, "workspace/day.md")).toBe(`a\r\n${lines.join("")}`);
  });
});

describe("creating, moving and removing", () => {
  it("never replaces an existing file", async () => {
    const project = temporaryProject({
      "workspace/a.md": "a",
      "workspace/b.md": "b",
      "workspace/dir/c.md": "c",
    });
    mkdirSync(join(project, "workspace/empty"));
    const files = open(project);
    const refused = { code: "exists" };
    await expect(files.create("workspace", "a.md", "file", "x")).rejects.toMatchObject(refused);
    await expect(files.create("workspace", "dir", "folder", "")).rejects.toMatchObject(refused);
    await expect(files.rename("workspace", "a.md", "b.md")).rejects.toMatchObject(refused);
    await expect(files.rename("workspace", "dir", "empty")).rejects.toMatchObject(refused);
    await expect(files.rename("workspace", "a.md", "a.md")).rejects.toMatchObject(refused);
    expect(textOf(project, "workspace/a.md") + textOf(project, "workspace/b.md")).toBe("ab");
  });

  it("moves files and folders to new places, links as links", async () => {
    const project = temporaryProject({ "workspace/a.md": "a", "workspace/dir/c.md": "c" });
    symlinkSync("a.md", join(project, "workspace/link.md"));
    const files = open(project);
    expect((await files.rename("workspace", "link.md", "other.md")).to).toBe("workspace/other.md");
    expect(lstatSync(join(project, "workspace/other.md")).isSymbolicLink()).toBe(true);
    expect((await files.rename("workspace", "dir", "deep/er/dir")).to).toBe("workspace/deep/er/dir");
    expect(textOf(project, "workspace/deep/er/dir/c.md")).toBe("c");
    await expect(files.rename("workspace", "deep", "deep/er/self")).rejects.toMatchObject({
      code: "invalid-move",
    });
    await expect(files.rename("workspace", "nothing.md", "x.md")).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(files.rename("workspace", "a.md", "../a.md")).rejects.toMatchObject({
      code: "path-traversal",
    });
    await expect(files.remove("workspace", "/")).rejects.toMatchObject({ code: "invalid-move" });
  });

  it("moves to the project's own trash and restores from it, also after a restart", async () => {
    const project = temporaryProject({ "workspace/dir/a.md": "a", "workspace/dir/b.md": "b" });
    const removed = await open(project).remove("workspace", "dir");
    expect(removed).toMatchObject({ path: "workspace/dir", trash: "project" });
    expect(existsSync(join(project, "workspace/dir"))).toBe(false);
    expect((await open(project).undoRemove(removed.undo ?? "")).path).toBe("workspace/dir");
    expect(textOf(project, "workspace/dir/b.md")).toBe("b");
    await expect(open(project).undoRemove(removed.undo ?? "")).rejects.toMatchObject({ code: "not-found" });
    await expect(open(project).undoRemove("../..")).rejects.toMatchObject({ code: "not-found" });
  });

  it("does not restore a file over an existing one", async () => {
    const project = temporaryProject({ "workspace/a.md": "old" });
    const files = open(project);
    const { undo } = await files.remove("workspace", "a.md");
    await files.write("workspace", "a.md", "new");
    await expect(files.undoRemove(undo ?? "")).rejects.toMatchObject({ code: "exists" });
    expect(textOf(project, "workspace/a.md")).toBe("new");
  });

  it("uses the system's trash where the host has one", async () => {
    const project = temporaryProject({ "workspace/a.md": "a" });
    const trashed: string[] = [];
    const trash = async (path: string) => {
      trashed.push(path);
      rmSync(path);
    };
    const removed = await open(project, { ports: testPorts({ trash }) }).remove("workspace", "a.md");
    expect(removed).toEqual({ path: "workspace/a.md", trash: "system", undo: null, change: null });
    expect(trashed).toEqual([join(project, "workspace/a.md")]);
  });
});

describe("when the disk refuses", () => {
  it.each([
    ["ENOSPC", "write", "disk-full"],
    ["ENOSPC", "sync", "disk-full"],
    ["EDQUOT", "write", "disk-full"],
    ["EROFS", "rename", "read-only"],
    ["EACCES", "rename", "no-access"],
  ] as const)("%s at %s is %s, the old text stays and nothing is left", async (code, step, expected) => {
    const project = temporaryProject({ "workspace/a.md": "old text" });
    const files = open(project, { disk: failingDisk(code, step) });
    await expect(files.write("workspace", "a.md", "new text")).rejects.toMatchObject({ code: expected });
    await expect(files.append("workspace", "a.md", "more")).rejects.toMatchObject({ code: expected });
    await expect(files.write("workspace", "new/folder/b.md", "text")).rejects.toMatchObject({
      code: expected,
    });
    expect(textOf(project, "workspace/a.md")).toBe("old text");
    expect(readdirSync(join(project, "workspace"))).toEqual(["a.md"]);
  });

  it("is a clear failure on a disk that is really full", async () => {
    const project = temporaryProject({ "workspace/a.md": "old text" });
    const disk: WriteDisk = {
      ...fs,
      // The data is written to the device that is always full; everything else happens on the real disk.
      open: async (...args: Parameters<typeof fs.open>) => {
        const file = await fs.open(...args);
        file.writeFile = async (data) => fs.writeFile("/dev/full", data as Uint8Array);
        return file;
      },
    };
    await expect(open(project, { disk }).write("workspace", "a.md", "x")).rejects.toMatchObject({
      code: "disk-full",
    });
    expect(textOf(project, "workspace/a.md")).toBe("old text");
    expect(leftovers(join(project, "workspace"))).toEqual([]);
  });

  it("refuses to write into a read-only folder", async () => {
    const project = temporaryProject({ "workspace/locked/a.md": "old" });
    chmodSync(join(project, "workspace/locked"), 0o555);
    const files = open(project);
    await files.tree("workspace", "", false);
    const root = process.getuid?.() === 0;
    for (const folder of ["", "workspace", "workspace/locked", "workspace/locked/a.md"]) {
      if (root) execFileSync("chown", ["65534", join(project, folder)]);
    }
    // Permissions do not restrict root, so the process changes its user for the moment.
    if (root) process.seteuid?.(65534);
    try {
      await expect(files.write("workspace", "locked/a.md", "new")).rejects.toMatchObject({
        code: "no-access",
      });
      await expect(files.create("workspace", "locked/b.md", "file", "")).rejects.toMatchObject({
        code: "no-access",
      });
    } finally {
      if (root) process.seteuid?.(0);
    }
    expect(readdirSync(join(project, "workspace/locked"))).toEqual(["a.md"]);
    expect(textOf(project, "workspace/locked/a.md")).toBe("old");
  });
});

describe("when files change during an operation, and the watcher survives", () => {
  it("a file replaced by a folder while open", async () => {
    const project = temporaryProject({ "workspace/a.md": "text" });
    const files = await openWatched(project);
    const { hash } = await files.read("workspace", "a.md");
    rmSync(join(project, "workspace/a.md"));
    mkdirSync(join(project, "workspace/a.md"));
    await expect(files.write("workspace", "a.md", "new", hash)).rejects.toMatchObject({ code: "not-a-file" });
    await expect(files.read("workspace", "a.md")).rejects.toMatchObject({ code: "not-a-file" });
    expect(readdirSync(join(project, "workspace/a.md"))).toEqual([]);
    await stillAlive(project, files);
    expect(files.files.get("workspace/a.md")).toBeNull();
  });

  it("a file deleted between list and read", async () => {
    const project = temporaryProject({ "workspace/a.md": "text", "workspace/b.md": "text" });
    const files = await openWatched(project);
    expect((await files.tree("workspace", "", false)).entries).toHaveLength(2);
    rmSync(join(project, "workspace/a.md"));
    await expect(files.read("workspace", "a.md")).rejects.toMatchObject({ code: "not-found" });
    expect(await files.readManaged("workspace", "a.md")).toBe("");
    await stillAlive(project, files);
  });

  it("links that loop, lead out or break, pipes, and names with line breaks", async () => {
    const project = temporaryProject({ "workspace/a.md": "text" });
    const files = await openWatched(project);
    symlinkSync(".", join(project, "workspace/self"));
    symlinkSync("/", join(project, "workspace/out"));
    symlinkSync("nowhere", join(project, "workspace/broken"));
    execFileSync("mkfifo", [join(project, "workspace/pipe.md")]);
    writeFileSync(join(project, "workspace/two\nlines.md"), "x");
    writeFileSync(join(project, `workspace/${"y".repeat(252)}.md`), "long");
    await stillAlive(project, files);
    const { entries } = await files.tree("workspace", "", false);
    expect(entries.map(({ name }) => name.slice(0, 8))).toEqual(["a.md", "alive.md", "yyyyyyyy", "self"]);
  });

  it("the whole workspace removed and created again", async () => {
    const project = temporaryProject({ "workspace/a.md": "text" });
    const files = await openWatched(project);
    rmSync(join(project, "workspace"), { recursive: true });
    await eventually(() => expect(files.files.get("workspace/a.md")).toBeNull());
    expect(await files.tree("workspace", "", false)).toEqual({ entries: [], leftOut: 0 });
    await stillAlive(project, files);
  });
});

it("refuses every change when the folder is gone, and creates nothing at the old place", async () => {
  const project = temporaryProject({ "workspace/a.md": "a" });
  const files = open(project, { watch: false });
  renameSync(project, `${project}-moved`);
  const allRefused = async () => {
    const changes = [
      files.write("workspace", "a.md", "b"),
      files.append("workspace", "a.md", "b"),
      files.create("workspace", "new/b.md", "file", "b"),
      files.create("workspace", "folder", "folder", ""),
    ];
    const refused = changes.map((change) =>
      expect(change).rejects.toMatchObject({ code: "folder-not-found" }),
    );
    await Promise.all(refused);
  };
  await allRefused();
  expect(existsSync(project)).toBe(false);
  mkdirSync(project);
  await allRefused();
  expect(readdirSync(project)).toEqual([]);
  rmSync(project, { recursive: true });
  renameSync(`${project}-moved`, project);
  await files.write("workspace", "a.md", "b");
  expect(textOf(project, "workspace/a.md")).toBe("b");
});

it.each(["at:noon.md", "CON.md", "what?.md", "dot.", "x<y/new.md"])(
  "makes nothing with a name that some system cannot have: %s",
  async (name) => {
    const project = temporaryProject({ "workspace/a.md": "a" });
    const files = open(project, { watch: false });
    const refused = [
      files.write("workspace", name, "b"),
      files.append("workspace", name, "b"),
      files.create("workspace", name, "file", "b"),
      files.create("workspace", name, "folder", ""),
      files.rename("workspace", "a.md", name),
      files.writeAll("workspace", [{ path: name, text: "b", baseHash: null }]),
    ];
    await Promise.all(
      refused.map((change) => expect(change).rejects.toMatchObject({ code: "invalid-name" })),
    );
    expect(readdirSync(join(project, "workspace"))).toEqual(["a.md"]);
  },
);

it("still edits and renames a file whose name another system could not have", async () => {
  const project = temporaryProject({ "workspace/at:noon.md": "a", "workspace/x?/c.md": "c" });
  const files = open(project, { watch: false });
  await files.write("workspace", "at:noon.md", "b");
  await files.create("workspace", "x?/new.md", "file", "n");
  await files.rename("workspace", "at:noon.md", "a b.md");
  expect(textOf(project, "workspace/a b.md")).toBe("b");
});
