import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Tests of memory and embeddings run the real model; it takes seconds to make, and only the first time. */
export const setup = (): void => {
  spawnSync(process.execPath, [join(import.meta.dirname, "..", "build-model.ts")], { stdio: "inherit" });
};
