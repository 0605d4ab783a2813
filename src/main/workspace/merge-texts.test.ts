import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeTexts } from "./merge-texts.ts";

const base = "one\ntwo\nthree\nfour\nfive\n";

describe("merging two versions of a text", () => {
  it("takes the changes of both sides where they affect different lines", () => {
    const mine = base.replace("one", "ONE");
    const theirs = `${base.replace("five", "FIVE")}six\n`;
    expect(mergeTexts(base, mine, theirs)).toEqual({
      text: "ONE\ntwo\nthree\nfour\nFIVE\nsix\n",
      clashes: 0,
    });
  });

  it("removes a line that one side removed, and adds a line that both added only once", () => {
    const mine = "one\nthree\nfour\nfive\nsix\n";
    const theirs = `${base}six\n`;
    expect(mergeTexts(base, mine, theirs)).toEqual({ text: mine, clashes: 0 });
  });

  it("marks the place where both changed the same line, and merges the rest", () => {
    const mine = base.replace("three", "mine").replace("one", "ONE");
    const theirs = base.replace("three", "theirs");
    expect(mergeTexts(base, mine, theirs)).toEqual({
      text: "ONE\ntwo\n<<<<<<< mine\nmine\n=======\ntheirs\n>>>>>>> disk\nfour\nfive\n",
      clashes: 1,
    });
  });

  it("puts no conflict marker on the last line of a text without a final line break", () => {
    const { text } = mergeTexts("one\n", "one\nmine", "one\ntheirs");
    expect(text).toBe("one\n<<<<<<< mine\nmine\n=======\ntheirs\n>>>>>>> disk\n");
  });

  it("keeps the lines of both sides when the common base is unknown", () => {
    expect(mergeTexts(null, "one\nmine\ntwo\n", "one\ntwo\ntheirs\n")).toEqual({
      text: "one\nmine\ntwo\ntheirs\n",
      clashes: 0,
    });
  });

  const text = fc
    .array(fc.constantFrom("a\n", "b\n", "c\n", "d\n"), { maxLength: 12 })
    .map((l) => l.join(""));

  it("changes nothing that only one side changed, whatever the texts are", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(mergeTexts(before, after, before)).toEqual({ text: after, clashes: 0 });
        expect(mergeTexts(before, before, after)).toEqual({ text: after, clashes: 0 });
        expect(mergeTexts(before, after, after)).toEqual({ text: after, clashes: 0 });
      }),
    );
  });

  it("loses no line that a side added, whatever the texts are", () => {
    fc.assert(
      fc.property(text, fc.nat(12), fc.nat(12), (before, here, there) => {
        const lines = before.split(/(?<=\n)/).filter(Boolean);
        const mine = [...lines.slice(0, here), "MINE\n", ...lines.slice(here)].join("");
        const theirs = [...lines.slice(0, there), "THEIRS\n", ...lines.slice(there)].join("");
        const merged = mergeTexts(before, mine, theirs).text;
        expect(merged).toContain("MINE\n");
        expect(merged).toContain("THEIRS\n");
      }),
    );
  });
});
