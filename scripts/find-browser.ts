import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

export type FoundBrowser = { readonly path: string | null; readonly how: string };

/**
 * A browser for the end-to-end tests: the one named by SATCHEL_CHROMIUM, otherwise an installed Chrome or
 * Chromium, otherwise Playwright's own download, otherwise Debian's package when root. `path: null` is
 * Playwright's own.
 */
export const findBrowser = (): FoundBrowser | null => {
  const named = process.env.SATCHEL_CHROMIUM;
  if (named && existsSync(named)) return { path: named, how: "named by SATCHEL_CHROMIUM" };

  const installed = installedBrowser();
  if (installed) return { path: installed, how: "installed on this machine" };

  console.log("No Chrome or Chromium is installed; asking Playwright for its own.");
  if (ran("playwright", ["install", "chromium"])) return { path: null, how: "Playwright's own" };

  if (process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Playwright's browser cannot be fetched here; installing Debian's chromium package.");
    ran("apt-get", ["update", "-qq"]);
    ran("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-liberation"]);
    const debian = installedBrowser();
    if (debian) return { path: debian, how: "Debian's package" };
  }
  return null;
};

const names = ["google-chrome-stable", "google-chrome", "chromium", "chromium-browser"];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

const installedBrowser = (): string | undefined => {
  const folders = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"));
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...places].find((path) => existsSync(path));
};

const ran = (command: string, args: readonly string[]) =>
  spawnSync(command, args, {
    stdio: "inherit",
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    shell: process.platform === "win32",
  }).status === 0;
