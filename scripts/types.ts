import { spawnSync } from "node:child_process";

/** Each area compiles on its own, so that `document` in main or `node:fs` in the renderer does not. */
const areas = ["src/shared", "src/main", "src/preload", "src/renderer", "e2e", "scripts"];

const failed = areas.filter((area) => {
  const run = spawnSync("tsc", ["-p", area], { stdio: "inherit", shell: process.platform === "win32" });
  return run.status !== 0;
});
if (failed.length > 0) {
  console.error(`Types: ${failed.join(", ")} did not compile.`);
  process.exit(1);
}
console.log(`Types: ${areas.length} areas compile.`);
