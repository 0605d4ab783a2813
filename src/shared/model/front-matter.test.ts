import { describe, expect, it } from "vitest";
import { parseFrontMatter } from "./front-matter.ts";

const body = (text: string) => text.slice(parseFrontMatter(text).offset);

describe("front-matter comments", () => {
  it("are read in any order, with blank lines between them", () => {
    for (const top of [
      "<!-- priority: 10 -->\n<!-- tags: code, architecture -->\n",
      "<!-- tags: code, architecture -->\n\n\n<!-- priority: 10 -->\n",
      "<!--priority:10--> <!--tags:code,architecture-->\n",
      "<!-- tags: code, architecture -->\r\n\r\n<!-- priority: 10 -->\r\n",
    ]) {
      const text = `${top}\n# Title\n`;
      expect(parseFrontMatter(text)).toMatchObject({
        priority: 10,
        tags: ["code", "architecture"],
        warnings: [],
      });
      expect(body(text)).toBe("# Title\n");
    }
  });

  it("leave a text without them unchanged", () => {
    for (const text of [
      "",
      "\n\n# Title",
      "# Title\n<!-- priority: 1 -->\n",
      "<!-- note -->\n<!-- priority: 1 -->",
    ]) {
      expect(parseFrontMatter(text)).toEqual({ priority: null, tags: [], offset: 0, warnings: [] });
    }
  });

  it("stop at the first other line", () => {
    const text = "<!-- priority: 3 -->\ntext\n<!-- tags: late -->\n";
    expect(parseFrontMatter(text)).toMatchObject({ priority: 3, tags: [] });
    expect(body(text)).toBe("text\n<!-- tags: late -->\n");
  });

  it("keep the indentation of the first line of the text", () => {
    expect(body("<!-- priority: 3 -->\n\n    code")).toBe("    code");
  });

  it.each(["-1", "1.5", "high", "", "1e3", "99999999999999999999"])(
    "ignore the priority %j with a warning that names the line, and strip it",
    (value) => {
      const text = `<!-- tags: a -->\n<!-- priority: ${value} -->\nText`;
      const parsed = parseFrontMatter(text);
      expect(parsed).toMatchObject({ priority: null, tags: ["a"] });
      expect(parsed.warnings).toEqual([{ line: 2, message: expect.stringContaining("priority") }]);
      expect(body(text)).toBe("Text");
    },
  );

  it("use the first of two and warn about the second", () => {
    const parsed = parseFrontMatter("<!-- priority: 1 -->\n<!-- priority: 2 -->\n");
    expect(parsed).toMatchObject({ priority: 1, warnings: [{ line: 2 }] });
  });

  it("return each tag once and drop empty ones", () => {
    expect(parseFrontMatter("<!-- tags: a, , b,a -->").tags).toEqual(["a", "b"]);
  });

  it("are quick on a megabyte of blank lines", () => {
    expect(parseFrontMatter("\n".repeat(1_000_000)).offset).toBe(0);
  });
});

describe("YAML front matter", () => {
  it("has priority, tags, title, aliases and date, and is stripped like the comments", () => {
    const text = [
      "---",
      "title: 'Kyoto in spring'",
      'tags: [travel, "#japan"]',
      "aliases:",
      "  - 京都",
      "  - Old capital",
      "date: 2026-04-02T10:00:00",
      "priority: 7 # early",
      "shared: true",
      "cssclasses: wide",
      "---",
      "",
      "# Kyoto",
    ].join("\n");
    expect(parseFrontMatter(text)).toMatchObject({
      title: "Kyoto in spring",
      tags: ["travel", "japan", "shared"],
      aliases: ["京都", "Old capital"],
      date: "2026-04-02",
      priority: 7,
      warnings: [],
    });
    expect(body(text)).toBe("# Kyoto");
  });

  it("accepts tags as a comma-separated string, and comments after the block", () => {
    const text = "---\r\ntags: a, b\r\n---\r\n<!-- priority: 3 -->\r\nText";
    expect(parseFrontMatter(text)).toMatchObject({ tags: ["a", "b"], priority: 3, warnings: [] });
    expect(body(text)).toBe("Text");
  });

  it("warns about an invalid priority with its line, and ignores it", () => {
    expect(parseFrontMatter("---\ntitle: x\npriority: high\n---\n")).toMatchObject({
      priority: null,
      warnings: [{ line: 3 }],
    });
  });

  it("is not found in rules around text, a block that never ends, keys of objects", () => {
    for (const text of [
      "---\nJust text\n---\n",
      "---\ntitle: x\n",
      "text\n---\na: b\n---\n",
      "----\na: b\n---",
    ])
      expect(parseFrontMatter(text).offset).toBe(0);
    expect(parseFrontMatter("---\n__proto__: x\nconstructor: y\n---\n").tags).toEqual([]);
  });
});

it("reads a file full of comments at once, and warns about the first of them", () => {
  const text = `${"<!-- priority: 1 -->\n".repeat(20_000)}Body`;
  const { priority, warnings, offset } = parseFrontMatter(text);
  expect(priority).toBe(1);
  expect(warnings).toHaveLength(20);
  expect(text.slice(offset)).toBe("Body");
});

it("is not held up by a line of blanks, wherever it stands", () => {
  const blanks = " \t".repeat(31_000);
  // One of them took three seconds.
  const slow = [`title: "A${blanks}x`, `tags:\n  - a${blanks}x`, `title: a${" #".repeat(31_000)}\u2028x`];
  for (const block of slow) {
    for (let times = 0; times < 40; times += 1) parseFrontMatter(`---\n${block}\n---\n`);
  }
  expect(parseFrontMatter(`---\ntitle: "A${blanks}"\npriority: 3\n---\n`)).toMatchObject({
    title: "A",
    priority: 3,
  });
});
