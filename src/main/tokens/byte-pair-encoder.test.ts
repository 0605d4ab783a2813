import * as fc from "fast-check";
import { Tiktoken } from "js-tiktoken/lite";
import cl100k from "js-tiktoken/ranks/cl100k_base";
import o200k from "js-tiktoken/ranks/o200k_base";
import { get_encoding, type TiktokenEncoding } from "tiktoken";
import { describe, expect, it } from "vitest";
import { createBytePairEncoder } from "./byte-pair-encoder.ts";
import { cutTable } from "./cut-table.ts";
import { loadEncoder } from "./load-encoder.ts";
import { loadRanks } from "./load-ranks.ts";
import { createRankTable } from "./rank-table.ts";
import { chineseText, packageText, randomFrom } from "./reference-corpus.ts";
import { o200kSplitter, type PieceSplitter } from "./split-pieces.ts";

const go = () => {};

/** Characters that begin or end with a part that is in a token together with other bytes. */
const partNeighbours = await (async () => {
  const found = new Set<string>();
  const decoder = new TextDecoder();
  for (const encoding of ["o200k_base", "cl100k_base"] as const) {
    const { bytes, starts } = await loadRanks(encoding, null);
    for (let rank = 0; rank + 1 < starts.length; rank++) {
      const token = bytes.subarray(starts[rank], starts[rank + 1]);
      if (!decoder.decode(token).includes("\ufffd")) continue;
      for (const fill of [0x80, 0x84, 0x9f, 0xbf]) {
        for (const lead of [[], [0xe4], [0xe4, 0xb8], [0xe7], [0xe7, 0x9a], [0xe3], [0xe3, 0x81]]) {
          for (const end of [[], [fill], [fill, fill]]) {
            const text = decoder.decode(Uint8Array.from([...lead, ...token, ...end]));
            if (!text.includes("\ufffd") && text.length < 6) found.add(text);
          }
        }
      }
    }
  }
  return [...found];
})();

