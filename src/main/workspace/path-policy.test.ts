import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { relativePath } from "./path-policy.ts";
import {
  closeCounter,
  openTestWorkspace,
  put,
  temporaryProject,
  type TestWorkspace,
} from "./test-workspace.ts";

const opened: TestWorkspace[] = [];
const open = (project: string) => {
  const test = openTestWorkspace(project);
  opened.push(test);
  return test.workspace;
};
afterEach(async () => {
  for (const test of opened.splice(0)) await test.close();
});
afterAll(closeCounter);

const outside = () => temporaryProject({ "secret.md": "secret" });

describe("the spelling of a path", () => {
  it.each([
    ["a/b.md", "a/b.md"],
    ["a\\b.md", "a/b.md"],
    ["/a/b.md", "a/b.md"],
    ["//a//./b.md", "a/b.md"],
    ["some..dir/x..y", "some..dir/x..y"],
    ["...", "..."],
    ["100%.md", "100%.md"],
    ["%2emd", "%2emd"],
    ["", ""],
    ["/", ""],
  ])("reads %j as %j", (asked, path) => {
    expect(relativePath(asked)).toBe(path);
  });

  it.each([
    "..",
    "../x",
    "a/../b",
    "a\\..\\b",
    "..\\x",
    "/../x",
    "a/..",
    "%2e%2e/x",
    "%2E%2E%2Fx",
    "..%2fx",
    "..%5cx",
    "%252e%252e%252fx",
    ".. /x",
  ])("refuses %j and says path traversal", (asked) => {
    expect(() => relativePath(asked)).toThrow(
      expect.objectContaining({ code: "path-traversal", message: expect.stringContaining("path traversal") }),
    );
  });

  it.each([
    ["C:\\x", "drive-letter"],
    ["c:/x", "drive-letter"],
    ["C:", "drive-letter"],
    ["/C:/x", "drive-letter"],
    ["a\0b", "invalid-name"],
    ["a\nb.md", "invalid-name"],
    ["a\r.md", "invalid-name"],
    ["x".repeat(256), "name-too-long"],
    ["é".repeat(128), "name-too-long"],
  ])("refuses %j with %s", (asked, code) => {
    expect(() => relativePath(asked)).toThrow(expect.objectContaining({ code }));
  });
});

