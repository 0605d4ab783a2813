import { readFileSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { countByTokenizer, tokenizerFile as real } from "./reference-tokenizer.ts";
import { createTokenCounter, type TokenCounter, type TokenizerRegistry } from "./token-counter.ts";

const MODEL = "own/minilm:1";

let folder: string;
let counter: TokenCounter & TokenizerRegistry;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "satchel-tokenizer-"));
  counter = createTokenCounter({ workers: 1, longestMs: 2_000 });
});
afterEach(async () => {
  await counter.close();
  rmSync(folder, { recursive: true });
});

const put = (name: string, content: string): string => {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, content);
  return path;
};

const use = async (path: string): Promise<string> => {
  await counter.useTokenizers({ [MODEL]: path });
  expect(counter.tokenizerWarnings()).toEqual([]);
  return counter.encodingOf(MODEL).encoding;
};

describe("a model's own tokenizer file", () => {
  it("counts exactly as the tokenizer does, and names it", async () => {
    const encoding = await use(real);
    expect(encoding).toMatch(/^model\/tokenizer\.json@[0-9a-f]{16}$/);
    expect(counter.encodingOf(MODEL)).toEqual({ encoding, exact: true });
    const texts = [
      "",
      "Hello, wörld!",
      "今天的面包 🥐 unaffable",
      "a  b\n\n\tc",
      "tokenization ".repeat(900),
    ];
    for (const text of texts) {
      expect(await counter.count(text, encoding)).toEqual({
        tokens: countByTokenizer(text),
        encoding,
        exact: true,
      });
    }
  });

  it("is found by the model's id whatever its case, and for no other model", async () => {
    const encoding = await use(real);
    expect(counter.encodingOf(" Own/MiniLM:1 ").encoding).toBe(encoding);
    expect(counter.encodingOf("minilm:2")).toEqual({ encoding: "estimate", exact: false });
    expect(counter.encodingOf(null).encoding).toBe("o200k_base");
  });

  it("counts special tokens as ordinary text", async () => {
    const encoding = await use(real);
    // "[", "sep", "]": as a special token the text would count 1.
    expect((await counter.count("[SEP]", encoding)).tokens).toBe(
      countByTokenizer("[") * 2 + countByTokenizer("sep"),
    );
  });

  it("cuts within every limit, never inside a character, and later for a higher limit", async () => {
    const encoding = await use(real);
    const text = "one two 三 😀 unaffable\n".repeat(40);
    const { tokens } = await counter.count(text, encoding);
    const limits = [0, 1, 7, 50, tokens - 1, tokens];
    const { offsets } = await counter.cuts(text, encoding, limits);
    for (const [index, limit] of limits.entries()) {
      const before = text.slice(0, offsets[index]);
      expect((await counter.count(before, encoding)).tokens).toBe(limit);
      expect(/[\ud800-\udbff]$/.test(before)).toBe(false);
    }
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
    expect(offsets.at(-1)).toBe(text.length);
  });

  it("returns the cuts of all limits, each within it", async () => {
    const encoding = await use(real);
    const text = "\ufeffone two 三 😀\n".repeat(60);
    const { count, table } = await counter.cutTable(text, encoding);
    expect(table).toHaveLength(count.tokens + 1);
    expect(table.at(-1)).toBe(text.length);
    for (const limit of [0, 1, 10, 100, count.tokens]) {
      const { tokens } = await counter.count(text.slice(0, table[limit]), encoding);
      expect(tokens).toBeLessThanOrEqual(limit);
    }
  });

  it.each([
    ["a long text", "The oven is hot by five, and flour comes on Monday. ".repeat(3_000)],
    ["a long run without a blank", `${"面包".repeat(10_000)} end`],
  ])("counts %s in blocks, within 1 %, and marks it", async (_, text) => {
    const encoding = await use(real);
    const { tokens, exact } = await counter.count(text, encoding);
    expect(exact).toBe(false);
    expect(Math.abs(tokens / countByTokenizer(text) - 1)).toBeLessThan(0.01);
  });

  it("counts a megabyte of one character", async () => {
    const encoding = await use(real);
    const { tokens, exact } = await counter.count("-".repeat(2 ** 20), encoding);
    expect(exact).toBe(false);
    expect(tokens).toBe(2 ** 20);
  });

  it("has a different name when the file changes, and the old one still counts", async () => {
    const text = readFileSync(real, "utf8");
    const path = put("mine/tokenizer.json", text);
    const before = await use(path);
    const cased = JSON.parse(text) as { normalizer: { lowercase: boolean } };
    cased.normalizer.lowercase = false;
    writeFileSync(path, JSON.stringify(cased));
    // Not read again on its own: the encoding behind a name does not change during a count.
    expect(counter.encodingOf(MODEL).encoding).toBe(before);
    const after = await use(path);
    expect(after).not.toBe(before);
    // "token", "##ization"; with a capital letter it is one unknown word.
    expect((await counter.count("Tokenization", before)).tokens).toBe(2);
    expect((await counter.count("Tokenization", after)).tokens).toBe(1);
    rmSync(path);
    expect((await counter.count("hello hello", after)).tokens).toBe(2);
  });

  it.each([
    ["is missing", null, "the file is missing"],
    ["is not JSON", "{ no", "JSON"],
    ["is other JSON", '{"name": "package"}', "not a tokenizer"],
    ["has an unknown kind of model", '{"model": {"type": "Abacus"}}', ""],
    ["is empty", "", "JSON"],
  ])("leaves the model to the estimate with a warning when it %s", async (_, content, reason) => {
    const path = content === null ? join(folder, "none.json") : put("tokenizer.json", content);
    await counter.useTokenizers({ [MODEL]: path, other: real });
    const [warning, ...more] = counter.tokenizerWarnings();
    expect(more).toEqual([]);
    expect(warning).toMatchObject({ code: "tokenizer-unusable", line: null });
    expect(warning?.message).toContain(MODEL);
    expect(warning?.message).toContain(path);
    expect(warning?.message).toContain(reason);
    expect(warning?.message).not.toContain("\n");
    expect(counter.encodingOf(MODEL)).toEqual({ encoding: "estimate", exact: false });
    expect(counter.encodingOf("other").exact).toBe(true);
    expect((await counter.count("abcd", "estimate")).tokens).toBe(1);
  });

  it.each(["tokenizer.json", "../tokenizer.json", "."])("refuses the path %s", async (path) => {
    await counter.useTokenizers({ [MODEL]: path });
    expect(counter.tokenizerWarnings()[0]?.message).toContain("not absolute");
    await counter.useTokenizers({ [MODEL]: folder });
    expect(counter.tokenizerWarnings()).toHaveLength(1);
  });

  it("is dropped with its setting", async () => {
    await use(real);
    await counter.useTokenizers({});
    expect(counter.encodingOf(MODEL)).toEqual({ encoding: "estimate", exact: false });
  });
});

describe("a tokenizer whose pattern never finishes", () => {
  const endless = JSON.stringify({
    model: { type: "WordPiece", vocab: { "[UNK]": 0 }, unk_token: "[UNK]" },
    pre_tokenizer: { type: "Split", pattern: { Regex: "(a+)+$" }, behavior: "Isolated", invert: false },
  });
  const trap = `${"a".repeat(60)}b`;

  it("falls back to the estimate, and the next count is exact again", async () => {
    const encoding = await use(put("tokenizer.json", endless));
    const { tokens } = await counter.count(trap, "estimate");
    expect(await counter.count(trap, encoding)).toEqual({ tokens, encoding, exact: false });
    expect(await counter.count("b", encoding)).toEqual({ tokens: 1, encoding, exact: true });
  });

  it("stops when it is cancelled", async () => {
    const encoding = await use(put("tokenizer.json", endless));
    const cancel = new AbortController();
    const counting = counter.count(trap, encoding, cancel.signal);
    cancel.abort(new Error("no longer wanted"));
    await expect(counting).rejects.toThrow("no longer wanted");
    // There is only one worker, so this answers once the first count was stopped.
    expect((await counter.count("hello", "o200k_base")).tokens).toBe(1);
  });
});
