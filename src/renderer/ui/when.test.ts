import { expect, it } from "vitest";
import { formatWhen } from "./when.ts";

const now = new Date(2026, 10, 16, 9, 0);
const said = (...at: [number, number, number, number, number]) =>
  formatWhen(new Date(...at).toISOString(), now);

it("writes a time as a person would", () => {
  expect(said(2026, 10, 16, 8, 5)).toBe("today 08:05");
  expect(said(2026, 10, 15, 23, 59)).toBe("yesterday 23:59");
  expect(said(2026, 10, 13, 18, 40)).toBe("13 Nov 18:40");
  expect(said(2025, 0, 2, 18, 40)).toBe("2 Jan 2025");
});

it("shows an invalid time unchanged", () => {
  expect(formatWhen("someday", now)).toBe("someday");
});
