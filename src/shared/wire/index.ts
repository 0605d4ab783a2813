export * from "./frames.ts";
export * from "./wire-carrier.ts";
