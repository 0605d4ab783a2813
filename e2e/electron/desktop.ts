import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type ElectronApplication, test as base } from "@playwright/test";
import type { Bridge } from "../../src/shared/contract/bridge.ts";
import { AppPage } from "../web/pages/app-page.ts";
import { nameModel, sample } from "../web/serve.ts";
import { launchElectron } from "./launch-electron.ts";

const top = resolve(import.meta.dirname, "../..");
const pictures = join(top, "e2e", ".artifacts", "electron");

/** The app in a real Electron, as it ships: the core runs in the window's process. */
export type Desktop = {
  readonly electron: ElectronApplication;
  readonly app: AppPage;
  /** The folder of this app: its data in `data`, its project in `Harbor Bakery`. */
  readonly home: string;
  /** Calls a method of the core from the page, through the preload bridge. */
  request(method: string, input: unknown): ReturnType<Bridge["request"]>;
  /** Reads a file of the project from disk. */
  read(path: string): Promise<string>;
  /** Starts the app again with the same data; returns its exit code. */
  startAgain(...args: string[]): Promise<number | null>;
  picture(name: string): Promise<void>;
  /** Tells the app to quit; returns its exit code. `keep` leaves its folder for a next start. */
  quit(options?: { keep: boolean }): Promise<number | null>;
};

export type DesktopOptions = {
  /** More arguments for the app. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** False: no project is named, as on the first start or with a remote core. */
  readonly project?: boolean;
  /** Starts again in the folder of an app that has quit. */
  readonly home?: string;
  /** Address of a model server that answers for the agent. */
  readonly model?: string;
  /** Called before the window opens. */
  readonly onStart?: (electron: ElectronApplication) => Promise<void>;
};

/** One app for all tests of a file, since starting takes longer than most of them. */
export const test = base.extend<{}, { desktop: Desktop }>({
  desktop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
    async ({}, use) => {
      const desktop = await openDesktop();
      await use(desktop);
      await desktop.quit();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

export { expect } from "@playwright/test";

export const openDesktop = async (options: DesktopOptions = {}): Promise<Desktop> => {
  const executablePath = process.env.SATCHEL_ELECTRON;
  if (!executablePath)
    throw new Error("Run these tests with npm run e2e:electron, which names the Electron.");
  const home = options.home ?? (await mkdtemp(join(tmpdir(), "satchel-electron-")));
  const folder = join(home, "Harbor Bakery");
  const project = options.project ?? true;
  if (project && !options.home) {
    await cp(await sample(), folder, { recursive: true });
    if (options.model) await nameModel(folder);
  }
  const args = [
    top,
    `--user-data-dir=${join(home, "data")}`,
    ...(project ? [`--project=${folder}`] : []),
    ...(options.args ?? []),
  ];
  // The system's trash is below this folder.
  const trash = { XDG_DATA_HOME: join(home, "share") };
  const env = { ...(process.env as Record<string, string>), ...trash, ...options.env };
  const electron = await launchElectron({ executablePath, args, env });
  await options.onStart?.(electron);
  const page = await electron.firstWindow({ timeout: 60_000 });
  let calls = 0;
  const request: Desktop["request"] = (method, input) =>
    page.evaluate(
      ([name, value, id]) => (window as unknown as { satchel: Bridge }).satchel.request(name, value, id),
      [method, input, `test-${++calls}`] as const,
    );
  if (options.model) {
    const server = { id: "wire", kind: "openai-compatible", name: "Wire", baseUrl: `${options.model}/v1` };
    await request("providers.save", server);
  }
  return {
    electron,
    app: new AppPage(page),
    home,
    request,
    read: (path) => readFile(join(folder, path), "utf8"),
    startAgain: (...more) => run(executablePath, [...args, ...more], env),
    picture: async (name) => {
      await page.screenshot({ path: join(pictures, `${name}.png`) });
    },
    quit: async ({ keep } = { keep: false }) => {
      const code = await quit(electron);
      if (!keep) await rm(home, { recursive: true, force: true, maxRetries: 5 });
      return code;
    },
  };
};

/** How long an app gets to quit before it is killed. */
const QUIT_MS = 30_000;

/** Null for an app that had to be killed: the test fails then, but the ones after it can run. */
const quit = async (electron: ElectronApplication): Promise<number | null> => {
  const child = electron.process();
  const timer = setTimeout(() => child.kill("SIGKILL"), QUIT_MS);
  await electron.close();
  clearTimeout(timer);
  return child.exitCode;
};

const run = (command: string, args: readonly string[], env: Record<string, string>): Promise<number | null> =>
  new Promise((done, failed) => {
    const child = spawn(command, args, { cwd: top, stdio: "ignore", env });
    child.once("error", failed);
    child.once("exit", done);
  });
