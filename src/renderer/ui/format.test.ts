import { expect, it } from "vitest";
import { formatCount, formatPart, formatShort } from "./format.ts";

it("shortens a count to three digits at most", () => {
  expect(
    [0, 612, 999, 1000, 1480, 20_725, 99_949, 99_950, 128_000, 999_949, 1_200_000].map(formatShort),
  ).toEqual(["0", "612", "999", "1.0K", "1.5K", "20.7K", "99.9K", "100K", "128K", "1.0M", "1.2M"]);
});

it("says a part in the unit of the whole", () => {
  expect(formatPart(3000, 7842)).toBe("3.0 of 7.8K");
  expect(formatPart(40, 612)).toBe("40 of 612");
  expect(formatPart(0, 2600)).toBe("0.0 of 2.6K");
});

it("groups the digits of a whole count", () => {
  expect(formatCount(32_768)).toBe("32,768");
});
