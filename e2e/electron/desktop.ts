import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { _electron, type ElectronApplication, type Page, test as base } from "@playwright/test";
import type { Bridge } from "../../src/shared/contract/bridge.ts";
import { AppPage } from "../web/pages/app-page.ts";
import { serve, type Served } from "../web/serve.ts";

const top = resolve(import.meta.dirname, "../..");
const pictures = join(top, "e2e", ".artifacts", "electron");

/** The app in a real Electron, connected to a core in another process. */
export type Desktop = {
  readonly electron: ElectronApplication;
  readonly app: AppPage;
  /** A method of the core, called in the page through the preload bridge. */
  request(method: string, input: unknown): ReturnType<Bridge["request"]>;
  /** Starts the app again with the same data; gives back its exit code. */
  startAgain(...args: string[]): Promise<number | null>;
  picture(name: string): Promise<void>;
  /** Tells the app to quit; gives back its exit code. */
  quit(): Promise<number | null>;
};

/** One core and one app for all tests of a file, since starting takes longer than most of them. */
export const test = base.extend<{}, { served: Served; desktop: Desktop }>({
  served: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
    async ({}, use) => {
      const served = await serve();
      await use(served);
      await served.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  desktop: [
    async ({ served }, use) => {
      const desktop = await openDesktop(served);
      await lendFont(desktop.app.page);
      await use(desktop);
      await desktop.quit();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

export { expect } from "@playwright/test";

export const openDesktop = async (served: Served): Promise<Desktop> => {
  const executablePath = process.env.SATCHEL_ELECTRON;
  if (!executablePath)
    throw new Error("Run these tests with npm run e2e:electron, which names the Electron.");
  const userData = await mkdtemp(join(tmpdir(), "satchel-electron-"));
  const args = [
    join(top, "out-electron"),
    `--user-data-dir=${userData}`,
    `--core=${coreAddress(served.url)}`,
  ];
  const electron = await _electron.launch({
    executablePath,
    args: ["-r", playwrightLoader(), ...args],
    cwd: top,
    timeout: 60_000,
    env: environment(),
  });
  const page = await electron.firstWindow({ timeout: 60_000 });
  let calls = 0;
  return {
    electron,
    app: new AppPage(page),
    request: (method, input) =>
      page.evaluate(
        ([name, value, id]) => (window as unknown as { satchel: Bridge }).satchel.request(name, value, id),
        [method, input, `test-${++calls}`] as const,
      ),
    startAgain: (...more) => run(executablePath, [...args, ...more]),
    picture: async (name) => {
      await page.screenshot({ path: join(pictures, `${name}.png`) });
    },
    quit: async () => {
      const code = await quit(electron);
      await rm(userData, { recursive: true, force: true, maxRetries: 5 });
      return code;
    },
  };
};

/** Milliseconds an app gets to quit before it is killed. */
const patience = 30_000;

/** Null for an app that had to be killed: a test fails then, but the ones after it can run. */
const quit = async (electron: ElectronApplication): Promise<number | null> => {
  const child = electron.process();
  const timer = setTimeout(() => child.kill("SIGKILL"), patience);
  await electron.close();
  clearTimeout(timer);
  return child.exitCode;
};

/**
 * Under Wine a process that crashes opens a window that asks what to do, and keeps our pipes open until
 * somebody answers. Elsewhere the variable means nothing.
 */
const environment = (): Record<string, string> => ({
  ...(process.env as Record<string, string>),
  WINEDLLOVERRIDES: "winedbg.exe=d",
});

/**
 * The editor measures three rare characters. Chromium counts on Windows to have a font for each and crashes
 * under Wine, which has none. So the page gets a font with these three, all drawn as a box.
 */
const lendFont = async (page: Page) => {
  const bytes = await readFile(join(import.meta.dirname, "rare-characters.ttf"));
  await page.evaluate(
    async (data) => {
      // The weights are those of the family's other faces: only then do they count as one font.
      const descriptors = { unicodeRange: "U+FF4D, U+FFEB, U+2E31", weight: "100 800" };
      const face = new FontFace("JetBrains Mono Variable", Uint8Array.from(data).buffer, descriptors);
      document.fonts.add(await face.load());
    },
    [...bytes],
  );
};

/**
 * Holds the app back until Playwright is connected; without it the first window may open unseen. Playwright
 * leaves it out when it is given an executable.
 */
const playwrightLoader = () => {
  const runner = createRequire(import.meta.url).resolve("@playwright/test/package.json");
  const core = createRequire(createRequire(runner).resolve("playwright/package.json"));
  return join(dirname(core.resolve("playwright-core/package.json")), "lib/server/electron/loader.js");
};

/** What `satchel serve` printed, as `--core` takes it. */
const coreAddress = (url: string) => {
  const { host, hash } = new URL(url);
  return `ws://${host}${hash}`;
};

const run = (command: string, args: readonly string[]): Promise<number | null> =>
  new Promise((done, failed) => {
    const child = spawn(command, args, { cwd: top, stdio: "ignore", env: environment() });
    child.once("error", failed);
    child.once("exit", done);
  });
