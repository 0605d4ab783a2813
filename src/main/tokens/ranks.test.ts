import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadRanks, rankedEncodings, ranksFile, sourceRanks } from "./load-ranks.ts";
import { packRanks, parseRanks, unpackRanks } from "./ranks.ts";

it("reads lines of first rank and tokens, and leaves ranks without a line empty", () => {
  const ranks = parseRanks("! 0 QQ== QkM=\n! 3 5Lit");
  expect([...ranks.starts]).toEqual([0, 1, 3, 3, 6]);
  expect(Buffer.from(ranks.bytes).toString()).toBe("ABC中");
});

it.each(rankedEncodings)("packs %s without losing a byte", async (encoding) => {
  const ranks = parseRanks(await sourceRanks(encoding));
  expect(ranks.starts.length).toBeGreaterThan(100_000);
  const again = unpackRanks(packRanks(ranks));
  expect(Buffer.compare(again.bytes, ranks.bytes)).toBe(0);
  expect(Buffer.compare(Buffer.from(again.starts.buffer), Buffer.from(ranks.starts.buffer))).toBe(0);
});

it("uses js-tiktoken's own ranks when the packed file is missing, cut off or not a rank file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-ranks-"));
  const expected = parseRanks(await sourceRanks("cl100k_base"));
  const packed = packRanks(expected);
  for (const damaged of [
    null,
    packed.subarray(0, packed.length - 1),
    Buffer.from("no"),
    Buffer.alloc(9, 255),
  ]) {
    if (damaged) writeFileSync(ranksFile(folder, "cl100k_base"), damaged);
    const ranks = await loadRanks("cl100k_base", folder);
    expect(Buffer.compare(ranks.bytes, expected.bytes)).toBe(0);
  }
});
