import { expect, it } from "vitest";
import { applyEdits } from "../edit-many.ts";
import { mendsIn, type Move } from "./mend-links.ts";

const notes = [
  "workspace/Rye.md",
  "workspace/PRICES.md",
  "workspace/bread/Sour.md",
  "workspace/bread/art.png",
];

const move = (from: string, to: string): Move => ({
  from,
  to,
  workspace: "workspace",
  resolve: (target) => {
    const wanted = target.replace(/\.md$/, "").toLowerCase();
    return notes.find((path) => path.toLowerCase().replace(/\.md$/, "").endsWith(`/${wanted}`)) ?? null;
  },
});

const mended = (path: string, text: string, by: Move) =>
  applyEdits(
    path,
    text,
    mendsIn(path, text, by).map(({ start, end, after }) => ({ start, end, insert: after })),
  );

it("renames a note in links, with headings, aliases and embeds as they were", () => {
  const by = move("workspace/Rye.md", "workspace/Roggen.md");
  expect(mended("workspace/x.md", "[[Rye]] [[rye#Oven|the rye]] ![[Rye.md]] [[Ryeland]] `[[Rye]]`", by)).toBe(
    "[[Roggen]] [[Roggen#Oven|the rye]] ![[Roggen.md]] [[Ryeland]] `[[Rye]]`",
  );
});

it("leaves a link by name alone when the note only moves, and mends one by path", () => {
  const by = move("workspace/bread/Sour.md", "workspace/old/Sour.md");
  expect(mended("workspace/x.md", "[[Sour]] [[bread/Sour]]", by)).toBe("[[Sour]] [[old/Sour]]");
});

it("mends relative links to a file, to a moved folder, and those of the moved note itself", () => {
  const by = move("workspace/Rye.md", "workspace/bread/My rye.md");
  expect(mended("workspace/x.md", "[a](Rye.md#top) [b](./Rye.md) [c](https://x/Rye.md)", by)).toBe(
    "[a](bread/My%20rye.md#top) [b](bread/My%20rye.md) [c](https://x/Rye.md)",
  );
  expect(mended("workspace/Rye.md", "[p](PRICES.md) ![i](bread/art.png)", by)).toBe(
    "[p](../PRICES.md) ![i](art.png)",
  );
  const folder = move("workspace/bread", "workspace/loaves");
  expect(mended("workspace/x.md", "[s](bread/Sour.md)", folder)).toBe("[s](loaves/Sour.md)");
  expect(mended("workspace/bread/Sour.md", "[i](art.png)", folder)).toBe("[i](art.png)");
});

it("mends mentions of the path and the name, and nothing that only looks like it", () => {
  const by = move("workspace/PRICES.md", "workspace/COSTS.md");
  expect(
    mended(
      "workspace/AGENTS.md",
      "See PRICES.md. Or workspace/PRICES.md; not OLDPRICES.md, PRICES.md.bak",
      by,
    ),
  ).toBe("See COSTS.md. Or workspace/COSTS.md; not OLDPRICES.md, PRICES.md.bak");
  const into = move("workspace/PRICES.md", "workspace/knowledge/PRICES.md");
  expect(mended("workspace/AGENTS.md", "PRICES.md says it", into)).toBe("knowledge/PRICES.md says it");
});