describe("the real location of a path", () => {
  it("refuses to read or write through a link that leads out, and creates nothing", async () => {
    const away = outside();
    const project = temporaryProject({ "workspace/AGENTS.md": "a" });
    symlinkSync(away, join(project, "workspace/away"));
    symlinkSync(join(away, "secret.md"), join(project, "workspace/link.md"));
    const files = open(project);
    const refused = { code: "outside-root" };
    await expect(files.read("workspace", "link.md")).rejects.toMatchObject(refused);
    await expect(files.read("workspace", "away/secret.md")).rejects.toMatchObject(refused);
    await expect(files.write("workspace", "link.md", "x")).rejects.toMatchObject(refused);
    await expect(files.write("workspace", "away/new/deep.md", "x")).rejects.toMatchObject(refused);
    await expect(files.create("workspace", "away/folder", "folder", "")).rejects.toMatchObject(refused);
    await expect(files.remove("workspace", "away/secret.md")).rejects.toMatchObject(refused);
    expect(await files.readManaged("workspace", "link.md")).toBe("");
    expect(readdirSync(away)).toEqual(["secret.md"]);
    expect(readFileSync(join(away, "secret.md"), "utf8")).toBe("secret");
  });

  it.each([
    ["../secret.md", "path-traversal"],
    ["..\\secret.md", "path-traversal"],
    ["sub/../../secret.md", "path-traversal"],
    ["%2e%2e%2fsecret.md", "path-traversal"],
    ["..%5csecret.md", "path-traversal"],
    ["/../secret.md", "path-traversal"],
    ["C:\\secret.md", "drive-letter"],
    ["two\nlines.md", "invalid-name"],
    ["nul\0.md", "invalid-name"],
    ["x".repeat(256), "name-too-long"],
  ])("refuses %j at every door, and creates nothing", async (bad, code) => {
    const project = temporaryProject({ "secret.md": "secret", "workspace/AGENTS.md": "a" });
    const files = open(project);
    const doors = [
      () => files.read("workspace", bad),
      () => files.write("workspace", bad, "x"),
      () => files.append("workspace", bad, "x"),
      () => files.create("workspace", bad, "file", "x"),
      () => files.create("workspace", bad, "folder", ""),
      () => files.rename("workspace", "AGENTS.md", bad),
      () => files.rename("workspace", bad, "b.md"),
      () => files.remove("workspace", bad),
      () => files.tree("workspace", bad, false),
    ];
    for (const door of doors) await expect(door()).rejects.toMatchObject({ code });
    expect(await files.readManaged("workspace", bad)).toBe("");
    expect(readFileSync(join(project, "secret.md"), "utf8")).toBe("secret");
    expect(readdirSync(join(project, "workspace"))).toEqual(["AGENTS.md"]);
    expect(readdirSync(project).sort()).toEqual([".satchel", "secret.md", "workspace"]);
  });

  it("treats an absolute path as relative to the root, so it cannot name a system file", async () => {
    const project = temporaryProject({ "workspace/AGENTS.md": "a" });
    const away = outside();
    const files = open(project);
    await expect(files.read("workspace", join(away, "secret.md"))).rejects.toMatchObject({
      code: "not-found",
    });
    await files.write("workspace", "/etc/passwd", "mine");
    expect(readFileSync(join(project, "workspace/etc/passwd"), "utf8")).toBe("mine");
  });

  it("limits a workspace root to the workspace, and a project root to the project", async () => {
    const project = temporaryProject({ "notes.md": "mine", "workspace/AGENTS.md": "a" });
    symlinkSync(join(project, "notes.md"), join(project, "workspace/notes.md"));
    await expect(open(project).read("workspace", "notes.md")).rejects.toMatchObject({ code: "outside-root" });
    expect(await open(project).read("", "workspace/notes.md")).toMatchObject({ text: "mine" });
  });

  it("refuses a workspace that is itself a link out of the project", async () => {
    const project = temporaryProject();
    symlinkSync(outside(), join(project, "workspace"));
    await expect(open(project).read("workspace", "secret.md")).rejects.toMatchObject({
      code: "outside-root",
    });
  });

  it("refuses loops and broken links with separate codes", async () => {
    const project = temporaryProject({ "workspace/AGENTS.md": "a" });
    symlinkSync("b", join(project, "workspace/a"));
    symlinkSync("a", join(project, "workspace/b"));
    symlinkSync("nowhere", join(project, "workspace/broken.md"));
    await expect(open(project).read("workspace", "a")).rejects.toMatchObject({ code: "symlink-loop" });
    await expect(open(project).write("workspace", "broken.md", "x")).rejects.toMatchObject({
      code: "broken-link",
    });
    expect(existsSync(join(project, "workspace/nowhere"))).toBe(false);
    expect(await open(project).readManaged("workspace", "a")).toBe("");
  });

  it("follows a link that stays inside, and writes through to its target", async () => {
    const project = temporaryProject({ "workspace/real.md": "one" });
    symlinkSync("real.md", join(project, "workspace/link.md"));
    await open(project).write("workspace", "link.md", "two");
    expect(readFileSync(join(project, "workspace/real.md"), "utf8")).toBe("two");
    expect((await open(project).read("workspace", "link.md")).text).toBe("two");
  });

  it("never opens the app's own folder, however it is spelled or linked", async () => {
    const project = temporaryProject({ ".satchel/settings.json": "{}", "workspace/AGENTS.md": "a" });
    symlinkSync("../.satchel", join(project, "workspace/own"));
    mkdirSync(join(project, "sub"));
    symlinkSync("../.satchel", join(project, "sub/own"));
    const files = open(project);
    for (const path of [".satchel/settings.json", "/.satchel\\settings.json", "sub/own/settings.json"]) {
      await expect(files.read("", path)).rejects.toMatchObject({ code: "private-folder" });
      await expect(files.write("", path, "x")).rejects.toMatchObject({ code: "private-folder" });
    }
    await expect(files.read("workspace", "own/settings.json")).rejects.toMatchObject({
      code: "outside-root",
    });
    const { entries } = await files.tree("", "", true);
    expect(entries.map((entry) => entry.name)).not.toContain(".satchel");
  });

  it("refuses to write what git would run", async () => {
    const project = temporaryProject({ ".git/config": "" });
    await expect(open(project).write("", ".git/hooks/pre-commit", "x")).rejects.toMatchObject({
      code: "private-folder",
    });
    expect(readdirSync(join(project, ".git"))).toEqual(["config"]);
  });

  it("refuses devices and pipes without waiting for them", async () => {
    const project = temporaryProject({ "workspace/AGENTS.md": "a" });
    const { execFileSync } = await import("node:child_process");
    execFileSync("mkfifo", [join(project, "workspace/pipe.md")]);
    await expect(open(project).read("workspace", "pipe.md")).rejects.toMatchObject({ code: "not-a-file" });
    await expect(open(project).write("workspace", "pipe.md", "x")).rejects.toMatchObject({
      code: "not-a-file",
    });
    await expect(open(project).read("workspace", "/dev/zero")).rejects.toMatchObject({ code: "not-found" });
  });

  it("refuses a link to a device and a socket, and offers neither in the tree", async () => {
    const project = temporaryProject({ "workspace/AGENTS.md": "a" });
    symlinkSync("/dev/zero", join(project, "workspace/zero.md"));
    const server = createServer();
    server.listen(join(project, "workspace/socket.md"));
    await once(server, "listening");
    const files = open(project);
    await expect(files.read("workspace", "zero.md")).rejects.toMatchObject({ code: "outside-root" });
    await expect(files.write("workspace", "zero.md", "x")).rejects.toMatchObject({ code: "outside-root" });
    await expect(files.read("workspace", "socket.md")).rejects.toMatchObject({ code: "not-a-file" });
    await expect(files.write("workspace", "socket.md", "x")).rejects.toMatchObject({ code: "not-a-file" });
    const { entries } = await files.tree("workspace", "", true);
    expect(entries.map(({ name }) => name)).toEqual(["AGENTS.md"]);
    server.close();
  });

  it("stores names of 255 bytes", async () => {
    const project = temporaryProject();
    const name = `${"x".repeat(252)}.md`;
    await open(project).write("workspace", name, "long");
    expect((await open(project).read("workspace", name)).text).toBe("long");
    put(project, { "workspace/AGENTS.md": "a" });
    expect((await open(project).tree("workspace", "", false)).entries).toHaveLength(2);
  });
});