/** Characters that take different branches of the splitters, and a mix of all others. */
const trickyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...Array.from(
          "aZsStTdDmMlLvVeErR019 \t\n\r'-/._<|>ǅʰªßſéЖ中あ한ا٣Ⅷ½\u0301\u20dd\u00a0\u2028\u3000\ufeff\u200d\0",
        ),
      ),
      fc.constantFrom(
        "😀",
        "👩‍👩‍👧",
        "𠮷",
        "𝔄",
        "\ud800",
        "\udc00",
        "  ",
        "\r\n",
        "'ll",
        "'RE",
        "<|endoftext|>",
        "ABC中",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

/** Rust's `\\s`, which tiktoken uses, and that of JavaScript disagree about these two. Ours is js-tiktoken's. */
const withoutDisputed = (text: string): string => text.replaceAll(/[\ufeff\u0085]/g, "");

describe.each([
  ["o200k_base", o200k],
  ["cl100k_base", cl100k],
] as const)("%s", async (name, ranks) => {
  const encoder = await loadEncoder(name);
  const reference = new Tiktoken(ranks);
  const expected = (text: string) => reference.encode(text, [], []).length;
  const count = (text: string) => encoder.count(text, go).tokens;

  it(
    "counts 2 MB of documents, code, Chinese and odd input as js-tiktoken does",
    { timeout: 600_000 },
    () => {
      let bytes = 0;
      const differing: { part: string; tokens: number }[] = [];
      for (const text of corpus()) {
        // The reference is quadratic in the length of a piece, so it gets a little text at a time.
        for (let at = 0; at < text.length; at += 500) {
          const part = text.slice(at, at + 500);
          bytes += Buffer.byteLength(part);
          const tokens = count(part);
          if (tokens !== expected(part)) differing.push({ part, tokens });
        }
      }
      expect(differing).toEqual([]);
      expect(bytes).toBeGreaterThan(2 * 1024 * 1024);
    },
  );

  it("counts any text as js-tiktoken does", () => {
    fc.assert(
      fc.property(trickyText, (text) => {
        expect(count(text)).toBe(expected(text));
      }),
      { numRuns: 3000 },
    );
  });

  it("counts text in scripts of three bytes as tiktoken does, also where a token holds a part of a character", () => {
    const native = get_encoding(name);
    const unit = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...partNeighbours) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          ...Array.from("的一是不了在人有我他这中大来上国个到说们為東京カタひらがな한국어กขाक"),
        ),
      },
      {
        weight: 1,
        arbitrary: fc.integer({ min: 0x800, max: 0xd7ff }).map((point) => String.fromCodePoint(point)),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(" ", "a", "é", "ж", "，", "。", "\u0301", "😀", "\ufffd", "\ud800"),
      },
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), (parts) => {
        const text = withoutDisputed(parts.join(""));
        expect(count(text)).toBe(native.encode(text, [], []).length);
      }),
      { numRuns: 4000 },
    );
    native.free();
  });

  it("counts across the ends of the windows it reads as tiktoken does", () => {
    const native = get_encoding(name);
    fc.assert(
      fc.property(fc.integer({ min: 16_340, max: 16_384 }), trickyText, fc.nat(3), (length, text, kind) => {
        const before = ["word it's ", "é𝔄𝟘 ", " \n", "𝟘𝟘𝟘'LL"][kind] as string;
        const whole =
          before.repeat(Math.ceil(length / before.length)).slice(-length) + withoutDisputed(text) + before;
        expect(count(whole)).toBe(native.encode(whole, [], []).length);
      }),
      { numRuns: 60 },
    );
    native.free();
  }, 60_000);

  it("counts long runs of one character as js-tiktoken does", () => {
    for (const char of ["a", "A", "-", " ", "\n", "=", "中", "0", "\t", "é", "😀", "\u0301", "/"]) {
      for (const length of [1, 2, 3, 17, 64, 65, 127, 128, 129]) {
        const text = char.repeat(length);
        expect(count(text)).toBe(expected(text));
        expect(count(`x${text}y`)).toBe(expected(`x${text}y`));
      }
    }
  });

  it("counts 1 MB of one character in proportion to its repeated token", () => {
    for (const char of ["a", "-", " ", "\n"]) {
      // A long enough run repeats one longest token, so doubling the rest of the run doubles its count.
      const half = count(char.repeat(2 ** 19));
      expect(count(char.repeat(2 ** 20))).toBe(2 * half);
      expect(half).toBe((expected(char.repeat(512)) * 2 ** 19) / 512);
    }
  });

  it("counts 1 MB of base64 as tiktoken does", { timeout: 60_000 }, () => {
    const random = randomFrom(7);
    const text = Buffer.from(Array.from({ length: 786_432 }, () => random(256))).toString("base64");
    expect(encoder.count(text, go)).toEqual({ tokens: countNatively(name, text), exact: true });
  });

  it(
    "counts Chinese without punctuation as tiktoken does, and 1 MB of it in proportion",
    { timeout: 60_000 },
    () => {
      const text = chineseText(400_000).replaceAll(/[，。、；\n“”]/g, "");
      const part = text.slice(0, 6000);
      expect(count(part)).toBe(countNatively(name, part));

      const { tokens, exact } = encoder.count(text, go);
      expect(Buffer.byteLength(text)).toBeGreaterThan(1024 * 1024);
      expect(exact).toBe(true);
      let apart = 0;
      for (let at = 0; at < text.length; at += 6000) apart += count(text.slice(at, at + 6000));
      expect(Math.abs(tokens - apart) / apart).toBeLessThan(0.001);
    },
  );

  it("marks the count of a piece past 4 MB and stays within 1 %", () => {
    const text = "ab".repeat(2.5 * 1024 * 1024);
    const { tokens, exact } = encoder.count(text, go);
    const wanted = (expected("ab".repeat(256)) * text.length) / 512;
    expect(exact).toBe(false);
    expect(Math.abs(tokens - wanted) / wanted).toBeLessThan(0.01);
  });

  it("cuts so that the text before the cut has at most the limit, and never inside a character", () => {
    fc.assert(
      fc.property(trickyText, fc.array(fc.nat(60), { minLength: 1, maxLength: 4 }), (text, limits) => {
        const { tokens, offsets } = encoder.cut(text, limits, go);
        expect(tokens).toBe(expected(text));
        for (const [index, limit] of limits.entries()) {
          const offset = offsets[index] as number;
          expect(expected(text.slice(0, offset))).toBeLessThanOrEqual(limit);
          expect(
            /[\ud800-\udbff]$/.test(text.slice(0, offset)) && /^[\udc00-\udfff]/.test(text.slice(offset)),
          ).toBe(false);
          expect(offset === text.length || tokens > limit).toBe(true);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("never cuts earlier for a higher limit", () => {
    fc.assert(
      fc.property(trickyText, (text) => {
        const limits = Array.from({ length: expected(text) + 2 }, (_, limit) => limit);
        const { offsets } = encoder.cut(text, limits, go);
        expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
      }),
    );
  });

  it("uses the whole limit on plain prose", () => {
    const text = packageText(["zod"], /\.md$/, 6000);
    const limits = [1, 2, 10, 100, 999];
    const { offsets } = encoder.cut(text, limits, go);
    expect(offsets.map((offset) => expected(text.slice(0, offset)))).toEqual(limits);
  });

  it("cuts long pieces of every kind so that the text before the cut has at most the limit", () => {
    // js-tiktoken takes up to 350 ms for a piece of 400 signs, tiktoken about 1 ms.
    const native = get_encoding(name);
    const run = (signs: string) =>
      fc.array(fc.constantFrom(...Array.from(signs)), { minLength: 260, maxLength: 400 });
    const long = fc.oneof(
      ...[
        "aZé",
        "ABC中ʰ\u0301",
        "AAAAAAAd中",
        "中あ한",
        " \t",
        " \n\r",
        "\n",
        "!-._😀\u0301",
        "-/\n",
        "aB'",
      ].map(run),
    );
    const part = fc.oneof(
      trickyText,
      long.map((signs) => signs.join("")),
      fc.constant("'re"),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), (parts) => {
        const text = withoutDisputed(parts.join(""));
        const { tokens, table } = cutTable(encoder, text, go);
        expect(table).toEqual(table.toSorted());
        expect(table[tokens]).toBe(text.length);
        expect(tokens).toBe(native.encode(text, [], []).length);
        for (let limit = 0; limit < tokens; limit += 7) {
          expect(native.encode(text.slice(0, table[limit]), [], []).length).toBeLessThanOrEqual(limit);
        }
      }),
      { numRuns: 60 },
    );
    native.free();
  }, 120_000);

  it("uses the whole limit in a long run of letters", () => {
    const random = randomFrom(7);
    const text = Array.from({ length: 3000 }, () => String.fromCharCode(97 + random(26))).join("");
    const { tokens, table } = cutTable(encoder, text, go);
    const limits = Array.from({ length: tokens }, (_, limit) => limit);
    expect(limits.map((limit) => count(text.slice(0, table[limit])))).toEqual(limits);
  });

  it("cuts one long piece at a token's end", () => {
    const text = "a".repeat(200_000);
    const { offsets } = encoder.cut(text, [10, 100, 1000], go);
    expect(offsets.map((offset) => count(text.slice(0, offset)))).toEqual([10, 100, 1000]);
  });

  it("stops inside one long piece", () => {
    const stopped = new Error("stopped");
    let looks = 0;
    const stop = () => {
      if (++looks === 3) throw stopped;
    };
    expect(() => encoder.count("a".repeat(2 ** 20), stop)).toThrow(stopped);
    looks = 0;
    expect(() => encoder.count("one two ".repeat(2 ** 16), stop)).toThrow(stopped);
  });
});

const countNatively = (name: TiktokenEncoding, text: string): number => {
  const native = get_encoding(name);
  try {
    return native.encode(text, [], []).length;
  } finally {
    native.free();
  }
};

function* corpus(): Generator<string> {
  yield packageText(["zod", "fast-check", "yaml", "react-arborist", "ai"], /\.md$/, 700_000);
  yield packageText(["zod", "yaml", "ws", "chokidar"], /\.(js|ts|cjs)$/, 900_000);
  yield packageText(["typescript", "playwright-core", "vite"], /\.json$/, 100_000);
  yield chineseText(200_000);
  yield oddText(250_000);
}

/** Code points from all ranges, in short runs as in real text. */
const oddText = (characters: number): string => {
  const random = randomFrom(42);
  const planes = [
    0x20, 0xa0, 0x370, 0x400, 0x590, 0x900, 0xe00, 0x1e00, 0x2000, 0x3040, 0x4e00, 0xac00, 0x1f300, 0x20000,
  ];
  let text = "";
  while (text.length < characters) {
    const base = planes[random(planes.length)] as number;
    for (let left = random(12) + 1; left > 0; left--) text += String.fromCodePoint(base + random(0x60));
    if (random(3) === 0) text += " ";
  }
  return text;
};

describe("all cuts of one long piece", async () => {
  const ranks = await loadRanks("o200k_base", null);
  const random = randomFrom(3);
  const of = (signs: string) => (length: number) =>
    Array.from({ length }, () => signs[random(signs.length)]).join("");

  it.each([
    ["letters", of("abcdefghijklmnopqrstuvwxyz")],
    ["Chinese", of("漢字仮名交文的一是不")],
    ["blanks and line ends", of(" \n")],
    ["capitals after Chinese", (length: number) => `中${"A".repeat(length)}d`],
  ])("take a time that grows with its length: %s", (_, make) => {
    let read = 0;
    const inner = o200kSplitter();
    const splitter: PieceSplitter = {
      hasCapitals: inner.hasCapitals,
      reach: 0,
      next: (text, from, end) => {
        const to = inner.next(text, from, end);
        splitter.reach = inner.reach;
        read += to - from;
        return to;
      },
    };
    cutTable(createBytePairEncoder(createRankTable(ranks), splitter), make(20_000), go);
    expect(read).toBeLessThan(20 * 20_000);
  });
});
