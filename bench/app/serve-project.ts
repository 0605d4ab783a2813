import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const top = resolve(import.meta.dirname, "../..");
const cli = join(top, "out/main/cli.js");

type Running = {
  readonly url: string;
  readonly startedAt: number;
  readonly readyAt: number;
  readonly stop: () => Promise<void>;
};

/** A project in a temporary folder, and `satchel serve` on it, as often as needed. Needs a build. */
export type BenchProject = {
  readonly names: readonly string[];
  start(): Promise<Running>;
  remove(): void;
};

export const makeProject = (files: number): BenchProject => {
  const home = mkdtempSync(join(tmpdir(), "satchel-bench-app-"));
  const folder = join(home, "project");
  const data = join(home, "data");
  mkdirSync(join(folder, "workspace"), { recursive: true });
  writeFileSync(join(folder, "workspace/AGENTS.md"), "# Agents\n\nBe brief.\n");
  const names = Array.from({ length: files }, (_, index) => `note-${String(index).padStart(4, "0")}.md`);
  for (const [index, name] of names.entries()) {
    writeFileSync(join(folder, "workspace", name), noteOf(index));
  }
  mkdirSync(data, { recursive: true });
  const settings = ["--project", folder, "--data", data];
  return {
    names,
    start: async () => {
      const startedAt = Date.now();
      const child = spawn(process.execPath, [cli, "serve", "--port", "0", ...settings], { cwd: top });
      const url = await addressOf(child);
      return { url, startedAt, readyAt: Date.now(), stop: () => stopped(child) };
    },
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  };
};

/** About 10 KB of Markdown. */
export const noteOf = (index: number): string =>
  `# Note ${index}\n\n${`- Flour, water, salt and time make **bread** number ${index}.\n`.repeat(190)}`;

/** The address that `satchel serve` prints. */
export const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((found, failed) => {
    let said = "";
    const heard = (chunk: Buffer) => {
      said += chunk.toString();
      const url = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(said)?.[0];
      if (url) found(url);
    };
    child.stdout?.on("data", heard);
    child.stderr?.on("data", heard);
    child.once("exit", () => failed(new Error(said)));
  });

const stopped = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    child.once("exit", () => done());
    child.kill();
  });
