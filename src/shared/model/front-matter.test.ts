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

  it("leave a text without them as it is", () => {
    for (const text of [
      "",
      "\n\n# Title",
      "# Title\n<!-- priority: 1 -->\n",
      "<!-- note -->\n<!-- priority: 1 -->",
    ]) {
      expect(parseFrontMatter(text)).toEqual({ priority: null, tags: [], offset: 0, warnings: [] });
    }
  });

  it("stop at the first line that is something else", () => {
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

  it("count the first of two and warn about the second", () => {
    const parsed = parseFrontMatter("<!-- priority: 1 -->\n<!-- priority: 2 -->\n");
    expect(parsed).toMatchObject({ priority: 1, warnings: [{ line: 2 }] });
  });

  it("give each tag once and drop empty ones", () => {
    expect(parseFrontMatter("<!-- tags: a, , b,a -->").tags).toEqual(["a", "b"]);
  });

  it("are quick on a megabyte of blank lines", () => {
    expect(parseFrontMatter("\n".repeat(1_000_000)).offset).toBe(0);
  });
});
