import { spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * Tests run on the real sentence model and packed ranks; creating them takes seconds, and only the first
 * time.
 */
export const setup = (): void => {
  for (const script of ["build-model.ts", "build-ranks.ts"]) {
    spawnSync(process.execPath, [join(import.meta.dirname, "..", script)], { stdio: "inherit" });
  }
};
