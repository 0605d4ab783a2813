import { expect, it } from "vitest";
import type { TreeEntry } from "#shared/contract/workspace.ts";
import { buildTree, freeName, nearestLoaded } from "./file-node.ts";

const entry = (path: string, kind: "file" | "folder" = "file"): TreeEntry => ({
  name: path.slice(path.lastIndexOf("/") + 1),
  path,
  kind,
  role: "other",
  bytes: 0,
  tokens: null,
  layer: "base",
  tokensExact: true,
  tokensEncoding: null,
  ignored: false,
});

const folders = {
  "": [entry("a", "folder"), entry("x.md")],
  a: [entry("a/b", "folder"), entry("a/untitled.md")],
};

it("nests folders that were read, and leaves the others empty", () => {
  const [a, x] = buildTree(folders);
  expect(a?.children?.map(({ id }) => id)).toEqual(["a/b", "a/untitled.md"]);
  expect(a?.children?.[0]?.children).toEqual([]);
  expect(x?.children).toBeNull();
});

it("reads the nearest visible folder again when something deeper changes", () => {
  expect(nearestLoaded(folders, "a/b/c/d.md")).toBe("a");
  expect(nearestLoaded(folders, "z/y.md")).toBe("");
});

it("never offers a name that is taken", () => {
  expect(freeName(folders, "a", "untitled.md")).toBe("untitled 2.md");
  expect(freeName(folders, "a", "UNTITLED.md")).toBe("UNTITLED 2.md");
  expect(freeName(folders, "", "untitled.md")).toBe("untitled.md");
});
