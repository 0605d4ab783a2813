import { expect, it } from "vitest";
import { chunkMarkdown } from "../../memory/index/chunk-markdown.ts";
import { placesOf } from "./places.ts";

it("finds each passage again in a text, counted in whole characters", () => {
  const paragraphs = Array.from({ length: 30 }, (_, n) => `🥖 Number ${n} ${"word ".repeat(60)}end ${n}.`);
  const text = `# Bread\n\n${paragraphs.join("\n\n")}\n`;
  const chunks = [...chunkMarkdown(text, "passages")];
  const characters = Array.from(text);
  expect(chunks.length).toBeGreaterThan(5);
  for (const [index, [starts, chars]] of placesOf(text, chunks).entries()) {
    const passage = characters.slice(starts - 1, starts - 1 + chars).join("");
    const words = (some: string) => some.split(/\s+/).filter(Boolean).slice(0, 200);
    expect(words(passage)).toEqual(words(chunks[index]?.text ?? ""));
  }
});
