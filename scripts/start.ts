import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { modelFolder } from "../src/main/embeddings/bundled-model.ts";
import { needsBuild } from "./needs-build.ts";

/** `npm start`: builds when something changed since the last build, then `satchel start` with the same flags. */
const top = join(import.meta.dirname, "..");

const build = (): boolean => {
  console.log("Building Satchel …");
  const electronVite = join(top, "node_modules", "electron-vite", "bin", "electron-vite.js");
  const done = spawnSync(process.execPath, [electronVite, "build", "--logLevel", "warn"], {
    cwd: top,
    stdio: "inherit",
  });
  return done.status === 0;
};

/**
 * Without the model memory is searched by words only, without the ranks counting starts slower: a failure is
 * reported and does not keep Satchel from starting.
 */
const buildResources = () => {
  for (const script of ["build-model.ts", "build-ranks.ts"]) {
    spawnSync(process.execPath, [join(top, "scripts", script)], { cwd: top, stdio: "inherit" });
  }
};

const stale = needsBuild(top);
if (stale || !existsSync(modelFolder(join(top, "resources")))) buildResources();
if (stale && !build()) {
  console.error("The build failed, so Satchel was not started.");
  process.exit(1);
}
const child = spawn(process.execPath, [join(top, "out/main/cli.js"), "start", ...process.argv.slice(2)], {
  stdio: "inherit",
});
// The terminal sends Ctrl-C to the child as well; this process only waits for it.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("close", (code) => {
  process.exitCode = code ?? 1;
});
