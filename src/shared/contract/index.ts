export * from "./bridge.ts";
export * from "./client.ts";
export * from "./contract.ts";
export * from "./dispatcher.ts";
export * from "./failure.ts";
export * from "./route.ts";
export * from "./signal.ts";
