import { expect, it } from "vitest";
import type { Purpose } from "../src/main/providers/provider.ts";
import { settings } from "../src/renderer/ui/messages/en/settings.ts";

/** What the privacy texts call each kind of request. A new kind must be added here, and said there. */
const words: Readonly<Record<Purpose, string>> = {
  chat: "the prompt of each answer",
  trial: "of each question of a trial that you start",
  summary: "once you allow it, the conversation itself for summaries",
  flush: "for notes to keep",
  extract: "for notes to keep",
  consolidate: "MEMORY.md and daily notes, when you have the notes taken into it",
  again: "the prompt of an answer that you ask for again without a part",
  sample: "what a tool server wants a model to answer, each time you allow it",
  models: "asked for its models",
  window: "their windows",
  test: "whether it answers",
  count: "where you switch on exact counts, the prompt that you are writing, to be counted there",
  embed: "searchable by meaning and what is searched for with it, a message that you are typing included",
  picture: "A picture in an answer is fetched when you press Load",
  tools: "what a tool server is asked",
  // Asks this machine only.
  discover: "no telemetry",
};

it.each(Object.entries(words))("says what leaves the machine for %s", (_, said) => {
  expect(settings.privacyTexts.join(" ")).toContain(said);
});
