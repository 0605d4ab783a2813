import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { CorePaths } from "../ports/ports.ts";
import { documentsFolder } from "./documents-folder.ts";

/** Paths for a host on plain Node. */
export type HostPaths = CorePaths & {
  /** The folder of Satchel's own package.json. */
  readonly root: string;
  /** The built renderer. */
  readonly renderer: string;
  readonly version: string;
  /** Where the sample is made; null when the user chose the data folder, which then has everything. */
  readonly documents: string | null;
};

export const findHostPaths = (data: string | undefined): HostPaths => {
  const root = findRoot(dirname(fileURLToPath(import.meta.url)));
  return {
    root,
    userData: data ? resolve(data) : userDataFolder(process.platform, process.env, homedir()),
    resources: findResources(root),
    renderer: join(root, "out", "renderer"),
    version: readManifest(join(root, "package.json"))?.version ?? "0.0.0",
    documents:
      data || process.env.SATCHEL_DATA ? null : documentsFolder(process.platform, process.env, homedir()),
  };
};

/** The same folder that Electron uses, so that every host shows the same settings and recent projects. */
export const userDataFolder = (
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string => {
  if (env.SATCHEL_DATA) return resolve(env.SATCHEL_DATA);
  if (platform === "darwin") return join(home, "Library", "Application Support", "Satchel");
  if (platform === "win32") return join(env.APPDATA || join(home, "AppData", "Roaming"), "Satchel");
  return join(absolute(env.XDG_CONFIG_HOME) ?? join(home, ".config"), "Satchel");
};

/** The XDG rules: a variable that is empty or relative counts as not set. */
const absolute = (path: string | undefined) => (path && isAbsolute(path) ? path : null);

/** Searches upwards from this file for the folder with Satchel's package.json. */
const findRoot = (folder: string): string => {
  if (readManifest(join(folder, "package.json"))?.name === "satchel") return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("Satchel's package.json was not found above its own code.");
  return findRoot(parent);
};

/** Beside the code; in a packaged app beside the archive. */
const findResources = (root: string): string => {
  const beside = join(root, "resources");
  const packaged = (process as { resourcesPath?: string }).resourcesPath;
  return packaged && !existsSync(beside) ? join(packaged, "satchel") : beside;
};

const readManifest = (path: string): { name?: string; version?: string } | null =>
  existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as { name?: string; version?: string }) : null;
