import { z } from "zod";
import { noteKinds } from "./daily-notes.ts";
import { MAX_LEARNED_CHARS } from "./is-learnable.ts";

const short = z.string().trim().min(1).max(200);

export const noteDraft = z.object({
  kind: z.enum(noteKinds).catch("note").describe("decision, outcome, strategy, note or interaction"),
  text: z.string().trim().min(1).max(2000).describe("One fact in one sentence that stands on its own."),
});

/** As a model has to write a note: everything that reads a conversation is held to it. */
export const noteItem = z.object({
  kind: z.enum(noteKinds).describe("decision, outcome, strategy, note or interaction"),
  text: z.string().trim().min(1).max(MAX_LEARNED_CHARS).describe("One sentence that stands on its own."),
  about: short.describe("Who or what it is about: a name."),
});

export const entityDraft = z.object({ name: short, type: short.catch("thing").default("thing") });

export const relationDraft = z.object({
  from: short,
  type: short.describe("Such as works_at, lives_in, depends_on."),
  to: short,
  confidence: z.number().min(0).max(1).catch(0.7).default(0.7),
});

export const procedureDraft = z.object({
  name: short,
  steps: z.array(z.string().trim().min(1)).min(1).max(30),
});

/** What a reading of a conversation found worth remembering, by tier. */
export const learning = z.object({
  notes: z.array(noteDraft).max(50).default([]),
  profile: z
    .record(z.string(), z.json())
    .default({})
    .describe("Lasting facts about the person: name, language, preferences."),
  entities: z.array(entityDraft).max(50).default([]),
  relations: z.array(relationDraft).max(50).default([]),
  procedures: z.array(procedureDraft).max(10).default([]),
});
export type Learning = z.output<typeof learning>;

export const nothingLearned: Learning = {
  notes: [],
  profile: {},
  entities: [],
  relations: [],
  procedures: [],
};

export const isNothing = (found: Learning): boolean =>
  found.notes.length + found.entities.length + found.relations.length + found.procedures.length === 0 &&
  Object.keys(found.profile).length === 0;
