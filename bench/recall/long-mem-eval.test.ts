import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { letterEmbedder } from "../../src/main/memory/test-memory.ts";
import { answerable, longMemEval, sessionFigures } from "./long-mem-eval.ts";
import { measureSessions, sessionTable } from "./recall-sessions.ts";

const sample = () =>
  longMemEval.parse(JSON.parse(readFileSync(join(import.meta.dirname, "../data/sessions-own.json"), "utf8")));

it("counts a question only when every session with evidence is among the first five", () => {
  const found = ["a", "a", "b", "c", "d", "e", "f"];
  expect(sessionFigures(found, ["a", "e"])).toEqual({ allAt5: 1, allAt10: 1, anyAt5: 1 });
  expect(sessionFigures(found, ["a", "f"])).toEqual({ allAt5: 0, allAt10: 1, anyAt5: 1 });
  expect(sessionFigures(found, ["x"])).toEqual({ allAt5: 0, allAt10: 0, anyAt5: 0 });
});

it("leaves out questions about what was never said", () => {
  const questions = sample();
  expect(answerable(questions).length).toBeLessThan(questions.length);
  expect(answerable(questions).every(({ question_id }) => !question_id.endsWith("_abs"))).toBe(true);
});

it("refuses a history whose sessions and ids do not belong together", () => {
  const [first] = sample();
  expect(longMemEval.safeParse([{ ...first, haystack_session_ids: ["one"] }]).success).toBe(false);
});

it("finds the sessions of a small file in this shape through the product's own search", async () => {
  const figures = await measureSessions(sample(), letterEmbedder("letters", 32));
  const words = figures.get("keyword alone") ?? [];
  expect(words).toHaveLength(answerable(sample()).length);
  expect(words.filter(({ anyAt5 }) => anyAt5 === 1).length).toBeGreaterThan(words.length / 2);
  // Some session is not found: figures that are always 1 would show nothing.
  expect(words.some(({ allAt5 }) => allAt5 === 0)).toBe(true);
  expect(sessionTable(figures)).toContain("| default |");
});
