import { z } from "zod";
import { route } from "./route.ts";

export const graphEntity = z.object({
  id: z.string(),
  name: z.string(),
  /** `person`, `company`, `thing` …; `note` for a file that links to others or is linked to. */
  type: z.string(),
  /** 0 to 1: grows with use, fades without. */
  strength: z.number(),
  /** Null for a note. */
  usedAt: z.string().nullable(),
  /** Project-relative path of a note; null for what was learned. */
  path: z.string().nullable(),
  /** Number of its relations. */
  links: z.number().int(),
});
export type GraphEntity = z.output<typeof graphEntity>;

/** One step along a relation. */
export const graphStep = z.object({
  relation: z.string(),
  /** The relation as shown: `source — type → target`. */
  source: z.string(),
  type: z.string(),
  target: z.string(),
  confidence: z.number(),
});

export const graphNeighbour = z.object({
  entity: graphEntity,
  /** The length of the shortest path, from 1. */
  hops: z.number().int(),
  /** Id of the entity before it on that path. */
  from: z.string(),
  /** The steps of that path, in order. */
  path: z.array(graphStep),
});
export type GraphNeighbour = z.output<typeof graphNeighbour>;

/** The most entities that one answer has. */
export const MAX_ENTITIES = 5_000;

const whose = { agent: z.string().optional() };

export const memoryGraphRoutes = {
  /** What was learned, strongest first; then notes, those with the most links first. */
  "memory.entities": route(
    z.object({ ...whose, limit: z.number().int().positive().max(MAX_ENTITIES).default(1_000) }),
    z.object({ entities: z.array(graphEntity), total: z.number().int(), relations: z.number().int() }),
  ),
  /** Entities that can be reached from one, nearest first, at most 2,000. Fails with `entity-not-found`. */
  "memory.neighbours": route(
    z.object({ ...whose, entity: z.string(), hops: z.number().int().min(1).max(4).default(2) }),
    z.object({ entity: graphEntity, neighbours: z.array(graphNeighbour) }),
  ),
};
