import { join } from "node:path";
import { checkDirection } from "./direction-check.ts";

/** Checks who imports whom, after proving on a fixture that it would notice. */
const top = join(import.meta.dirname, "..");

const fixture = checkDirection(join(import.meta.dirname, "fixtures", "direction"));
if (fixture.refused.length !== fixture.imports || fixture.imports < 10) {
  console.error(
    `Direction: the fixture has ${fixture.imports} wrong imports, ${fixture.refused.length} were refused.`,
  );
  process.exit(1);
}

const report = checkDirection(top);
for (const line of report.refused) console.error(`Direction: ${line}`);
if (report.imports === 0) console.error("Direction: no imports were seen, so nothing was checked.");
if (report.refused.length > 0 || report.imports === 0) process.exit(1);
console.log(`Direction: ${report.imports} imports in ${report.files} files, all downwards.`);
