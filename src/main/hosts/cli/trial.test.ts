import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { TrialResult } from "#shared/model/trial-result.ts";

const temp = () => realpathSync(mkdtempSync(join(tmpdir(), "satchel-cli-trial-")));
const main = join(import.meta.dirname, "main.ts");
let project: string;

beforeEach(() => {
  project = temp();
  mkdirSync(join(project, "workspace"));
  mkdirSync(join(project, "trials"));
  writeFileSync(join(project, "workspace/AGENTS.md"), "Work.");
  writeFileSync(join(project, "workspace/HOURS.md"), "The bakery opens at 07:00 on every day but Sunday.\n");
});

/** Built-in answers with passages, so no model server is needed. */
const begin = (...args: string[]) =>
  spawn(process.execPath, [main, ...args, "--project", project], {
    cwd: project,
    env: { ...process.env, SATCHEL_DATA: temp() },
    stdio: ["ignore", "pipe", "pipe"],
  });

const satchel = (...args: string[]) =>
  new Promise<{ status: number | null; out: string; err: string }>((done) => {
    const child = begin(...args);
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.on("close", (status) => done({ status, out, err }));
  });

/** Whole lines; the last one may be cut off. */
const answersOf = (folder: string): readonly { readonly question: number }[] => {
  const trials = join(folder, ".satchel/trials");
  const [id] = existsSync(trials) ? readdirSync(trials) : [];
  const path = join(trials, id ?? "", "answers.jsonl");
  if (id === undefined || !existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as { question: number }];
    } catch {
      return [];
    }
  });
};

const SET = 'questions:\n  - ask: When does the bakery open?\n    checks: [{contains: "07:00"}]\n';

describe("satchel trial", () => {
  it("asks the questions of a file and prints the result as JSON", async () => {
    writeFileSync(join(project, "trials/shop.yaml"), SET);
    const { status, out, err } = await satchel(
      "trial",
      "run",
      "trials/shop.yaml",
      "--json",
      "--fail-below",
      "0.9",
    );
    expect({ status, err }).toMatchObject({ status: 0 });
    const result = JSON.parse(out) as TrialResult;
    expect(result.trial).toMatchObject({ status: "done", done: 1, total: 1 });
    expect(result.totals[0]).toMatchObject({ checked: 1, passed: 1 });
    expect(err).toContain("1 call, ");
    const listed = await satchel("trial", "list");
    expect(listed.out).toContain("trials/shop.yaml  1 question, 1 check");
    expect(listed.out).toContain("done  1 of 1");
  });

  it("ends with 3 when fewer answers pass than asked for", async () => {
    writeFileSync(join(project, "trials/shop.yaml"), SET.replace("07:00", "09:30"));
    const { status, err } = await satchel("trial", "run", "trials/shop.yaml", "--fail-below", "50%");
    expect(status).toBe(3);
    expect(err).toContain("below 50 %");
  });

  it("asks nothing when --fail-below has no checks to compare", async () => {
    writeFileSync(join(project, "trials/open.yaml"), "questions: [When does the bakery open?]\n");
    const { status, err } = await satchel("trial", "run", "trials/open.yaml", "--fail-below", "0.5");
    expect(status).toBe(1);
    expect(err).toContain("has no checks");
    expect(existsSync(join(project, ".satchel/trials"))).toBe(false);
  });

  it("goes on after its process was killed, and asks nothing twice that was answered", async () => {
    const count = 60;
    const asked = Array.from({ length: count }, (_, day) => `  - When does it open on day ${day}?\n`);
    writeFileSync(join(project, "trials/long.yaml"), `questions:\n${asked.join("")}`);
    const killed = begin("trial", "run", "trials/long.yaml");
    const ended = new Promise((done) => killed.on("close", done));
    const answered = () => answersOf(project).length;
    while (answered() < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    killed.kill("SIGKILL");
    await ended;
    const before = answersOf(project);
    expect(before.length).toBeLessThan(count);
    const { out: listed } = await satchel("trial", "list");
    expect(listed).toContain(`interrupted  ${before.length} of ${count}`);
    const [id = ""] = readdirSync(join(project, ".satchel/trials"));
    expect(await satchel("trial", "continue", id)).toMatchObject({ status: 0 });
    const after = answersOf(project);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(new Set(after.map(({ question }) => question)).size).toBe(count);
    expect(after).toHaveLength(count);
  });

  it("ends with 1 for a file that cannot be asked, and with 2 for wrong usage", async () => {
    writeFileSync(join(project, "trials/none.yaml"), "questions: []\n");
    expect(await satchel("trial", "run", "trials/none.yaml")).toMatchObject({ status: 1 });
    expect(await satchel("trial", "run", "trials/missing.yaml")).toMatchObject({ status: 1 });
    expect(await satchel("trial", "run")).toMatchObject({ status: 2 });
    expect(await satchel("trial", "run", "a.yaml", "--fail-below", "lots")).toMatchObject({ status: 2 });
  });
});
