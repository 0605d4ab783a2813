export * from "./frames.ts";
export * from "./wire-carrier.ts";
export { NOT_SENT } from "./wire-failures.ts";
export type { WireStatus, WireStatusStore } from "./wire-status.ts";
