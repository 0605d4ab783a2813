import { parseArgs } from "node:util";
import { runCrashes } from "./run-crashes.ts";
import { scenarios } from "./scenarios.ts";

/**
 * `npm run crash -- --kills 1000 --seed 7 [--scenario writes] [--faults 10000]`: real processes doing real work
 * through the core, killed at random moments; or, with --faults, on a disk that fails. Exit code 1 when anything that
 * was acknowledged is not there afterwards.
 */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    faults: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    scenario: { type: "string", multiple: true },
  },
});
const chosen = scenarios.filter(({ name }) => values.scenario?.includes(name) ?? true);
if (chosen.length === 0) throw new Error(`Scenarios: ${scenarios.map(({ name }) => name).join(", ")}`);
console.log(`seed ${values.seed}`);
const outcomes = await runCrashes({
  scenarios: chosen,
  kills: Number(values.faults ?? values.kills),
  seed: Number(values.seed),
  faultsPerThousand: values.faults === undefined ? 0 : 15,
  report: (line) => console.log(line),
});
const problems = [...outcomes.values()].flatMap((outcome) => outcome.problems);
const sum = (key: "kills" | "faults" | "acknowledged") =>
  [...outcomes.values()].reduce((total, each) => total + each[key], 0);
for (const problem of problems) console.log(problem);
console.log(
  `${sum("kills")} kills, ${sum("faults")} faults, ${sum("acknowledged")} acknowledged steps, ${problems.length} problems. Seed ${values.seed}.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
