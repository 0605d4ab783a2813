import { join } from "node:path";

/**
 * Node keeps what it compiled, and the types it stripped, in this folder. Tests start hundreds of processes
 * and workers from source; without it each strips and compiles every file again, which was a third to a half of the work.
 */
export const keepCompiled = (): void => {
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "..", "node_modules", ".cache", "compiled");
};
