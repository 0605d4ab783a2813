import { expect, it } from "vitest";
import { element, type HastNode, textOf, words } from "../ui/hast.ts";
import { noteSyntax } from "./note-syntax.ts";

const at = (node: HastNode, line: number, start = 0, end = 0): HastNode => ({
  ...node,
  position: { start: { line, offset: start }, end: { line, offset: end } },
});

const run = (children: HastNode[], { firstLine = 1, cutAt = null as number | null } = {}): HastNode => {
  const tree: HastNode = { type: "root", children };
  noteSyntax({ firstLine, cutAt })(tree);
  return tree;
};

/** Tags and words, short enough to read. */
const drawn = (node: HastNode): string => {
  if (node.type === "text") return node.value ?? "";
  const inner = (node.children ?? []).map(drawn).join("");
  return node.type === "root" ? inner : `<${node.tagName}>${inner}</${node.tagName}>`;
};

const p = (...children: HastNode[]) => element("p", {}, children);

it("draws links and embeds, and leaves code alone", () => {
  const tree = run([p(words("a [[B|c]] ![[d.png]]"), element("code", {}, [words("[[no]]")]))]);
  expect(drawn(tree)).toBe(
    "<p>a <note-link>c</note-link> <note-embed>d.png</note-embed><code>[[no]]</code></p>",
  );
});

it("draws highlights, also around other marks, and lone marks as they are", () => {
  expect(drawn(run([p(words("==a"), element("em", {}, [words("b")]), words("c== d"))]))).toBe(
    "<p><mark>a<em>b</em>c</mark> d</p>",
  );
  expect(drawn(run([p(words("a == b, c === d"))]))).toBe("<p>a == b, c === d</p>");
});

it("turns a quote that says so into a callout, with its kind and fold", () => {
  const tree = run([element("blockquote", {}, [p(words("[!Tip]- Do *this*\nBody")), p(words("More"))])]);
  expect(drawn(tree)).toBe("<note-callout><span>Do *this*</span><p>Body</p><p>More</p></note-callout>");
  expect(tree.children?.[0]?.properties).toEqual({ dataKind: "tip", dataFold: "-" });
  expect(drawn(run([element("blockquote", {}, [p(words("Just said"))])]))).toContain("<blockquote>");
});

it("tells tasks and headings their line in the file", () => {
  const box = element("input", { type: "checkbox" }, []);
  const tree = run([at(element("h2", {}, [words("x")]), 3), at(element("li", {}, [box, words(" y")]), 5)], {
    firstLine: 11,
  });
  expect(tree.children?.[0]?.properties?.["dataLine"]).toBe(13);
  expect(tree.children?.[1]?.children?.[0]?.properties?.["dataLine"]).toBe(15);
});

it("shows the cut at the very character, with a band below its block and the rest marked", () => {
  const tree = run(
    [
      at(p(at(words("first"), 1, 0, 5)), 1, 0, 5),
      at(p(at(words("second"), 3, 7, 13)), 3, 7, 13),
      at(p(at(words("third"), 5, 15, 20)), 5, 15, 20),
    ],
    { cutAt: 10 },
  );
  expect(drawn(tree)).toBe(
    "<p>first</p><p>sec<cut-caret></cut-caret><span>ond</span></p><cut-band></cut-band><p>third</p>",
  );
  expect(tree.children?.at(-1)?.properties).toEqual({ dataCut: "" });
  expect(textOf(tree)).toBe("firstsecondthird");
});
