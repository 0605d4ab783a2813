import { z } from "zod";
import { layerId } from "./layer.ts";

/**
 * What moved an answer: how much less likely the same answer became when a part of the prompt was left out. It says
 * nothing about whether the answer was better with the part.
 */

export const partKind = z.enum(["layer", "group", "file", "section"]);
export type PartKind = z.output<typeof partKind>;

export const movedPart = z.object({
  /** Of the part in this result. */
  id: z.string(),
  kind: partKind,
  layer: layerId,
  /** As in the manifest; of several parts, that of the first. */
  source: z.string(),
  title: z.string(),
  /** Segments of the manifest it consists of, or of which it is a section. */
  segments: z.array(z.string()),
  tokens: z.number().int().nonnegative(),
  /** How many of the smallest parts it has; 1: it is one. Older results do not say. */
  parts: z.number().int().positive().default(1),
  /**
   * The natural logarithm of how many times less likely the answer became without it; below zero: more likely. Of
   * answers that were asked for again: how much less they share with the first, 0 to 1.
   */
  drop: z.number(),
  /** 95 %: over the words of the answer, or over the answers. */
  low: z.number(),
  high: z.number(),
  moved: z.boolean(),
  /** By asking again: answers that could be compared, on the side that has fewer. Null: by likelihood. */
  answers: z.number().int().nullable().default(null),
  /** `reduced`: weighed in a prompt that had only what moved the answer. */
  basis: z.enum(["whole", "reduced"]),
});
export type MovedPart = z.output<typeof movedPart>;

/** Who estimated it. */
export const movedJudge = z.object({
  /** `file`: a model in a file, by likelihood. `again`: the answer's own model, by asking again. */
  kind: z.enum(["file", "again"]),
  model: z.string(),
  name: z.string(),
  /** It is the model that wrote the answer; otherwise it stands in for that. */
  isOwn: z.boolean(),
});
export type MovedJudge = z.output<typeof movedJudge>;

export const movedResult = z.object({
  run: z.string(),
  at: z.string(),
  judge: movedJudge,
  depth: z.enum(["search", "each"]),
  /** `stopped` and `failed` have what was known until then, and go on from there. */
  state: z.enum(["done", "stopped", "failed"]),
  /** One sentence, when it failed. */
  problem: z.string().nullable(),
  /** In the order of the prompt, each before its own parts. What is in none was not looked into on its own. */
  parts: z.array(movedPart),
  /** Parts that could not be weighed, and why. */
  failed: z.array(z.object({ id: z.string(), title: z.string(), problem: z.string() })),
  /** Tokens of the prompt and of the answer as the judge counts them; the answer is judged up to `judged`. */
  prompt: z.number().int(),
  answer: z.number().int(),
  judged: z.number().int(),
  /** The most that a change without a meaning did to the answer's logarithm; a part must do several times more. */
  control: z.number(),
  evaluations: z.number().int(),
  /** Tokens that were computed. */
  evaluated: z.number().int(),
  /** What leaving out each of the smallest parts, each time reading everything, would compute. */
  naive: z.number().int(),
  /** Tool definitions were sent beside the messages; they were not left out. */
  toolsLeft: z.number().int(),
});
export type MovedResult = z.output<typeof movedResult>;
