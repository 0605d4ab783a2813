import { z } from "zod";
import { origin } from "../model/origin.ts";
import { route } from "./route.ts";

/** `curated` is MEMORY.md; `knowledge` is every other text file of the workspace. */
export const memoryTier = z.enum([
  "session",
  "daily",
  "curated",
  "knowledge",
  "profile",
  "graph",
  "procedural",
]);
export type MemoryTier = z.output<typeof memoryTier>;

export const noteKind = z.enum(["decision", "outcome", "strategy", "note", "interaction"]);

export const memory = z.object({
  id: z.string(),
  tier: memoryTier,
  /** Project-relative path, `session:<id>`, `graph`, `procedures` or `profile`. */
  source: z.string(),
  /** The message, relation or procedure it comes from. */
  item: z.string().nullable(),
  /** First line in the source, from 1; null where there are none. */
  line: z.number().int().nullable(),
  /** `Suppliers > Flour`; empty at the top. */
  heading: z.string(),
  /** Kind of a daily note: decision, outcome … */
  kind: z.string().nullable(),
  /** `YYYY-MM-DD` or a whole time. */
  date: z.string(),
  text: z.string(),
  pinned: z.boolean(),
  /** Where it came from. */
  origin,
  /** The user said that it may stand where it does; its origin stays. */
  approved: z.boolean(),
  /** Weight of a daily note by its age (`model/note-fading.ts`); 1 for everything else. */
  weight: z.number(),
  /** Its subjects, at most 8. */
  tags: z.array(z.string()),
});
export type Memory = z.output<typeof memory>;

export const memoryHit = memory.extend({
  /** Boost of its tier in the preset. */
  boost: z.number(),
  /** What else speaks for it, or against it; its score is multiplied by each factor. */
  evidence: z.array(z.object({ name: z.string(), factor: z.number(), reason: z.string() })),
  score: z.number(),
  /** Its entry in each list: rank from 1, the list's score, and what it added before boosts. */
  lists: z.array(
    z.object({
      list: z.enum(["keyword", "vector", "graph"]),
      rank: z.number().int(),
      score: z.number(),
      share: z.number(),
    }),
  ),
  reason: z.string(),
});
export type MemoryHit = z.output<typeof memoryHit>;

export const memoryPreset = z.enum(["general", "research", "debugging", "debate"]);

const whose = { agent: z.string().optional() };

/** The most memories that one answer lists. */
export const MAX_LISTED_MEMORIES = 500;

export const memoryRoutes = {
  /** Best first. No hits: nothing is near enough to be an answer. */
  "memory.search": route(
    z.object({
      ...whose,
      query: z.string(),
      limit: z.number().int().positive().max(200).default(20),
      tiers: z.array(memoryTier).optional(),
      preset: memoryPreset.or(z.literal("auto")).optional(),
      fusion: z.enum(["default", "classic"]).optional(),
    }),
    z.object({
      hits: z.array(memoryHit),
      preset: memoryPreset,
      /** The lists that were used. */
      lists: z.array(z.enum(["keyword", "vector", "graph"])),
      /** Why vectors were not used; null when they were. */
      note: z.string().nullable(),
      /** Files that can be recalled by now, of those there are; fewer while they are still being read. */
      ready: z.object({ done: z.number().int(), total: z.number().int() }),
    }),
  ),
  /** Newest first. */
  "memory.list": route(
    z.object({
      ...whose,
      tier: memoryTier.optional(),
      origin: origin.optional(),
      pinned: z.boolean().optional(),
      /** Daily notes too old for a prompt. */
      faded: z.boolean().optional(),
      limit: z.number().int().positive().max(MAX_LISTED_MEMORIES).default(100),
      offset: z.number().int().nonnegative().default(0),
    }),
    z.object({ memories: z.array(memory) }),
  ),
  "memory.stats": route(
    z.object(whose),
    z.object({
      total: z.number().int(),
      tiers: z.partialRecord(memoryTier, z.number().int()),
      origins: z.partialRecord(origin, z.number().int()),
      pinned: z.number().int(),
      faded: z.number().int(),
      /** The embedding model, and its progress. */
      embedding: z.object({
        model: z.string(),
        /**
         * The model whose vectors are searched now; differs from `model` while everything is embedded again.
         */
        serving: z.string().nullable(),
        pending: z.number().int(),
        /** The user stopped it; memories with a vector are searched by meaning, the rest by words. */
        paused: z.boolean(),
        problem: z.string().nullable(),
      }),
    }),
  ),
  /** Pauses or resumes embedding. Until the project is closed. */
  "memory.pauseEmbedding": route(z.object({ paused: z.boolean() }), z.object({ paused: z.boolean() })),
  /** Stops reading the sources of memories; the rest is read by `resumeIndexing` or the next start. */
  "memory.cancelIndexing": route(z.object({}), z.object({ cancelled: z.boolean() })),
  "memory.resumeIndexing": route(z.object({}), z.object({ started: z.boolean() })),
  /** Writes a line into today's note. */
  "memory.add": route(
    z.object({ ...whose, text: z.string().trim().min(1).max(8_000), kind: noteKind.default("note") }),
    z.object({ path: z.string(), memory: memory.nullable() }),
  ),
  "memory.pin": route(z.object({ id: z.string(), pinned: z.boolean() }), z.object({ memory })),
};

export const memoryEvents = {
  /** Rows or pins were added, removed or changed. */
  "memory.changed": z.object({ what: z.enum(["memories", "pins"]) }),
  "memory.progress": z.object({
    work: z.enum(["indexing", "embedding", "importing"]),
    done: z.number().int(),
    total: z.number().int(),
    /** It ended before everything was done. */
    stopped: z.boolean().optional(),
  }),
};
