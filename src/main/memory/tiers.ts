/** Where a memory lives. `curated` is MEMORY.md. */
export const tiers = ["session", "daily", "curated", "knowledge", "profile", "graph", "procedural"] as const;
export type Tier = (typeof tiers)[number];

/** What a preset's boosts speak of. */
export type BoostGroup = "session" | "graph" | "knowledge" | "workspace";

export const boostGroup = (tier: Tier): BoostGroup =>
  tier === "session" || tier === "graph" || tier === "knowledge" ? tier : "workspace";
