import { isAbsolute, relative, resolve, sep } from "node:path";
import { type Client, Failure } from "#shared/contract/index.ts";
import { numberText } from "#shared/model/number-text.ts";
import type { TrialPlan, TrialResult, TrialSummary } from "#shared/model/trial-result.ts";
import { type Command, UsageError } from "./command.ts";
import { projectHere } from "./project-here.ts";
import { readFlags } from "./read-flags.ts";
import type { Terminal } from "./terminal.ts";
import { projectFlags, withProject } from "./with-project.ts";

/** Every question was asked, and the share that passed is below what was asked for. */
const BELOW = 3;

export const trial: Command = {
  name: "trial",
  usage:
    "trial run FILE [--json] [--fail-below X] [--repeats N] | trial list [--json] | trial continue ID [--json] [--fail-below X]  [--project DIR] [--data DIR]",
  summary:
    "Ask the questions of a file in trials/ and check the answers. Exit code 0: all was asked; 1: it failed or was stopped; 2: wrong usage; 3: --fail-below, a share like 0.8 or 80%, was not reached by the last variant.",
  run: async (args, terminal) => {
    const { values, positionals } = readFlags(args, {
      json: { type: "boolean" },
      "fail-below": { type: "string" },
      repeats: { type: "string" },
      ...projectFlags,
    });
    const [action, named, ...more] = positionals;
    if (more[0] !== undefined) throw new UsageError(`"${more[0]}" is not expected here.`);
    const least = readShare(values["fail-below"]);
    if (action === "list") {
      if (named !== undefined) throw new UsageError(`"${named}" is not expected here.`);
      return withProject(values, terminal, (client) => list(client, values.json === true, terminal));
    }
    if (action !== "run" && action !== "continue") throw new UsageError("Say trial run, list or continue.");
    if (named === undefined) throw new UsageError(action === "run" ? "Name the file." : "Name the trial.");
    return withProject(values, terminal, async (client) => {
      const id =
        action === "run"
          ? await start(
              client,
              inProject(named, values.project),
              readRepeats(values.repeats),
              least !== null,
              terminal,
            )
          : await goOn(client, named);
      const ended = await follow(client, id, terminal);
      const result = await client.call("trials.result", { id }, never);
      await terminal.out(values.json ? `${JSON.stringify(result)}\n` : table(result));
      if (ended.status !== "done") {
        terminal.err(`${ended.failure?.message ?? "Stopped."} Go on with: satchel trial continue ${id}\n`);
        return 1;
      }
      return least !== null && isBelow(result, least, terminal) ? BELOW : 0;
    });
  },
};

/** Ctrl-C stops the trial, not the reading of its result. */
const never = new AbortController().signal;

const start = async (
  client: Client,
  path: string,
  repeats: number | undefined,
  needsChecks: boolean,
  terminal: Terminal,
): Promise<string> => {
  const wanted = { path, ...(repeats === undefined ? {} : { repeats }) };
  const { plan, problems } = await client.call("trials.plan", wanted);
  if (needsChecks) await requireChecks(client, path);
  for (const { message, line } of problems)
    terminal.err(`${line === null ? "" : `line ${line}: `}${message}\n`);
  terminal.err(`${planText(plan)}\n`);
  return (await client.call("trials.start", wanted)).id;
};

/** Before anything is asked and paid for. */
const requireChecks = async (client: Client, path: string): Promise<void> => {
  const { set } = await client.call("trials.read", { path });
  if (set.questions.every(({ checks }) => checks.length === 0)) throw noChecks();
};

const noChecks = (): Failure =>
  new Failure("no-checks", "The set has no checks, so --fail-below has nothing to compare.");

const goOn = async (client: Client, id: string): Promise<string> => {
  await client.call("trials.continue", { id });
  return id;
};

const planText = ({ calls, variants, judge, looked, questions }: TrialPlan): string => {
  const read = variants.reduce((sum, each) => sum + each.read, judge?.read ?? 0);
  const write = variants.reduce((sum, each) => sum + each.write, judge?.write ?? 0);
  const exact = variants.every((each) => each.exact) && judge === null;
  const seen = looked < questions ? `, from ${looked} of ${questions} questions` : "";
  return `${counted(calls, "call")}, ${exact ? "" : "~"}${numberText(read)} tokens to read${seen}, at most ${numberText(write)} to write. ${costText(variants, judge)}`;
};

const costText = (variants: TrialPlan["variants"], judge: TrialPlan["judge"]): string => {
  const all = [...variants, ...(judge ? [judge] : [])];
  if (all.every(({ local, cost }) => local && cost === null)) return "Free, on this machine.";
  if (all.some(({ local, cost }) => !local && cost === null)) return "Its price is not known.";
  return `At most $${all.reduce((sum, { cost }) => sum + (cost ?? 0), 0).toFixed(2)}.`;
};

