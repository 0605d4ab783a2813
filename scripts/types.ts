import { spawnSync } from "node:child_process";

/**
 * Each area compiles on its own, so that `document` in main or `node:fs` in the renderer does not compile.
 * `tsc -b` caches its results under node_modules/.cache and checks only what changed.
 */
const areas = ["src/shared", "src/main", "src/preload", "src/renderer", "e2e", "scripts"];

const run = spawnSync("tsc", ["-b", ...areas], { stdio: "inherit", shell: process.platform === "win32" });
if (run.status !== 0) process.exit(1);
console.log(`Types: ${areas.length} areas compile.`);
