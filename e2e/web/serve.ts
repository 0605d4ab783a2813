import { type ChildProcess, execFile, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { connectCore } from "./call-core.ts";
import {
  isPlanting,
  PLANTED,
  plantFiles,
  saysSecret,
  searchFiles,
  searchShown,
  type Seen,
  tally,
} from "./planted.ts";

const top = resolve(import.meta.dirname, "../..");
const cli = join(top, "out/main/cli.js");

/** A running `satchel serve` with a copy of the sample, as a user would have it. */
export type Served = {
  readonly url: string;
  readonly folder: string;
  /** The user data folder. */
  readonly data: string;
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
  /** Stops the server and starts a new one on the same port, as after a crash. */
  restart(): Promise<void>;
  /** Stops the server and starts a new one on a different port; returns its address. */
  another(): Promise<string>;
  stop(): Promise<void>;
  close(): Promise<void>;
};

export type ServeOptions = {
  /** False: as on the first start, with nothing ever opened. */
  readonly project?: boolean;
  /** Address of a model server that answers for the agent. */
  readonly model?: string;
};

export const serve = async ({ project = true, model }: ServeOptions = {}): Promise<Served> => {
  const home = await mkdtemp(join(tmpdir(), "satchel-e2e-"));
  const folder = join(home, "Harbor Bakery");
  const data = join(home, "data");
  if (project) await cp(await sample(), folder, { recursive: true });
  if (model) await nameModel(folder);
  if (isPlanting && project) plantFiles(folder);
  const said = { text: "" };
  const start = (port: string) =>
    launch(said, [
      "serve",
      "--port",
      port,
      "--data",
      join(home, "data"),
      ...(project ? ["--project", folder] : []),
    ]);
  let running = await start("0");
  if (model) await saveServer(model, running.url);
  const port = new URL(running.url).port;
  return {
    get url() {
      return running.url;
    },
    folder,
    data,
    read: (path) => readFile(join(folder, path), "utf8"),
    write: (path, text) => writeFile(join(folder, path), text),
    stop: () => ended(running.child),
    another: async () => {
      await ended(running.child);
      running = await start("0");
      return running.url;
    },
    restart: async () => {
      await ended(running.child);
      running = await start(port);
    },
    close: async () => {
      const leaks = isPlanting ? await searchAll(running, { home, project, said: said.text }) : [];
      await ended(running.child);
      if (leaks.length > 0) throw new Error(`A planted secret is in: ${leaks.join(", ")}`);
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

let searched = 0;

/** Every second server is killed in the middle, so that what a crash leaves is searched as well. */
const searchAll = async (
  { url, child }: { readonly url: string; readonly child: ChildProcess },
  { home, project, said }: { readonly home: string; readonly project: boolean; readonly said: string },
): Promise<readonly string[]> => {
  const isUp = child.exitCode === null && child.signalCode === null;
  const shown = isUp && project ? await searchShown(url) : { leaks: [], seen: {} };
  const isKilled = isUp && (searched += 1) % 2 === 0;
  if (isKilled) child.kill("SIGKILL");
  await ended(child);
  const files = searchFiles(home);
  const seen: Seen = { ...shown.seen, ...files.seen, servers: 1, "printed characters": said.length };
  tally({ ...seen, "killed servers": isKilled ? 1 : 0 });
  return [...shown.leaks, ...files.leaks, ...(saysSecret(said) ? ["what the server printed"] : [])];
};

let made: Promise<string> | null = null;

/** Created once per worker, as a user creates it; a copy of a project is a project. */
export const sample = (): Promise<string> => {
  made ??= makeSample();
  return made;
};

const makeSample = async (): Promise<string> => {
  const home = await mkdtemp(join(tmpdir(), "satchel-e2e-sample-"));
  process.once("exit", () => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, "Harbor Bakery");
  const input = JSON.stringify({ folder, create: true, template: "bakery" });
  const args = [cli, "call", "project.open", input, "--data", join(home, "data")];
  await promisify(execFile)(process.execPath, args, { cwd: top });
  return folder;
};

/** Makes the sample's agent answer with the model `tiny` of the provider `wire`. */
export const nameModel = async (folder: string): Promise<void> => {
  const agents = join(folder, "agents.yaml");
  const text = await readFile(agents, "utf8");
  await writeFile(agents, text.replace(/^( *)displayName: .*$/m, "$&\n$1provider: wire\n$1model: tiny"));
};

const saveServer = async (origin: string, url: string): Promise<void> => {
  const { client, close } = connectCore(url);
  const baseUrl = `${origin}/v1`;
  const key = PLANTED === null ? {} : { apiKey: PLANTED };
  await client.call("providers.save", {
    id: "wire",
    kind: "openai-compatible",
    name: "Wire",
    baseUrl,
    ...key,
  });
  close();
};

/** `all` gets what is printed, for as long as the server runs. */
const launch = (
  all: { text: string },
  args: readonly string[],
): Promise<{ url: string; child: ChildProcess }> =>
  new Promise((found, failed) => {
    const child = spawn(process.execPath, [cli, ...args], { cwd: top });
    let said = "";
    const heard = (chunk: Buffer) => {
      said += chunk.toString();
      all.text += chunk.toString();
      const url = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(said)?.[0];
      if (url) found({ url, child });
    };
    child.stdout.on("data", heard);
    child.stderr.on("data", heard);
    child.once("exit", (code) =>
      failed(new Error(`The server ended with ${code} before it was ready:\n${said}`)),
    );
  });

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once("exit", () => done());
    child.kill();
  });
