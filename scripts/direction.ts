import { join } from "node:path";
import { checkCycles } from "./cycle-check.ts";
import { checkDirection } from "./direction-check.ts";
import { checkTables } from "./table-check.ts";

/**
 * Checks which file imports which and which room names which table, after proving with fixtures that it finds
 * violations.
 */
const top = join(import.meta.dirname, "..");
const fixtures = join(import.meta.dirname, "fixtures");
const problems: string[] = [];

const wrongImports = checkDirection(join(fixtures, "direction"));
if (wrongImports.refused.length !== wrongImports.imports || wrongImports.imports < 10) {
  problems.push(
    `the fixture has ${wrongImports.imports} wrong imports, ${wrongImports.refused.length} were refused.`,
  );
}
// Its four uses, and a table without an owner.
const wrongTables = checkTables(join(fixtures, "tables"));
if (wrongTables.uses !== 4 || wrongTables.refused.length !== 5) {
  problems.push(`the fixture has 5 wrong tables, ${wrongTables.refused.length} were refused.`);
}

// Two files, three files, and one that imports itself; a fourth group that is no circle.
const circles = checkCycles(join(fixtures, "cycles"));
if (circles.cycles.length !== 3) {
  problems.push(`the fixture has 3 import cycles, ${circles.cycles.length} were found.`);
}

const cycles = checkCycles(top);
problems.push(...cycles.cycles);
if (cycles.imports === 0) problems.push("no imports between files were seen, so no cycle was checked.");

const direction = checkDirection(top);
const tables = checkTables(top);
problems.push(...direction.refused, ...tables.refused);
if (direction.imports === 0) problems.push("no imports were seen, so nothing was checked.");
if (tables.uses === 0) problems.push("no SQL was seen, so no table was checked.");

for (const line of problems) console.error(`Direction: ${line}`);
if (problems.length > 0) process.exit(1);
console.log(
  `Direction: ${direction.imports} imports in ${direction.files} files, all downwards and without cycles; ${tables.uses} uses of tables, all by their owners.`,
);
