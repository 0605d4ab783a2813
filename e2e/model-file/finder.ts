import type { SmallModel } from "./small-model.ts";

/** Words that decide the answer of the model below. */
export const FINDER_WORDS = [" vermilion", " turquoise"] as const;

/** A model that says "The door is", and then which of its words is in the prompt. */
export const FINDER: SmallModel = {
  says: ["The", " door", " is"],
  finds: FINDER_WORDS,
  name: "Small finder",
};
