// @vitest-environment happy-dom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { RunShape } from "#shared/contract/context.ts";
import { TimelineTable } from "./timeline-table.tsx";

afterEach(cleanup);

const run = (id: string, layers: Readonly<Record<string, number>>, exact = true) =>
  ({
    id,
    used: Object.values(layers).reduce((sum, tokens) => sum + tokens, 0),
    exact,
    at: "2026-11-19T10:00:00.000Z",
    layers: Object.entries(layers).map(([name, tokens]) => ({ id: name, tokens })),
  }) as unknown as RunShape;

it("reads every turn with the tokens of each layer that any turn has, estimates as such", () => {
  render(<TimelineTable runs={[run("a", { soul: 300 }), run("b", { soul: 300, history: 1200 }, false)]} />);
  const rows = within(screen.getByRole("table")).getAllByRole("row");
  const cells = rows.map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells).toHaveLength(3);
  expect(cells[1]?.slice(1)).toEqual(["300", "300", "0"]);
  expect(cells[2]?.slice(1)).toEqual(["~1,500", "~300", "~1,200"]);
  expect(cells.every((row) => row.length === cells[0]?.length)).toBe(true);
});
