import { expect, it } from "vitest";
import { parseFrontMatter } from "#shared/model/front-matter.ts";
import { withoutPriority, withPriority, withTag } from "./edit-front-matter.ts";

it("puts a priority above a text that has none", () => {
  expect(withPriority("# Hours\n", 5)).toBe("<!-- priority: 5 -->\n# Hours\n");
});

it("changes the priority where it stands and nothing else", () => {
  const text = "<!-- tags: a -->\r\n\r\n<!--priority:10-->\r\n# Hours\r\n";
  expect(withPriority(text, 3)).toBe("<!-- tags: a -->\r\n\r\n<!-- priority: 3 -->\r\n# Hours\r\n");
});

it("keeps the byte order mark first and the line endings as they are", () => {
  expect(withPriority("\uFEFF# A\r\nb\r\n", 1)).toBe("\uFEFF<!-- priority: 1 -->\r\n# A\r\nb\r\n");
});

it("leaves a comment in the middle of the text alone", () => {
  expect(withPriority("# A\n<!-- priority: 9 -->\n", 1)).toBe(
    "<!-- priority: 1 -->\n# A\n<!-- priority: 9 -->\n",
  );
});

it("adds a tag to those that are there, once", () => {
  expect(withTag("<!-- tags: shop, money -->\n# A\n", "kitchen")).toBe(
    "<!-- tags: shop, money, kitchen -->\n# A\n",
  );
  expect(withTag("<!-- tags: shop -->\n# A\n", "shop")).toBe("<!-- tags: shop -->\n# A\n");
});

it("changes a priority in the YAML block, which counts before comments", () => {
  const text = "---\ntitle: A\npriority: 3\n---\n<!-- priority: 5 -->\nBody\n";
  const changed = withPriority(text, 7);
  expect(changed).toBe("---\ntitle: A\npriority: 7\n---\n<!-- priority: 5 -->\nBody\n");
  expect(parseFrontMatter(changed).priority).toBe(7);
});

it("adds a tag where the file has its tags: in the YAML block, also in a list of lines", () => {
  const listed = "---\r\ntags:\r\n  - one\r\n  - two\r\nalias: x\r\n---\r\nBody\r\n";
  const changed = withTag(listed, "shared");
  expect(parseFrontMatter(changed).tags).toEqual(["one", "two", "shared"]);
  expect(changed).toContain("alias: x\r\n---\r\nBody\r\n");
  const inLine = withTag("---\nshared: true\n---\nBody\n", "code");
  expect(parseFrontMatter(inLine).tags).toEqual(["code", "shared"]);
});

it("takes the comment away with its line when the priority is the usual one again", () => {
  expect(withoutPriority(withPriority("# Hours\n", 5))).toBe("# Hours\n");
  expect(withoutPriority("<!-- tags: a -->\r\n<!-- priority: 3 -->\r\n# Hours\r\n")).toBe(
    "<!-- tags: a -->\r\n# Hours\r\n",
  );
  expect(withoutPriority("# Hours\n")).toBe("# Hours\n");
});
