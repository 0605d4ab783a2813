import type { MemoryTier } from "#shared/contract/memory.ts";

/** Where a memory is stored. */
export type Tier = MemoryTier;

/** The groups that a preset's boosts apply to. */
export type BoostGroup = "session" | "graph" | "knowledge" | "workspace";

export const boostGroup = (tier: Tier): BoostGroup =>
  tier === "session" || tier === "graph" || tier === "knowledge" ? tier : "workspace";
