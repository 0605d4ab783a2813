import { expect, it } from "vitest";
import { formatBytes, formatCount, formatPart, formatShort, readCount } from "./format.ts";

it("shortens a count to three digits at most", () => {
  expect(
    [0, 612, 999, 1000, 1480, 20_725, 99_949, 99_950, 128_000, 999_949, 1_200_000].map(formatShort),
  ).toEqual(["0", "612", "999", "1.0K", "1.5K", "20.7K", "99.9K", "100K", "128K", "1.0M", "1.2M"]);
});

it("writes a part in the unit of the whole", () => {
  expect(formatPart(3000, 7842)).toBe("3.0 of 7.8K");
  expect(formatPart(40, 612)).toBe("40 of 612");
  expect(formatPart(0, 2600)).toBe("0.0 of 2.6K");
});

it("groups the digits of a whole count", () => {
  expect(formatCount(32_768)).toBe("32,768");
});

it("says sizes of files in the unit a person would", () => {
  expect([0, 1, 12_000, 1_468_006, 524_288_000, 1_288_490_189].map(formatBytes)).toEqual([
    "0 KB",
    "1 KB",
    "12 KB",
    "1.4 MB",
    "500 MB",
    "1.2 GB",
  ]);
});

it("reads whole numbers with the separators that people use, and nothing that may be a fraction", () => {
  for (const text of ["16384", "16,384", "16 384", "16_384", " 16,384 "]) expect(readCount(text)).toBe(16384);
  for (const text of ["", "1,5", "1.5", "16,38", "-3", "many", "99999999999999999999"])
    expect(readCount(text)).toBeNull();
});
