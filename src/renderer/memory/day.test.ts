import { expect, it } from "vitest";
import { formatDay } from "./day.ts";

const now = new Date(2026, 10, 16, 9);

it("writes recent days as a distance and older ones as a date", () => {
  const days = ["2026-11-16", "2026-11-15", "2026-11-07", "2026-11-02", "2025-11-16", "2026-11-18"];
  expect(days.map((day) => formatDay(day, now))).toEqual([
    "today",
    "yesterday",
    "9 days ago",
    "2 Nov",
    "16 Nov 2025",
    "18 Nov",
  ]);
});

it("converts a time to its local day", () => {
  expect(formatDay(new Date(2026, 10, 15, 23, 59).toISOString(), now)).toBe("yesterday");
});

it("returns nothing without a date", () => {
  expect([formatDay("", now), formatDay("soon", now)]).toEqual(["", ""]);
});
