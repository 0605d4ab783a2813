import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const sources = ["src", "electron.vite.config.ts", "package.json", "package-lock.json", "tsconfig.base.json"];
const outputs = [
  "out/main/cli.js",
  "out/main/electron.js",
  "out/preload/bridge.cjs",
  "out/renderer/index.html",
];

/**
 * True when an output is missing or older than any source. A folder counts too: it changes when a file is
 * removed.
 */
export const needsBuild = (top: string): boolean => {
  const built = outputs.map((path) => timeOf(join(top, path)));
  const oldest = Math.min(...built.map((time) => time ?? 0));
  return sources.some((path) => newest(join(top, path)) > oldest);
};

const newest = (path: string): number => {
  const own = timeOf(path) ?? 0;
  const below = statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(path, { recursive: true, encoding: "utf8" })
    : [];
  return below
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .reduce((time, name) => {
      return Math.max(time, timeOf(join(path, name)) ?? 0);
    }, own);
};

const timeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
