import { z } from "zod";
import { route } from "./route.ts";

/** `curated` is MEMORY.md. */
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
  /** Message, relation or procedure it comes from. */
  item: z.string().nullable(),
  /** First line in the source, from 1; null where there are none. */
  line: z.number().int().nullable(),
  /** `Suppliers > Flour`; empty at the top. */
  heading: z.string(),
  /** Of a daily note: decision, outcome … */
  kind: z.string().nullable(),
  /** `YYYY-MM-DD` or a whole time. */
  date: z.string(),
  text: z.string(),
  pinned: z.boolean(),
  /** Of a daily note, by its age; 1 for everything else. Under 0.2 it is left out of prompts. */
  weight: z.number(),
  /** What it is about, at most 8. */
  tags: z.array(z.string()),
});
export type Memory = z.output<typeof memory>;

export const memoryHit = memory.extend({
  /** Of its tier, by the preset. */
  boost: z.number(),
  score: z.number(),
  /** What each list that has it said: place from 1, its own score, and what it added before boosts. */
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

export const memoryRoutes = {
  /** Best first. No hits: nothing found that is near enough to be an answer. */
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
      /** The lists that had a say. */
      lists: z.array(z.enum(["keyword", "vector", "graph"])),
      /** Why meaning had none; null when it had. */
      note: z.string().nullable(),
    }),
  ),
  /** Newest first. */
  "memory.list": route(
    z.object({
      ...whose,
      tier: memoryTier.optional(),
      pinned: z.boolean().optional(),
      /** Daily notes too old for a prompt. */
      faded: z.boolean().optional(),
      limit: z.number().int().positive().max(500).default(100),
      offset: z.number().int().nonnegative().default(0),
    }),
    z.object({ memories: z.array(memory) }),
  ),
  "memory.stats": route(
    z.object(whose),
    z.object({
      total: z.number().int(),
      tiers: z.partialRecord(memoryTier, z.number().int()),
      pinned: z.number().int(),
      faded: z.number().int(),
      /** What turns memories into vectors, and how far it is. */
      embedding: z.object({
        model: z.string(),
        /** Whose vectors are searched now; another one than `model` while everything is embedded again. */
        serving: z.string().nullable(),
        pending: z.number().int(),
        /** The user stopped it; what has a vector is searched by meaning, the rest by words. */
        paused: z.boolean(),
        problem: z.string().nullable(),
      }),
    }),
  ),
  /** Stops turning memories into vectors, or goes on with it. Until the project is closed. */
  "memory.pauseEmbedding": route(z.object({ paused: z.boolean() }), z.object({ paused: z.boolean() })),
  /** Stops reading what memories are made of; the rest is read by `resumeIndexing` or the next start. */
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
  /** Rows came, went or moved; or what is pinned did. */
  "memory.changed": z.object({ what: z.enum(["memories", "pins"]) }),
  "memory.progress": z.object({
    work: z.enum(["indexing", "embedding", "importing"]),
    done: z.number().int(),
    total: z.number().int(),
    /** It ended before all was done. */
    stopped: z.boolean().optional(),
  }),
};
