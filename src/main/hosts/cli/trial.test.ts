import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
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
const satchel = (...args: string[]) =>
  new Promise<{ status: number | null; out: string; err: string }>((done) => {
    const child = spawn(process.execPath, [main, ...args, "--project", project], {
      cwd: project,
      env: { ...process.env, SATCHEL_DATA: temp() },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.on("close", (status) => done({ status, out, err }));
  });

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
    expect(err).toContain("1 calls");
    const listed = await satchel("trial", "list");
    expect(listed.out).toContain("trials/shop.yaml  1 questions, 1 checks");
    expect(listed.out).toContain("done  1 of 1");
  });

  it("ends with 3 when fewer answers pass than asked for", async () => {
    writeFileSync(join(project, "trials/shop.yaml"), SET.replace("07:00", "09:30"));
    const { status, err } = await satchel("trial", "run", "trials/shop.yaml", "--fail-below", "50%");
    expect(status).toBe(3);
    expect(err).toContain("below 50 %");
  });

  it("ends with 1 for a file that cannot be asked, and with 2 for wrong usage", async () => {
    writeFileSync(join(project, "trials/none.yaml"), "questions: []\n");
    expect(await satchel("trial", "run", "trials/none.yaml")).toMatchObject({ status: 1 });
    expect(await satchel("trial", "run", "trials/missing.yaml")).toMatchObject({ status: 1 });
    expect(await satchel("trial", "run")).toMatchObject({ status: 2 });
    expect(await satchel("trial", "run", "a.yaml", "--fail-below", "lots")).toMatchObject({ status: 2 });
  });
});
