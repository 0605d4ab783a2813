import { z } from "zod";
import { layerId } from "./layer.ts";

/**
 * What an answer shares with the texts it was given. Sharing words is a fact about two texts: it does not say that
 * the answer would be different without one of them.
 */

/**
 * `run`: at least six words in a row. `name`, `number`: rare in the prompt and in the answer. `words`: the line has
 * several of the sentence's rare words, in whatever order; it is shown for a marked sentence but is no quotation.
 */
export const passageKind = z.enum(["run", "name", "number", "words"]);
export type PassageKind = z.output<typeof passageKind>;

/** A place in a text that was sent. */
export const passage = z.object({
  /** Of the segment in the run's manifest. */
  segment: z.string(),
  layer: layerId,
  /** As in the manifest. */
  source: z.string(),
  title: z.string().nullable(),
  kind: passageKind,
  /** The shared names, numbers or words as the answer writes them; of a run, its words. */
  shared: z.array(z.string()),
  /** The line it is in, or a part of it. */
  text: z.string(),
  /** Character ranges of `text` that are shared. */
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
  /** Project-relative path, when it is in a file. */
  path: z.string().nullable(),
  /** From 1, in the file as it is now; null when the line is not in it any more. */
  line: z.number().int().nullable(),
});
export type Passage = z.output<typeof passage>;

/** A sentence of an answer and what it shares; an empty list when nothing that was sent is close to it. */
export const quotingSentence = z.object({
  /** Character range in the answer. */
  from: z.number().int(),
  to: z.number().int(),
  /** The strongest first. */
  passages: z.array(passage),
});
export type QuotingSentence = z.output<typeof quotingSentence>;

/** A segment that an answer quotes. */
export const quotedSegment = z.object({
  segment: z.string(),
  /** How many sentences of the answer quote it. */
  sentences: z.number().int().positive(),
});
export type QuotedSegment = z.output<typeof quotedSegment>;
