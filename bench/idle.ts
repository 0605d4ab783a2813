import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Client, createClient } from "#shared/contract/index.ts";
import { connectTestClient } from "../src/main/hosts/web/test-host.ts";
import { addressOf } from "./app/serve-project.ts";
import { makeRestingProject } from "./idle/resting-project.ts";
import { type AtRest, watchAtRest } from "./idle/at-rest.ts";
import { writeSection } from "./results.ts";

/**
 * What the core costs while nobody asks for anything: `satchel serve` as it is built, with a window's connection open,
 * used once (list, preview, search, a message counted), then left alone. Beside it a bare Node.js that listens.
 * `--keep DIR` makes the large project there once and leaves it for the next run.
 */
const { values } = parseArgs({
  options: {
    rest: { type: "string", default: "60" },
    watched: { type: "string", default: "30" },
    files: { type: "string", default: "10000" },
    memories: { type: "string", default: "100000" },
    only: { type: "string" },
    keep: { type: "string" },
    dry: { type: "boolean", default: false },
  },
});
const [rest, watched] = [Number(values.rest), Number(values.watched)];
const top = resolve(import.meta.dirname, "..");

const measured = async (child: ChildProcess, seconds = rest): Promise<AtRest> => {
  await wait(seconds * 1000);
  return watchAtRest(child.pid as number, watched);
};

const stop = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    child.once("exit", () => done());
    child.kill();
  });

/** Waits until the work of a start is done: reading what changed, removing what is too old. */
const settled = async (pid: number): Promise<void> => {
  for (let quiet = 0, tries = 0; quiet < 5 && tries < MAX_TRIES; tries += 1) {
    const { cpu } = await watchAtRest(pid, 1);
    quiet = cpu < QUIET_CPU ? quiet + 1 : 0;
  }
};

const MAX_TRIES = 240;
/** Percent of a core. */
const QUIET_CPU = 1;

const bare = async (): Promise<AtRest> => {
  const child = spawn(process.execPath, ["-e", "require('node:http').createServer().listen(0, '127.0.0.1')"]);
  try {
    return await measured(child, 5);
  } finally {
    await stop(child);
  }
};

/** What a window asks for when it opens, and one look at everything else that loads something. */
const use = async (client: Client): Promise<void> => {
  await client.call("workspace.tree", { path: "" });
  const { sessions } = await client.call("sessions.list", {});
  const session = sessions[0]?.id ?? (await client.call("sessions.create", {})).session.id;
  await client.call("sessions.read", { session });
  await client.call("memory.search", { query: "when is the rye ready" });
  await client.call("memory.stats", {});
  await client.call("context.preview", { session, message: "When is the rye ready?", include: ["manifest"] });
  await client.call("tokens.count", { text: "A text that is counted while it is typed." });
};

const satchel = async (args: readonly string[]): Promise<AtRest & { readonly used: number }> => {
  const child = spawn(process.execPath, [join(top, "out/main/cli.js"), "serve", "--port", "0", ...args], {
    cwd: top,
  });
  try {
    const url = new URL(await addressOf(child));
    const carrier = connectTestClient({
      port: Number(url.port),
      token: url.hash.slice(1).replace(/^.*=/, ""),
    });
    const client = createClient(carrier);
    await use(client);
    const used = (await watchAtRest(child.pid as number, 1)).megabytes;
    await settled(child.pid as number);
    const resting = await measured(child);
    carrier.close();
    return { ...resting, used };
  } finally {
    await stop(child);
  }
};

const temporary = realpathSync(mkdtempSync(join(tmpdir(), "satchel-idle-")));
const row = (name: string, { megabytes, cpu, wakeUps, used }: AtRest & { readonly used?: number }) =>
  `| ${name} | ${used === undefined ? "" : used.toFixed(0)} | ${megabytes.toFixed(0)} | ${cpu.toFixed(2)} | ${wakeUps.toFixed(1)} |`;
const rows: string[] = [];
const wanted = (name: string) => values.only === undefined || values.only === name;
try {
  if (wanted("bare")) rows.push(row("bare Node.js, listening", await bare()));
  if (wanted("sample")) rows.push(row("the sample", await satchel(["--data", join(temporary, "data")])));
  if (wanted("large")) {
    const home = values.keep ?? join(temporary, "large");
    if (!existsSync(home)) {
      mkdirSync(home, { recursive: true });
      await makeRestingProject(home, { files: Number(values.files), memories: Number(values.memories) });
    }
    const large = await satchel(["--project", join(home, "project"), "--data", join(home, "data")]);
    rows.push(row(`${values.files} files, ${values.memories} memories with vectors`, large));
  }
} finally {
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
}

const body = [
  "| | resident after use, MB | after a rest, MB | CPU, % of a core | wake-ups a second |",
  "| --- | --- | --- | --- | --- |",
  ...rows,
  "",
  `Resident memory of \`satchel serve\` and all its processes, with a window's connection open: at once after it listed, searched by meaning, previewed and counted, and, when the work of the start is done, after ${rest} s of rest; CPU and wake-ups (voluntary switches of all threads) over the ${watched} s that follow. Aims: 150 MB with the sample, 250 MB with 10,000 files and 100,000 memories, 0.2 %. Processes that wanted a core: ${loadavg()[0]?.toFixed(0)}.`,
].join("\n");
if (values.dry) console.log(body);
else writeSection("idle", "At rest", "npm run bench:idle", body);
process.exit();