type Ended = Pick<TrialSummary, "status" | "failure">;

/** Settles when the trial stands still. Ctrl-C stops it; what was answered stays. */
const follow = async (client: Client, id: string, terminal: Terminal): Promise<Ended> => {
  const { promise, resolve: settle } = Promise.withResolvers<Ended>();
  const off = client.on("trials.changed", ({ trial: { id: about, status, failure, done, total } }) => {
    if (about !== id) return;
    if (status === "running") terminal.err(`\r${done} of ${total}`);
    else settle({ status, failure });
  });
  const onStop = () => void client.call("trials.stop", { id }, never).catch(() => {});
  terminal.stop.addEventListener("abort", onStop);
  try {
    // It may have ended before this listened.
    const { trials } = await client.call("trials.list", {}, never);
    const now = trials.find((each) => each.id === id);
    if (now && now.status !== "running") settle(now);
    if (terminal.stop.aborted) onStop();
    return await promise;
  } finally {
    off();
    terminal.stop.removeEventListener("abort", onStop);
    terminal.err("\n");
  }
};

const isBelow = ({ totals }: TrialResult, least: number, terminal: Terminal): boolean => {
  const last = totals.at(-1);
  if (!last || last.checked === 0) throw noChecks();
  const share = last.passed / last.checked;
  if (share >= least) return false;
  terminal.err(`"${last.name}" passed ${last.passed} of ${last.checked}, below ${least * 100} %.\n`);
  return true;
};

const table = ({ totals, verdict, questions, notes, trial: { id } }: TrialResult): string => {
  const lines = [`${verdict.text}\n`];
  for (const each of totals) {
    const about = each.exact ? "" : "~";
    const cost = each.cost === null ? (each.local ? "free" : "price unknown") : `$${each.cost.toFixed(4)}`;
    lines.push(
      `${each.name}: ${each.passed} of ${each.checked} passed, ${about}${numberText(each.read)} read, ${about}${numberText(each.wrote)} written, ${(each.ms / 1000).toFixed(1)} s, ${cost}\n`,
    );
  }
  for (const { ask, sides, checks } of questions) {
    const marks = sides.map(({ passed, answers }) => (checks === 0 ? "–" : `${passed ?? 0}/${answers}`));
    lines.push(`  ${marks.join("  ")}  ${ask.split("\n")[0]?.slice(0, 80) ?? ""}\n`);
  }
  for (const note of notes) lines.push(`${note}\n`);
  lines.push(`trial ${id}\n`);
  return lines.join("");
};

const list = async (client: Client, json: boolean, terminal: Terminal): Promise<number> => {
  const [{ sets }, { trials }] = await Promise.all([
    client.call("trials.sets", {}),
    client.call("trials.list", {}),
  ]);
  if (json) await terminal.out(`${JSON.stringify({ sets, trials })}\n`);
  else {
    for (const { path, questions, checks, problems } of sets)
      await terminal.out(
        `${path}  ${counted(questions, "question")}, ${counted(checks, "check")}${problems > 0 ? `, ${counted(problems, "problem")}` : ""}\n`,
      );
    for (const { id, at, set, status, done, total } of trials)
      await terminal.out(
        `${id}  ${at.slice(0, 16).replace("T", " ")}  ${set}  ${status}  ${done} of ${total}\n`,
      );
    if (sets.length + trials.length === 0) await terminal.out("There are no question sets in trials/.\n");
  }
  return 0;
};

const counted = (count: number, one: string): string =>
  `${numberText(count)} ${one}${count === 1 ? "" : "s"}`;

/** As named from here, or from the project. */
const inProject = (named: string, project: string | undefined): string => {
  const folder = project ?? projectHere() ?? ".";
  const way = relative(resolve(folder), resolve(named)).split(sep).join("/");
  const isInside = !way.startsWith("..") && !isAbsolute(way);
  return project !== undefined && !isAbsolute(named) && !isInside ? named : way;
};

const readShare = (text: string | undefined): number | null => {
  if (text === undefined) return null;
  const value = text.endsWith("%") ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (text.trim() !== "" && value >= 0 && value <= 1) return value;
  throw new UsageError(`--fail-below takes a share from 0 to 1 or a percentage, not "${text}".`);
};

const readRepeats = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (/^\d{1,2}$/.test(text) && Number(text) > 0) return Number(text);
  throw new UsageError(`--repeats takes a small number, not "${text}".`);
};
