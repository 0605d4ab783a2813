import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TeamAddress } from "./server/team-address.ts";

/** A real PostgreSQL with pgvector on loopback, in a folder of its own. */
export type TestPostgres = {
  /** The owner of the database: for `init` and for looking behind the policies. */
  readonly owner: TeamAddress;
  /** The folder of its data, for files that belong to it. */
  readonly data: string;
  /** Stopped as a power cut would, started again on the same files and port. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

const PASSWORD = "owner of the test";

export const findPostgres = (): string | null => {
  const named = process.env["SATCHEL_POSTGRES"];
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).toSorted().toReversed() : [];
  const folders = [...(named ? [named] : []), ...versions.map((version) => join(debian, version, "bin"))];
  return folders.find((bin) => existsSync(join(bin, "initdb")) && hasVector(bin)) ?? null;
};

/** Debian has the extensions of version 15 in /usr/share/postgresql/15/extension. */
const hasVector = (bin: string): boolean => {
  const version = /postgresql\/(\d+)\/bin$/.exec(bin)?.[1];
  const places = [
    join(bin, "../share/extension"),
    join(bin, "../share/postgresql/extension"),
    ...(version ? [`/usr/share/postgresql/${version}/extension`] : []),
  ];
  return places.some((place) => existsSync(join(place, "vector.control")));
};

/** `settings`: as on the command line, later ones win. `dataIn`: a folder that the data is put into. */
export type TestPostgresOptions = {
  readonly settings?: readonly string[];
  readonly dataIn?: string;
  readonly host?: string;
};

export const startTestPostgres = async (
  bin: string,
  { settings = [], dataIn, host = "127.0.0.1" }: TestPostgresOptions = {},
): Promise<TestPostgres> => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-postgres-"));
  const data = join(dataIn ?? folder, "data");
  const port = await freePort();
  // PostgreSQL refuses to run as root.
  const asRoot = process.getuid?.() === 0;
  if (asRoot) spawnSync("chown", ["postgres", folder, ...(dataIn === undefined ? [] : [dataIn])]);
  else chmodSync(folder, 0o700);
  const command = (name: string, args: readonly string[]): readonly [string, readonly string[]] =>
    asRoot ? ["runuser", ["-u", "postgres", "--", join(bin, name), ...args]] : [join(bin, name), args];

  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, PASSWORD, { mode: 0o644 });
  const [initdb, initArgs] = command("initdb", [
    "-D",
    data,
    "-U",
    "owner",
    "-A",
    "scram-sha-256",
    "--pwfile",
    passwordFile,
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
    "-N",
  ]);
  const made = spawnSync(initdb, initArgs, { cwd: folder, encoding: "utf8" });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);

  let log = "";
  let running: ReturnType<typeof spawn> | null = null;
  const start = async () => {
    const [server, args] = command("postgres", [
      "-D",
      data,
      "-p",
      String(port),
      "-k",
      folder,
      "-h",
      host === "127.0.0.1" ? host : `127.0.0.1,${host}`,
      "-F",
      "-c",
      "shared_buffers=64MB",
      "-c",
      "max_connections=120",
      "-c",
      "dynamic_shared_memory_type=mmap",
      ...settings.flatMap((setting) => ["-c", setting]),
    ]);
    log = "";
    const child = spawn(server, args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
    running = child;
    await new Promise<void>((ready, failed) => {
      child.stderr.on("data", (piece: Buffer) => {
        log += piece.toString("utf8");
        if (log.includes("ready to accept connections")) ready();
      });
      child.once("exit", () => failed(new Error(`PostgreSQL did not start: ${log}`)));
    });
  };
  const end = async (signal: NodeJS.Signals) => {
    const ended = running;
    running = null;
    if (!ended || ended.exitCode !== null) return;
    const exited = new Promise((resolve) => ended.once("exit", resolve));
    // `runuser` is the child; the server has written its number.
    process.kill(Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]), signal);
    await exited;
  };
  await start();
  return {
    owner: { host: "127.0.0.1", port, database: "postgres", user: "owner", password: PASSWORD },
    data,
    kill: () => end("SIGQUIT"),
    start,
    close: async () => {
      await end("SIGQUIT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
