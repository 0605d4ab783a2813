import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it, vi } from "vitest";
import { writeSmallModel } from "../../e2e/model-file/small-model.ts";
import { eventually } from "./base/test-eventually.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

// Each starts the app, an engine and two servers.
vi.setConfig({ testTimeout: 180_000 });

const odd = fileURLToPath(new URL("mcp/client/odd-server.fixture.ts", import.meta.url));

type Process = { readonly pid: number; readonly parent: number; readonly args: string };

const processes = (): readonly Process[] =>
  execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .flatMap((line) => {
      const [, pid, parent, args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), args }];
    });

/** Everything below a process, at any depth. */
const below = (pid: number, all: readonly Process[] = processes()): readonly Process[] =>
  all.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...below(one.pid, all)]);

const started: number[] = [];
afterEach(() => {
  for (const pid of started.splice(0)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended, as it should.
    }
  }
});

/** The app with a model in memory, a server that starts a process of its own, and one that ignores every ending. */
const startApp = async (mark: string) => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-children-"));
  const path = join(folder, "story.gguf");
  writeSmallModel(path, { endless: true });
  const project = temporaryProject({
    "workspace/AGENTS.md": "Answer briefly.",
    "agents.yaml": "agents:\n  - id: juno\n    provider: model-files\n    model: story\n",
  });
  const main = join(import.meta.dirname, "hosts/cli/main.ts");
  const args = [main, "call", "-", "--project", project, "--data", join(folder, "data")];
  const app = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  started.push(app.pid ?? 0);
  let write = (_line: Line) => {};
  let hasAnswer = false;
  createInterface({ input: app.stdout }).on("line", (text) => {
    const line = JSON.parse(text) as Line;
    if (line["event"] === undefined) write(line);
    if (line["event"] === "chat.delta") hasAnswer = true;
  });
  const ask = (method: string, input: unknown) =>
    new Promise<Line>((resolve) => {
      write = resolve;
      app.stdin.write(`${JSON.stringify({ method, input })}\n`);
    });
  await ask("project.trust", { trusted: true });
  await ask("settings.set", { user: { engine: { threads: 1 } } });
  for (const mode of ["has-child", "stays"])
    await ask("mcp.save", { id: mode, command: process.execPath, args: [odd, mode, mark] });
  await ask("modelFiles.add", { path });
  const { value } = await ask("sessions.create", {});
  const { session } = value as { session: { id: string } };
  void ask("chat.send", { session: session.id, text: "Go on." });
  await eventually(() => expect(hasAnswer).toBe(true));
  return app;
};

type Line = Readonly<Record<string, unknown>>;

const isAlive = (pid: number): boolean => processes().some((each) => each.pid === pid);

it.each([
  ["is killed", "SIGKILL"],
  ["is asked to end", "SIGTERM"],
  ["is interrupted", "SIGINT"],
] as const)(
  "no child process outlives the app when it %s in the middle of an answer",
  async (_how, signal) => {
    const mark = `satchel-${Math.random().toString(36).slice(2)}`;
    const app = await startApp(mark);
    const children = below(app.pid ?? 0);
    const names = children.map(({ args }) => args);
    // One that answers, and one that counts.
    expect(names.filter((args) => args.includes("satchel-model"))).toHaveLength(2);
    // Two servers, and what one of them started.
    expect(names.filter((args) => args.includes(mark))).toHaveLength(3);
    app.kill(signal);
    await eventually(() => expect(children.filter(({ pid }) => isAlive(pid))).toEqual([]));
    await eventually(() => expect(isAlive(app.pid ?? 0)).toBe(false));
    expect(processes().filter(({ args }) => args.includes(mark))).toEqual([]);
  },
);
