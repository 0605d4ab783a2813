import { mkdirSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runFuzz } from "./run-fuzz.ts";
import { targets } from "./targets.ts";

/**
 * `npm run fuzz -- --minutes 20 [--seed 7] [--only front-matter]`: every parser that reads what Satchel did not
 * write, with inputs made from the words of its format. Each gets its share of the time. What breaks a promise is
 * written to `found/` and is run by the unit tests from then on.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    only: { type: "string", multiple: true },
    "hang-seconds": { type: "string", default: "30" },
  },
});
const chosen = targets.filter(({ name }) => values.only?.includes(name) ?? true);
if (chosen.length === 0) throw new Error(`Targets: ${targets.map(({ name }) => name).join(", ")}`);
const share = (Number(values.minutes) * 60_000) / chosen.length;
const FOUND = join(import.meta.dirname, "found");
let broken = 0;
let runs = 0;
console.log(`seed ${values.seed}, ${chosen.length} targets, ${Math.round(share / 1000)} s each`);
for (const target of chosen) {
  const result = await runFuzz(target, {
    seed: Number(values.seed),
    runs: 100_000_000,
    hangMs: Number(values["hang-seconds"]) * 1000,
    forMs: share,
  });
  runs += result.runs;
  broken += result.found.length;
  console.log(
    `${target.name.padEnd(20)} ${String(result.runs).padStart(8)} runs, slowest ${result.slowestMs.toFixed(0)} ms, ${result.found.length} found`,
  );
  if (result.slowestMs > 1000) console.log(`  slow: ${JSON.stringify(result.slowest).slice(0, 300)}`);
  for (const { why, recipe } of result.found)
    console.log(`  ${why}: ${JSON.stringify(recipe).slice(0, 300)}`);
  if (result.found.length === 0) continue;
  mkdirSync(FOUND, { recursive: true });
  const file = join(FOUND, `${target.name}.json`);
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as unknown[]) : [];
  const more = result.found.map(({ why, recipe }) => ({ why, recipe }));
  writeFileSync(file, `${JSON.stringify([...known, ...more], null, 2)}\n`);
}
console.log(`In all: ${runs} runs, ${broken} found. Seed ${values.seed}.`);
process.exitCode = broken === 0 ? 0 : 1;
