/** Where a memory is stored. `curated` is MEMORY.md; `knowledge` is every other text file of the workspace. */
export const tiers = ["session", "daily", "curated", "knowledge", "profile", "graph", "procedural"] as const;
export type Tier = (typeof tiers)[number];

/** The groups that a preset's boosts apply to. */
export type BoostGroup = "session" | "graph" | "knowledge" | "workspace";

export const boostGroup = (tier: Tier): BoostGroup =>
  tier === "session" || tier === "graph" || tier === "knowledge" ? tier : "workspace";
