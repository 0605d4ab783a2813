import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { contract, events } from "../src/shared/contract/index.ts";
import { commentsIn } from "./reference/comments.ts";
import { referencePages } from "./reference/pages.ts";
import { type Schema, typeText } from "./reference/type-text.ts";

const folder = join(import.meta.dirname, "../docs/reference");
const pages = referencePages();

it("is current: npm run reference writes it", () => {
  expect(readdirSync(folder).toSorted()).toEqual(Object.keys(pages).toSorted());
  for (const [name, text] of Object.entries(pages))
    expect(
      readFileSync(join(folder, name), "utf8") === text,
      `docs/reference/${name} is current; if not: npm run reference`,
    ).toBe(true);
});

it("names every method and every event", () => {
  const text = pages["contract.md"] ?? "";
  const missing = [...Object.keys(contract), ...Object.keys(events)].filter(
    (name) => !text.includes(`\n### ${name}\n`),
  );
  expect(missing).toEqual([]);
});

it("writes a schema as a type with its limits and defaults", () => {
  const schema = z.toJSONSchema(
    z.object({
      folder: z.string().min(1).max(9),
      zoom: z.number().min(0.5).max(3).default(1),
      kinds: z.array(z.enum(["a", "b"])).max(4),
      by: z.record(z.string(), z.number().int()).optional(),
      none: z.string().nullable(),
    }),
    { io: "input" },
  ) as Schema;
  expect(typeText(schema).replaceAll(/\s+/g, " ")).toBe(
    '{ folder: string (at least 1, at most 9 characters), zoom?: number (from 0.5, to 3) = 1, kinds: ("a" | "b")[] (at most 4), by?: { [name]: integer }, none: string | null, }',
  );
});

it("finds the comment of a key, also inside a key, and no comment of something else", () => {
  const source = [
    "/** About all. */",
    "export const all = z.object({",
    "  /** The first, ",
    "   * on two lines. */",
    "  first: z.string(),",
    "  // not this",
    "  second: z.object({",
    "    /** Inside. */",
    '    "a.b": z.string(),',
    "  }),",
    "  third: z.string(),",
    "});",
  ].join("\n");
  expect([...commentsIn(source)]).toEqual([
    ["first", "The first, on two lines."],
    ["second.a.b", "Inside."],
  ]);
});
