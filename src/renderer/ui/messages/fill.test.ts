import { expect, it } from "vitest";
import { fill } from "./fill.ts";

it("writes one table over another, and keeps the parts that others hold", () => {
  const table = fill({}, { close: "Close", days: { today: "today", list: ["a", "b"], ago: () => "ago" } });
  const days = table["days"] as Record<string, unknown>;
  fill(table, { close: "Schließen", days: { today: "heute", list: ["c"], ago: () => "her" } });
  expect(table["days"]).toBe(days);
  expect([table["close"], days["today"], days["list"], (days["ago"] as () => string)()]).toEqual([
    "Schließen",
    "heute",
    ["c"],
    "her",
  ]);
});

it("leaves nothing of the table before, and does not touch the one it copies", () => {
  const german = { failures: { gone: "Weg." }, only: "nur hier" };
  const table = fill({}, german);
  fill(table, { failures: {} });
  expect(table).toEqual({ failures: {} });
  expect(german).toEqual({ failures: { gone: "Weg." }, only: "nur hier" });
});
