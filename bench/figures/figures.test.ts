import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { barChart } from "./bar-chart.ts";
import { groups } from "./figures.ts";
import { pageOf } from "./figures-page.ts";
import { numberIn, readResults } from "./read-results.ts";

const text = [
  "<!-- speed -->",
  "## Speed",
  "",
  "linux x64, 2 cores, 2026-11-19, `npm run bench:speed`",
  "",
  "| turns | others | **time, ms** |",
  "| --- | --- | --- |",
  "| 10 | 0 | 12.5 (11.0–13.0) |",
  "| 10,000 | 0 | 1,234 |",
  "",
  "Text between.",
  "",
  "| | p50 |",
  "| --- | --- |",
  "| **in all** | 3 ms · 4 ms |",
  "<!-- /speed -->",
].join("\n");

describe("a figure of RESULTS.md", () => {
  const results = readResults(text);

  it("is found by its section, the beginning of its row and its column", () => {
    expect(numberIn(results, { section: "speed", row: ["10"], column: "time, ms" })).toBe(12.5);
    expect(numberIn(results, { section: "speed", row: ["10,000", "0"], column: "time, ms" })).toBe(1234);
    expect(numberIn(results, { section: "speed", row: ["in all"], column: "p50", part: 1 })).toBe(4);
  });

  it("that is not there is named", () => {
    expect(() => numberIn(results, { section: "speed", row: ["99"], column: "time, ms" })).toThrow(
      'no cell in speed, row "99", column "time, ms"',
    );
    expect(() => numberIn(results, { section: "speed", row: ["10"], column: "p99" })).toThrow("no cell");
  });
});

describe("the page of figures", () => {
  const results = readResults(readFileSync(join(import.meta.dirname, "..", "RESULTS.md"), "utf8"));

  it("finds every figure it names", () => {
    const page = pageOf(results);
    const measured = groups.filter(({ figures }) => figures.every(({ value }) => results.has(value.section)));
    expect(measured.filter(({ title }) => !page.includes(`## ${title}`))).toEqual([]);
    expect(page).not.toContain("NaN");
  });

  it("says by how much an aim is missed", () => {
    const missed = pageOf(results)
      .split("\n")
      .filter((line) => line.includes("missed by"));
    for (const line of missed) expect(line).toMatch(/\*\*missed by \d+ %\*\*/);
    expect(pageOf(results)).toContain("| met |");
  });
});

describe("a chart", () => {
  const svg = barChart({
    title: 'A & "B"',
    groups: [
      {
        title: "one",
        unit: "ms",
        aim: 5,
        bars: [
          { label: "ours", kind: "ours", value: 10, text: "10 ms" },
          { label: "<peer>", kind: "peer", value: 5, text: "5 ms" },
        ],
      },
    ],
  });

  it("has bars in proportion, the aim, and a style for both themes", () => {
    const widths = [...svg.matchAll(/width="([\d.]+)" height="14"/g)].map(([, width]) => Number(width));
    expect(widths[0]).toBeCloseTo(2 * (widths[1] ?? 0), 0);
    expect(svg).toContain('class="aim"');
    expect(svg).toContain("prefers-color-scheme:dark");
  });

  it("keeps signs of markup out of its markup", () => {
    expect(svg).toContain("&lt;peer&gt;");
    expect(svg).toContain("A &amp; &quot;B&quot;");
  });
});
