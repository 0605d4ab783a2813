import { expect, it } from "vitest";
import { runCrashes } from "./run-crashes.ts";
import { scenarios } from "./scenarios.ts";

const named = (...names: string[]) => scenarios.filter(({ name }) => names.includes(name));
const problemsOf = (outcomes: Awaited<ReturnType<typeof runCrashes>>) =>
  [...outcomes.values()].flatMap(({ problems }) => problems);
const quiet = () => {};

it(
  "loses nothing that was acknowledged when a process is killed at a random moment",
  { timeout: 600_000 },
  async () => {
    const chosen = named("writes", "appends", "memories", "sessions", "streams");
    const outcomes = await runCrashes({
      scenarios: chosen,
      mode: "kill",
      amount: 10,
      seed: 11,
      report: quiet,
    });
    expect(problemsOf(outcomes)).toEqual([]);
    expect([...outcomes.values()].reduce((sum, { kills }) => sum + kills, 0)).toBe(10);
  },
);

it("loses nothing that was acknowledged on a disk that fails", { timeout: 600_000 }, async () => {
  const outcomes = await runCrashes({
    scenarios: named("appends"),
    mode: "faults",
    amount: 5,
    seed: 12,
    report: quiet,
  });
  expect(problemsOf(outcomes)).toEqual([]);
});

it("loses nothing that was acknowledged when the power is cut", { timeout: 600_000 }, async () => {
  const outcomes = await runCrashes({
    scenarios: named("write-all", "sessions", "histories", "undos"),
    mode: "power",
    amount: 8,
    seed: 13,
    report: quiet,
  });
  expect(problemsOf(outcomes)).toEqual([]);
  const lost = [...outcomes.values()].reduce((sum, { names, files }) => sum + names + files, 0);
  expect(lost, "names and files that lost something").toBeGreaterThan(0);
});

it("notices a loss: a check that is told of a step that never happened", async () => {
  const [writes] = named("writes");
  const place = { project: "/nowhere" } as never;
  expect(await writes?.check(place, { acknowledged: [{ n: 1, result: "" }], open: [] })).toEqual([
    "f1.md is neither the last acknowledged text nor the next",
  ]);
});
