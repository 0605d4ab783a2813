import { spawn } from "node:child_process";
import { Failure } from "#shared/contract/index.ts";
import { findHostPaths, type HostPaths } from "../host-paths.ts";
import { CORE_VARIABLE, readCoreAddress } from "../core-address.ts";
import { type Command, UsageError } from "./command.ts";
import { hasDesktop } from "./has-desktop.ts";
import { obtainElectron } from "./obtain-electron.ts";
import { expectNoMore, readFlags, readPort } from "./read-flags.ts";
import { serveUntilStopped } from "./serve.ts";
import type { Terminal } from "./terminal.ts";

/** An Electron that exits with an error within this time did not open a window. */
const TOO_SOON_MS = 10_000;

export const start: Command = {
  name: "start",
  usage:
    "start [--host electron|web] [--project DIR] [--port N] [--[no-]open] [--core-file FILE | --core -] [--data DIR]",
  summary: "Open the app: in Electron, or in the browser when Electron is not available.",
  run: async (args, terminal) => {
    const { values, positionals } = readFlags(args, {
      host: { type: "string" },
      project: { type: "string" },
      port: { type: "string" },
      open: { type: "boolean" },
      core: { type: "string" },
      "core-file": { type: "string" },
      data: { type: "string" },
    });
    expectNoMore(positionals);
    const { core: coreFlag, "core-file": coreFile } = values;
    const host = readHost(values.host);
    const isNamed = coreFlag !== undefined || coreFile !== undefined;
    if (isNamed && host === "web") throw new UsageError("--core is for the Electron window.");
    const core =
      host === "web"
        ? null
        : await readCoreAddress({ core: coreFlag, coreFile }, process.env, terminal.input);
    const options: StartOptions = { ...values, host, port: readPort(values.port), core };
    if (options.host === "web") return startWeb(options, terminal);
    return startElectron(options, terminal);
  },
};

type StartOptions = {
  readonly host: "electron" | "web" | undefined;
  readonly project?: string | undefined;
  readonly port: number;
  readonly open?: boolean | undefined;
  /** The address of a remote core, with its token. */
  readonly core: string | null;
  readonly data?: string | undefined;
};

const startElectron = async (options: StartOptions, terminal: Terminal): Promise<number> => {
  const forced = options.host === "electron" || options.core !== null;
  const otherwise = (why: string): Promise<number> => {
    if (forced) throw new Failure("no-electron", why);
    terminal.err(`${why} Satchel runs in the browser instead.\n`);
    return startWeb(options, terminal);
  };
  if (!forced && !hasDesktop()) return otherwise("There is no desktop here to open a window on.");

  const paths = findHostPaths(options.data);
  const electron = await obtainElectron(paths, terminal, forced, new Date());
  if (terminal.stop.aborted) return 130;
  if ("why" in electron) return otherwise(electron.why);

  const started = performance.now();
  const status = await runElectron(electron.path, electronArguments(paths, options), options.core, terminal);
  if (status === 0 || forced || performance.now() - started > TOO_SOON_MS) return status;
  return otherwise("Electron could not open a window.");
};

const startWeb = (options: StartOptions, terminal: Terminal): Promise<number> => {
  const open = options.open ?? (process.stdout.isTTY && hasDesktop());
  return serveUntilStopped({ ...options, open }, terminal);
};

const electronArguments = (paths: HostPaths, options: StartOptions): readonly string[] => [
  paths.root,
  ...(options.project === undefined ? [] : [`--project=${options.project}`]),
  ...((options.data ?? process.env.SATCHEL_DATA) ? [`--user-data-dir=${paths.userData}`] : []),
];

const runElectron = (
  path: string,
  args: readonly string[],
  core: string | null,
  terminal: Terminal,
): Promise<number> =>
  new Promise((done) => {
    const env = core === null ? process.env : { ...process.env, [CORE_VARIABLE]: core };
    const child = spawn(path, args, { stdio: "inherit", env });
    const stop = () => child.kill();
    terminal.stop.addEventListener("abort", stop);
    child.on("error", () => done(1));
    child.on("close", (code) => {
      terminal.stop.removeEventListener("abort", stop);
      done(terminal.stop.aborted ? 0 : (code ?? 1));
    });
  });

const readHost = (text: string | undefined): StartOptions["host"] => {
  if (text === undefined || text === "electron" || text === "web") return text;
  throw new UsageError(`--host is electron or web, not "${text}".`);
};
