import { describe, expect, it } from "vitest";
import { conceptTags, tagOf } from "./concept-tags.ts";

describe("conceptTags", () => {
  it("returns at most 8, the most frequent first and then in order of mention", () => {
    const text = "alpha bravo charlie delta echo foxtrot golf hotel india juliet india";
    expect(conceptTags(text)).toEqual([
      "india",
      "alpha",
      "bravo",
      "charlie",
      "delta",
      "echo",
      "foxtrot",
      "golf",
    ]);
  });

  it("normalises width, case, underscores and edges", () => {
    expect(conceptTags("ＦＬＯＵＲ «Sour_Dough», (Rye)!")).toEqual(["flour", "sour-dough", "rye"]);
  });

  it("omits digits, dates, stop words, file extensions and short words", () => {
    expect(conceptTags("2026 2026-11-16 16.11.2026 11/16 07:30 the really .json .yaml ab xy")).toEqual([]);
  });

  it("accepts two characters of CJK, and three of anything else", () => {
    expect(conceptTags("我们每天烘焙面包")).toContain("面包");
    expect(tagOf("酸")).toBeNull();
    expect(tagOf("ab")).toBeNull();
    expect(tagOf("abc")).toBe("abc");
  });

  it("accepts 32 bytes and not 33", () => {
    expect(tagOf("x".repeat(32))).toBe("x".repeat(32));
    expect(tagOf("x".repeat(33))).toBeNull();
    expect(tagOf("ü".repeat(16))).toBe("ü".repeat(16));
    expect(tagOf("ü".repeat(17))).toBeNull();
  });

  it("finds words of Arabic and of Korean", () => {
    expect(conceptTags("الخبز لذيذ").length).toBe(2);
    expect(conceptTags("우리는 빵을 굽습니다")).toContain("빵을");
  });

  it("returns nothing for an empty text", () => {
    expect(conceptTags("")).toEqual([]);
    expect(conceptTags("—— !!! …")).toEqual([]);
  });
});
