import { expect, it } from "vitest";
import type { RunShape } from "#shared/contract/context.ts";
import { barSvg, mapSvg, type Palette, timelineSvg } from "./export-svg.ts";
import { partsOf } from "./map/parts.ts";
import { manifestOf, segmentOf } from "#shared/model/test-manifest.ts";

const palette: Palette = (variable) => (variable.includes("--l-") ? "#123456" : "#eee");
const manifest = manifestOf([
  segmentOf({ id: "files:w/A<b>.md", source: "w/A<b>.md", tokens: 100 }),
  segmentOf({ id: "files:w/B.md", source: "w/B.md", tokens: 100, status: "excluded" }),
]);
const run = (index: number, compacted: number | null): RunShape => ({
  id: `r${index}`,
  at: "2026-11-16T08:00:00Z",
  agent: "juno",
  session: "s",
  profile: "layered",
  model: null,
  used: 1000,
  window: 4096,
  reservedOutput: 500,
  layers: [
    { id: "files", tokens: 600 },
    { id: "history", tokens: 400 },
  ],
  exact: true,
  compacted,
  prefix: { stableTokens: 0, brokenBy: null },
  turn: null,
});

it("needs no style sheet: every picture is whole by itself and names nothing of the page", () => {
  const pictures = [
    barSvg(manifest, palette),
    mapSvg(partsOf(manifest), palette),
    timelineSvg([run(1, null), run(2, 300)], palette),
  ];
  for (const svg of pictures) {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^]*<\/svg>\n$/);
    expect(svg).not.toMatch(/var\(|class=|NaN|undefined/);
  }
});

it("has a title and space around it, and no label that leaves its tile", () => {
  const long = `w/${"very-long-name-".repeat(20)}.md`;
  const many = manifestOf([
    segmentOf({ id: `files:${long}`, source: long, tokens: 900 }),
    segmentOf({ id: "files:w/B.md", source: "w/B.md", tokens: 684, status: "excluded" }),
  ]);
  for (const svg of [barSvg(many, palette), mapSvg(partsOf(many), palette)]) {
    expect(svg).toContain('width="1056"');
    expect(svg).toMatch(/^<svg [^>]*>\n<title>[^<]+<\/title>/);
  }
  const map = mapSvg(partsOf(many), palette);
  expect(map).toContain("684 left out</text>");
  expect(map).toContain("…</text>");
  expect(map).not.toContain(`${long.slice(2)}</text>`);
});

it("writes names as text, whatever a file is called", () => {
  expect(mapSvg(partsOf(manifest), palette)).toContain("A&lt;b&gt;.md");
});

it("marks what is left out by its outline alone, and a summary with what it freed", () => {
  expect(mapSvg(partsOf(manifest), palette)).toContain("stroke-dasharray");
  const timeline = timelineSvg([run(1, null), run(2, 300)], palette);
  expect(timeline).toContain("Summarised −300");
  expect(timeline.match(/<title>/g)?.length).toBeGreaterThanOrEqual(2);
});
