import { parseArgs } from "node:util";
import { type Mode, runCrashes, summaryOf } from "./run-crashes.ts";
import { scenarios } from "./scenarios.ts";

/**
 * `npm run crash -- --kills 1000 --seed 7 [--scenario writes]`: real processes doing real work through the core,
 * killed at random moments. `--power 100`: the power goes with them. `--faults 10000`: on a disk that fails.
 * `--lost-sync 100`: power cuts on a disk whose fsync lies. `--at-once 2`: two projects at the same time. Exit code 1 when anything that was acknowledged is not
 * there afterwards.
 */
const { values } = parseArgs({
  options: {
    kills: { type: "string" },
    faults: { type: "string" },
    power: { type: "string" },
    "lost-sync": { type: "string" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    scenario: { type: "string", multiple: true },
    "at-once": { type: "string", default: "1" },
  },
});
const modes: readonly (readonly [Mode, string | undefined])[] = [
  ["faults", values.faults],
  ["power", values.power],
  ["lost-sync", values["lost-sync"]],
  ["kill", values.kills],
];
const [mode, amount] = modes.find(([, given]) => given !== undefined) ?? ["kill", "100"];
const chosen = scenarios.filter(({ name }) => values.scenario?.includes(name) ?? true);
if (chosen.length === 0) throw new Error(`Scenarios: ${scenarios.map(({ name }) => name).join(", ")}`);
console.log(`${mode}, seed ${values.seed}`);
const outcomes = await runCrashes({
  scenarios: chosen,
  mode,
  amount: Number(amount),
  seed: Number(values.seed),
  atOnce: Number(values["at-once"]),
  report: (line) => console.log(line),
});
const all = [...outcomes.values()];
const sum = (key: "kills" | "faults" | "acknowledged" | "copies" | "names" | "files" | "logBytes" | "lost") =>
  all.reduce((total, each) => total + each[key], 0);
const problems = all.flatMap((outcome) => outcome.problems);
const total = {
  kills: sum("kills"),
  faults: sum("faults"),
  acknowledged: sum("acknowledged"),
  copies: sum("copies"),
  names: sum("names"),
  files: sum("files"),
  logBytes: sum("logBytes"),
  lost: sum("lost"),
  problems,
};
for (const problem of problems) console.log(problem);
console.log(`In all (${mode}, seed ${values.seed}): ${summaryOf(total)}.`);
process.exitCode = problems.length === 0 ? 0 : 1;
