import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Offer } from "#shared/contract/budget.ts";
import { manifestOf, segmentOf } from "#shared/model/test-manifest.ts";
import { FixRow } from "./fix-row.tsx";
import { partsOf } from "./parts.ts";

const [part] = partsOf(manifestOf([segmentOf({ id: "files:w/A.md", source: "w/A.md", tokens: 1900 })]));

const shown = (tokens: number, comesIn: readonly string[]): string => {
  const items = comesIn.map((title) => ({ id: title, layer: "files", source: title, title, count: 1 }));
  const effect = {
    tokens,
    free: 0,
    comesIn: items,
    pushedOut: [],
    shortened: [],
    grown: [],
    summarises: false,
  };
  const edit = { kind: "exclude", path: "w/A.md", on: true };
  const offer = { id: "exclude", place: "agent", value: null, field: null, edit, effect } as unknown as Offer;
  if (!part) throw new Error("There is no part.");
  return renderToStaticMarkup(
    <FixRow offer={offer} isFirst={false} isBack={false} part={part} onApply={() => {}} />,
  );
};

it("says what leaving a part out really frees, when another would move in", () => {
  expect(shown(-740, ["SEASONAL.md"])).toMatch(/Really frees ~?740, because SEASONAL\.md would move in/);
  expect(shown(-1900, [])).toMatch(/Frees ~?1,900/);
  expect(shown(-1900, [])).not.toContain("Really");
  expect(shown(0, ["SEASONAL.md"])).toContain("Frees nothing, because SEASONAL.md would move in");
});
