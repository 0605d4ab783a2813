import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normaliseBlockPath, parseFileBlocks, renderFileBlock } from "./path-fences.ts";

const paths = (reply: string) => parseFileBlocks(reply).files.map((file) => file.path);

describe("a file as a fence", () => {
  it("has the path as its info string", () => {
    expect(renderFileBlock("src/a.ts", "let a;\n")).toBe("```src/a.ts\nlet a;\n```");
    expect(renderFileBlock("src/a.ts", "let a;")).toBe("```src/a.ts\nlet a;\n```");
    expect(renderFileBlock("empty.txt", "")).toBe("```empty.txt\n```");
  });

  it("has a longer fence when the content contains one", () => {
    expect(renderFileBlock("a.md", "```ts\nx\n```\n")).toBe("````a.md\n```ts\nx\n```\n````");
    expect(renderFileBlock("a.md", "`````\n")).toMatch(/^``````a\.md\n/);
  });

  it("is parsed as it was written, with a final newline added", () => {
    const name = fc.stringMatching(/^[a-z]{1,8}$/);
    const path = fc
      .tuple(name, name, fc.constantFrom("ts", "md", "py"))
      .map(([a, b, ext]) => `${a}/${b}.${ext}`);
    const line = fc.oneof(fc.string(), fc.constantFrom("```", "````", "```a/b.ts", "~~~", "  ```", "\r"));
    const text = fc.array(line).map((lines) => lines.map((each) => `${each}\n`).join(""));
    fc.assert(
      fc.property(fc.uniqueArray(fc.record({ path, text }), { selector: (file) => file.path }), (files) => {
        const reply = files.map((file) => renderFileBlock(file.path, file.text)).join("\n\nand\n\n");
        expect(parseFileBlocks(reply)).toEqual({ files, refused: [] });
      }),
    );
  });
});

describe("file blocks in a reply", () => {
  it("are closed fences whose info string looks like a path", () => {
    const reply = "Here:\n```src/a.ts\nlet a;\n```\nand `~~~`:\n~~~b.txt\nb\n~~~\n";
    expect(parseFileBlocks(reply).files).toEqual([
      { path: "src/a.ts", text: "let a;\n" },
      { path: "b.txt", text: "b\n" },
    ]);
  });

  it("are not fences with a language, nothing, or spaces in the info string", () => {
    for (const info of [
      "ts",
      "",
      "typescript",
      "asp.net",
      "text/plain",
      "PL/SQL",
      "src/a.ts lines 1-3",
      "{.js}",
    ])
      expect(paths(`\`\`\`${info}\nx\n\`\`\``)).toEqual([]);
  });

  it("do not include fences inside a different fence", () => {
    expect(paths("````md\n```src/a.ts\nx\n```\n````")).toEqual([]);
  });

  it("use the last of a path, also when it is spelled differently", () => {
    const reply = "```a/b.ts\n1\n```\n```c.ts\n2\n```\n```a//b.ts\n3\n```";
    expect(parseFileBlocks(reply).files).toEqual([
      { path: "c.ts", text: "2\n" },
      { path: "a/b.ts", text: "3\n" },
    ]);
  });

  it("are ignored when the fence is never closed", () => {
    expect(paths("```a.ts\n1\n")).toEqual([]);
    expect(paths("```a.ts\n1\n```\n```a.ts\n2")).toEqual(["a.ts"]);
    expect(paths("````a.ts\n1\n```\n")).toEqual([]);
  });

  it("do not include the next file when one is not closed", () => {
    expect(parseFileBlocks("```a.ts\n1\n\n```b.ts\n2\n```").files).toEqual([{ path: "b.ts", text: "2\n" }]);
  });

  it("return the paths that were refused", () => {
    const { files, refused } = parseFileBlocks("```../x.ts\n1\n```\n```/etc/passwd\n1\n```");
    expect(files).toEqual([]);
    expect(refused.map(({ path }) => path)).toEqual(["../x.ts", "/etc/passwd"]);
  });
});

describe("paths", () => {
  it.each([
    [" src/a.ts ", "src/a.ts"],
    ["src\\lib\\a.ts", "src/lib/a.ts"],
    ["src//lib///a.ts", "src/lib/a.ts"],
    ["src/lib/", "src/lib"],
    ["some..dir/a...ts", "some..dir/a...ts"],
  ])("are trimmed, with forward slashes, single, none at the end: %j", (raw, path) => {
    expect(normaliseBlockPath(raw)).toEqual({ path });
  });

  it.each([
    "/a.ts",
    "\\a.ts",
    "//a.ts",
    "C:\\a.ts",
    "c:a.ts",
    "",
    "/",
    "./a.ts",
    "a/./b",
    "a/..",
    "..\\a",
    "a\u0000.ts",
  ])("are refused with a leading slash, a drive letter, or an empty, . or .. segment: %j", (raw) => {
    expect(normaliseBlockPath(raw)).toHaveProperty("refused");
  });
});
