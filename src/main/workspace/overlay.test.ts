import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import { closeCounter, openTestWorkspace, temporaryProject, type TestWorkspace } from "./test-workspace.ts";
import { eventually } from "../base/test-eventually.ts";

const opened: TestWorkspace[] = [];
const open = async (base: Record<string, string>, over: Record<string, string>) => {
  const project = temporaryProject(base);
  const overlay = temporaryProject(over);
  const test = openTestWorkspace(project, { overlay: () => overlay });
  opened.push(test);
  test.workspace.start();
  await test.workspace.settled();
  return { project, overlay, files: test.workspace };
};
afterEach(async () => {
  for (const test of opened.splice(0)) await test.close();
});
afterAll(closeCounter);

it("reads the overlay first, and the base where the overlay's file is empty or missing", async () => {
  const { files } = await open(
    { "workspace/a.md": "base a", "workspace/b.md": "base b", "workspace/c.md": "base c" },
    { "a.md": "over a", "b.md": "", "only.md": "", "d.md": "over d" },
  );
  const read = (path: string) => files.read("workspace", path);
  expect(await read("a.md")).toMatchObject({ text: "over a", layer: "overlay" });
  expect(await read("b.md")).toMatchObject({ text: "base b", layer: "base" });
  expect(await read("c.md")).toMatchObject({ text: "base c", layer: "base" });
  expect(await read("only.md")).toMatchObject({ text: "", layer: "overlay" });
  expect(await files.read("", "workspace/a.md")).toMatchObject({ text: "over a", path: "workspace/a.md" });
  expect(files.files.get("workspace/a.md")?.text()).toBe("over a");
  expect(files.files.get("workspace/b.md")?.text()).toBe("base b");
});

it("writes to the overlay, with the base hash of what was read", async () => {
  const { files, project, overlay } = await open({ "workspace/a.md": "base\r\n" }, {});
  const { hash } = await files.read("workspace", "a.md");
  expect(await files.write("workspace", "a.md", "mine\n", hash)).toMatchObject({ layer: "overlay" });
  expect(readFileSync(join(overlay, "a.md"), "utf8")).toBe("mine\r\n");
  expect(readFileSync(join(project, "workspace/a.md"), "utf8")).toBe("base\r\n");
  await expect(files.write("workspace", "a.md", "again", hash)).rejects.toMatchObject({ code: "conflict" });
});

it("removes and renames in the layer the path was read from", async () => {
  const { files, project, overlay } = await open(
    { "workspace/a.md": "base a", "workspace/b.md": "base b" },
    { "a.md": "over a" },
  );
  await files.rename("workspace", "a.md", "moved.md");
  expect(readFileSync(join(overlay, "moved.md"), "utf8")).toBe("over a");
  expect((await files.read("workspace", "a.md")).text).toBe("base a");
  const { undo } = await files.remove("workspace", "moved.md");
  expect(existsSync(join(overlay, "moved.md"))).toBe(false);
  await files.undoRemove(undo ?? "");
  expect(readFileSync(join(overlay, "moved.md"), "utf8")).toBe("over a");
  await files.remove("workspace", "b.md");
  expect(existsSync(join(project, "workspace/b.md"))).toBe(false);
  await expect(files.rename("workspace", "moved.md", "a.md")).rejects.toMatchObject({ code: "exists" });
});

it("lists the union, each path once, the overlay's first", async () => {
  const { files } = await open(
    { "workspace/a.md": "a", "workspace/b.md": "b", "workspace/knowledge/x.md": "x" },
    { "b.md": "B", "z.md": "Z", "knowledge/x.md": "X", "knowledge/y.md": "Y" },
  );
  const { entries } = await files.tree("workspace", "", false);
  expect(entries.map(({ path, layer }) => [path, layer])).toEqual([
    ["b.md", "overlay"],
    ["z.md", "overlay"],
    ["knowledge", "overlay"],
    ["a.md", "base"],
  ]);
  expect(await files.list("workspace", "knowledge")).toEqual(["knowledge/x.md", "knowledge/y.md"]);
});

it("notices changes in the overlay, and does not follow links out of it", async () => {
  const { files, overlay } = await open({ "workspace/a.md": "base" }, {});
  await files.watching();
  writeFileSync(join(overlay, "a.md"), "over");
  await eventually(() => expect(files.files.get("workspace/a.md")?.text()).toBe("over"));
  await expect(files.read("workspace", "../a.md")).rejects.toMatchObject({ code: "path-traversal" });
});
