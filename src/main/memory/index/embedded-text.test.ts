import { expect, it } from "vitest";
import { embeddedText } from "./embedded-text.ts";

const message = { tier: "session", heading: "", detail: "8 May 2023\nMara", text: "In May.", before: null };

it("starts with the speaker, once, and ends with the message before", () => {
  expect(embeddedText(message)).toBe("Mara: In May.");
  expect(embeddedText({ ...message, text: "Mara: In May." })).toBe("Mara: In May.");
  expect(embeddedText({ ...message, before: "When does the oven come?" })).toBe(
    "Mara: In May.\nWhen does the oven come?",
  );
  expect(embeddedText({ ...message, before: "x".repeat(10_000) })).toHaveLength(
    "Mara: In May.\n".length + 600,
  );
});

it("omits an unknown speaker", () => {
  expect(embeddedText({ ...message, detail: "8 May 2023" })).toBe("In May.");
});

it("includes the headings of a passage, and not its neighbours", () => {
  const passage = {
    tier: "knowledge",
    heading: "Oven > Service",
    detail: "Oven > Service",
    text: "Each March.",
  };
  expect(embeddedText({ ...passage, before: "Daily." })).toBe("Oven > Service\nEach March.");
  expect(embeddedText({ ...passage, heading: "", before: "Daily." })).toBe("Each March.");
});
