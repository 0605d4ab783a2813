import { z } from "zod";
import { limitId } from "./prompt-limit.ts";

/**
 * What a user can change about a prompt, as plain data: a preview tries it (`overrides.edits`), `budget.apply`
 * writes it. Which file it is written to is for the core to say. Paths are project-relative.
 */

const path = z.string().min(1);
const tokens = z.number().int();

const simpleEdits = [
  /** A divider of the budget's bar. */
  z.strictObject({ kind: z.literal("limit"), limit: limitId, tokens: tokens.nonnegative() }),
  /** Limits of the profile by field, `history.maxTokens` with its dot. */
  z.strictObject({ kind: z.literal("raise"), fields: z.record(z.string(), tokens.nonnegative()) }),
  z.strictObject({ kind: z.literal("pin"), path, on: z.boolean() }),
  /** `on: false` takes the file off every list that leaves it out, the agent's own included. */
  z.strictObject({ kind: z.literal("exclude"), path, on: z.boolean() }),
  z.strictObject({ kind: z.literal("priority"), path, priority: z.number().int().nonnegative() }),
  /** Added to the tags the file has. */
  z.strictObject({
    kind: z.literal("tag"),
    path,
    tag: z.string().regex(/^[^\s,<>]([^,<>\r\n]*[^\s,<>])?$/, "a tag is one line without commas or < and >"),
  }),
  z.strictObject({ kind: z.literal("window"), tokens: tokens.positive() }),
  /** Puts the date as late in the prompt as it can be. */
  z.strictObject({ kind: z.literal("date-last") }),
] as const;

const simpleEdit = z.discriminatedUnion("kind", simpleEdits);
export type SimpleEdit = z.output<typeof simpleEdit>;

export const promptEdit = z.discriminatedUnion("kind", [
  ...simpleEdits,
  /** Several, written and undone together. */
  z.strictObject({ kind: z.literal("all"), edits: z.array(simpleEdit).min(1).max(10) }),
]);
export type PromptEdit = z.output<typeof promptEdit>;

/** What an agent uses from now on. */
export const agentEdit = z.strictObject({
  kind: z.literal("agent"),
  model: z.string().optional(),
  window: tokens.positive().optional(),
  profile: z.string().optional(),
  /** The tools that are left; null for every tool. */
  allowedTools: z.array(z.string()).nullable().optional(),
});
export type AgentEdit = z.output<typeof agentEdit>;
