import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** `npm run -s satchel -- <args>`: the built command line. */
const cli = join(import.meta.dirname, "..", "out", "main", "cli.js");
if (existsSync(cli)) {
  await import(pathToFileURL(cli).href);
} else {
  console.error("Satchel is not built yet. Run `npm run build` first.");
  process.exitCode = 1;
}
