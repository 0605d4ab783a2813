export * from "./frames.ts";
export * from "./wire-carrier.ts";
export type { WireStatus, WireStatusStore } from "./wire-status.ts";
