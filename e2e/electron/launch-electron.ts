import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { _electron, type ElectronApplication } from "@playwright/test";

const top = resolve(import.meta.dirname, "../..");

export type Launch = {
  readonly executablePath: string;
  /** What the app gets: its folder, then its own arguments. */
  readonly args: readonly string[];
  readonly env: Record<string, string>;
};

/** Starts an app that is not packaged, under Playwright's control. */
export const launchElectron = ({ executablePath, args, env }: Launch): Promise<ElectronApplication> =>
  _electron.launch({
    executablePath,
    args: ["-r", playwrightLoader(), ...args],
    cwd: top,
    timeout: 60_000,
    env,
  });

/**
 * Delays the app until Playwright is connected; without it the first window may open unnoticed. Playwright
 * omits it when an executable is given.
 */
const playwrightLoader = () => {
  const runner = createRequire(import.meta.url).resolve("@playwright/test/package.json");
  const core = createRequire(createRequire(runner).resolve("playwright/package.json"));
  return join(dirname(core.resolve("playwright-core/package.json")), "lib/server/electron/loader.js");
};
