import { describe, expect, it } from "vitest";
import { findWikilinks, parseWikilink } from "./wikilink.ts";

describe("findWikilinks", () => {
  it("reads a name, what is shown, a heading, a folder and an embed", () => {
    const text = "See [[Kyoto]] and [[Ramen places|ramen]].\n![[Travel/Map#Trains|map]] [[#Below]]";
    expect(findWikilinks(text)).toEqual([
      at(text, "[[Kyoto]]", { line: 1, column: 5, target: "Kyoto" }),
      at(text, "[[Ramen places|ramen]]", { line: 1, column: 19, target: "Ramen places", alias: "ramen" }),
      at(text, "![[Travel/Map#Trains|map]]", {
        line: 2,
        column: 1,
        embed: true,
        target: "Travel/Map",
        heading: "Trains",
        alias: "map",
      }),
      at(text, "[[#Below]]", { line: 2, column: 28, target: "", heading: "Below" }),
    ]);
  });

  it("finds none in code, in a fence, across lines or between empty brackets", () => {
    const text = "`[[a]]` ``b ` [[c]]``\n```\n[[d]]\n~~~\n```\n[[e\nf]] [[]] [[|x]] [[  ]]\n[[g]]";
    expect(findWikilinks(text).map(({ target }) => target)).toEqual(["g"]);
  });

  it("keeps the offsets right where lines end with a carriage return", () => {
    const text = "one\r\n[[Two]]\r\n";
    const [link] = findWikilinks(text);
    expect(text.slice(link?.start, link?.end)).toBe("[[Two]]");
  });

  it("takes a long line of brackets and backticks without getting stuck", () => {
    expect(findWikilinks("[".repeat(200_000))).toEqual([]);
    expect(findWikilinks(`${"[[x".repeat(60_000)}]]`)).toHaveLength(1);
  });
});

describe("parseWikilink", () => {
  it("reads the escaped bar of a table", () => {
    expect(parseWikilink(String.raw`Note\|shown`)).toEqual({ target: "Note", heading: null, alias: "shown" });
  });
});

const at = (text: string, written: string, link: object) => ({
  start: text.indexOf(written),
  end: text.indexOf(written) + written.length,
  embed: false,
  heading: null,
  alias: null,
  ...link,
});
