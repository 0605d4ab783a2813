import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { watch } from "chokidar";
import { createServer } from "vite";
import { findElectron } from "../../src/main/hosts/find-electron.ts";
import config from "../../electron.vite.config.ts";

/**
 * `npm run dev`: the page by Vite, with hot reload, and the core from its sources, restarted when one of them
 * changes. `--host electron` opens the window instead, with the core in its process as it ships.
 */
const top = resolve(import.meta.dirname, "../..");

const main = async () => {
  const { values } = parseArgs({
    options: {
      host: { type: "string", default: "web" },
      project: { type: "string" },
      data: { type: "string", default: join(top, ".dev") },
    },
  });
  const args = ["--data", resolve(values.data), ...(values.project ? ["--project", values.project] : [])];
  if (values.host === "electron") return openWindow(values);
  return serve(args);
};

const serve = async (args: readonly string[]) => {
  const token = randomBytes(32).toString("base64url");
  const root = join(top, "src/renderer");
  let core = await startCore(args, { port: 0, token, root });
  const { port } = core;
  const page = await createServer({
    ...config.renderer,
    configFile: false,
    logLevel: "warn",
    server: { ...config.renderer?.server, proxy: proxyTo(port) },
  });
  await page.listen();
  const address = page.resolvedUrls?.local[0] ?? "";
  console.log(`\nSatchel runs at this address and follows your changes until you press Ctrl-C:\n`);
  console.log(`${address}#token=${token}\n`);

  let restarting = Promise.resolve();
  onSourceChange((path) => {
    restarting = restarting.then(async () => {
      const began = performance.now();
      await stop(core.child);
      core = await startCore(args, { port, token, root }).catch((error: unknown) => {
        console.error(String(error));
        return core;
      });
      console.log(`${path} changed: core restarted in ${Math.round(performance.now() - began)} ms.`);
    });
  });
  process.once("SIGINT", () => {
    void restarting.then(() => Promise.all([stop(core.child), page.close()])).then(() => process.exit(0));
  });
};

/** The core answers only at its own address, so the page's requests carry that one. */
const proxyTo = (port: number) => {
  const target = `http://127.0.0.1:${port}`;
  const same = { target, changeOrigin: true, headers: { origin: target } };
  return { "/socket": { ...same, ws: true }, "/api": same };
};

/** Many files change at once when a branch is switched: one restart for all of them. */
const SETTLE_MS = 100;

const onSourceChange = (restart: (path: string) => void) => {
  let timer: NodeJS.Timeout | undefined;
  const folders = [join(top, "src/main"), join(top, "src/shared")];
  watch(folders, { ignoreInitial: true, ignored: /\.test\.ts$/ }).on("all", (_event, path) => {
    clearTimeout(timer);
    timer = setTimeout(() => restart(path.slice(top.length + 1)), SETTLE_MS);
  });
};

type Core = { readonly child: ChildProcess; readonly port: number };

const startCore = async (
  args: readonly string[],
  place: { readonly port: number; readonly token: string; readonly root: string },
): Promise<Core> => {
  // Node caches sources after stripping their types: a restart reads only what changed.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(top, "node_modules/.cache/dev") };
  const child = fork(join(import.meta.dirname, "core.ts"), [...args], { env });
  child.send(place);
  const ready = once(child, "message") as Promise<[{ port: number }]>;
  const ended = once(child, "exit").then(() => null);
  const message = await Promise.race([ready, ended]);
  if (message === null) throw new Error("The core did not start. It starts again with your next change.");
  return { child, port: message[0].port };
};

const stop = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
};

/** electron-vite builds main and preload, watches them, and starts the window again when they change. */
const openWindow = (values: { readonly data: string; readonly project?: string | undefined }) => {
  const electron = findElectron(top);
  if (electron === null) {
    console.error(
      "Electron's binary is not here. Run npx install-electron, or name one by SATCHEL_ELECTRON.",
    );
    process.exitCode = 1;
    return;
  }
  const own = [
    `--user-data-dir=${resolve(values.data)}`,
    ...(values.project ? [`--project=${resolve(values.project)}`] : []),
  ];
  spawn("electron-vite", ["dev", "--watch", "--", ...own], {
    cwd: top,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, ELECTRON_EXEC_PATH: electron },
  }).once("exit", (code) => {
    process.exitCode = code ?? 1;
  });
};

await main();
