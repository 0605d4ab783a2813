import { afterAll, describe, expect, it } from "vitest";
import { createTokenCounter } from "./token-counter.ts";

const counter = createTokenCounter({ workers: 1 });
afterAll(() => counter.close());

describe("a token counter", () => {
  it("counts special tokens as ordinary text", async () => {
    const { tokens, exact } = await counter.count("<|endoftext|>", "o200k_base");
    expect(tokens).toBeGreaterThan(1);
    expect(exact).toBe(true);
  });

  it("does not count a byte order mark", async () => {
    const plain = await counter.count("hello world", "cl100k_base");
    expect(await counter.count("\ufeffhello world", "cl100k_base")).toEqual(plain);
  });

  it("cuts text with a byte order mark at offsets of the original text", async () => {
    const { offsets } = await counter.cuts("\ufeffone two three", "o200k_base", [0, 1, 2, 3]);
    expect(offsets).toEqual([0, 4, 8, 14]);
  });

  it("names the encoding it does not know", async () => {
    await expect(counter.count("x", "nobody_base")).rejects.toMatchObject({ code: "unknown-encoding" });
  });

  it("stops a count that is cancelled, and counts the next", async () => {
    const cancel = new AbortController();
    const counting = counter.count("a".repeat(8 * 1024 * 1024), "o200k_base", cancel.signal);
    const waiting = counter.count("waiting", "o200k_base", cancel.signal);
    cancel.abort(new Error("no longer wanted"));
    await expect(counting).rejects.toThrow("no longer wanted");
    await expect(waiting).rejects.toThrow("no longer wanted");
    expect((await counter.count("hello", "o200k_base")).tokens).toBe(1);
  });

  it("estimates Chinese higher than English of the same length, and marks it", async () => {
    const english = await counter.count("abcd".repeat(100), "estimate");
    const chinese = await counter.count("中文字符".repeat(100), "estimate");
    expect(english).toMatchObject({ encoding: "estimate", exact: false });
    expect(english.tokens).toBeLessThan(chinese.tokens / 2);
    expect(chinese).toEqual({ tokens: 400, encoding: "estimate", exact: false });
  });

  it("cuts estimates within their limit", async () => {
    const text = "word 中文 😀 ".repeat(50);
    for (const encoding of ["estimate", "claude-estimate"]) {
      const { offsets } = await counter.cuts(text, encoding, [1, 7, 50]);
      for (const [index, limit] of [1, 7, 50].entries()) {
        const { tokens } = await counter.count(text.slice(0, offsets[index]), encoding);
        expect(tokens).toBeLessThanOrEqual(limit);
      }
      expect(offsets[2]).toBeGreaterThan(offsets[1] as number);
    }
  });

  it("returns all cuts at once as it returns each, whatever the encoding", async () => {
    const text = "\ufeffone two three, 今天的面包 😀\n\n".repeat(20);
    for (const encoding of ["o200k_base", "cl100k_base", "claude-estimate", "estimate"]) {
      const { count, table } = await counter.cutTable(text, encoding);
      const limits = Array.from({ length: count.tokens + 1 }, (_, limit) => limit);
      expect([...table]).toEqual([...(await counter.cuts(text, encoding, limits)).offsets]);
    }
  });
});
