import { type Dirent, readdirSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { watch } from "chokidar";
import { answerRequests } from "../base/answer-requests.ts";
import { isTemporaryName } from "../base/write-atomic.ts";
import { errnoOf } from "../base/errno.ts";
import { IgnoreRules } from "./ignore-rules.ts";
import type { Happened } from "./other-files.ts";
import { privateFolder } from "./path-policy.ts";
import type { WatchReport, WatchRequest } from "./watch-source.ts";

/** Watches one folder until it is terminated, and reports events in batches of a few milliseconds. */
const folder = workerData as string;

const GATHER_MS = 10;
/** Each takes some 5 kB of memory and a watch of the system. */
const MAX_WATCHED = 40_000;

let current: WatchRequest["grounds"] = null;
const rules = new IgnoreRules(folder, () => current ?? []);
let watching: Promise<void> | null = null;

const tell = answerRequests<WatchRequest, void, WatchReport>(parentPort, ({ grounds }) => {
  current = grounds;
  if (watching) return rules.forget();
  if (isTooLarge()) {
    tell({ kind: "too-many" });
    watching = Promise.resolve();
    return watching;
  }
  watching = startWatching();
  return watching;
});

const prefix = folder.endsWith(sep) ? folder : folder + sep;
const toPath = (absolute: string) =>
  absolute.startsWith(prefix)
    ? absolute.slice(prefix.length).replaceAll(sep, "/")
    : relative(folder, absolute).split(sep).join("/");

const ignores = (path: string, isFolder: boolean): boolean => {
  if (path === "" || path.startsWith("../")) return false;
  if (isTemporaryName(basename(path))) return true;
  return current !== null && (isPrivate(path) || rules.ignores(path, isFolder));
};

const isPrivate = (path: string): boolean =>
  path.split("/")[0]?.toLowerCase() === privateFolder || /(^|\/)\.git(\/|$)/.test(path);

const happened: Readonly<Record<string, Happened>> = {
  add: "added",
  addDir: "added",
  change: "changed",
  unlink: "removed",
  unlinkDir: "removed",
};

let changes: [string, Happened][] = [];
const tellChanges = () => {
  tell({ kind: "happened", changes });
  changes = [];
};

const watched = new Set<string>();
let isOver = false;
/** Counts what is watched: a folder can grow past the limit. */
const isOneTooMany = (path: string): boolean => {
  if (watched.has(path)) return false;
  if (watched.size >= MAX_WATCHED) return true;
  watched.add(path);
  return false;
};

/** Counted before watching begins, as chokidar holds every path of a folder while it lists it. */
const isTooLarge = (): boolean => {
  let seen = 0;
  const folders = [""];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const entry of entriesOf(at)) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (ignores(path, entry.isDirectory())) continue;
      seen += 1;
      if (seen > MAX_WATCHED) return true;
      if (entry.isDirectory()) folders.push(path);
    }
  }
  return false;
};

const entriesOf = (path: string): Dirent[] => {
  try {
    return readdirSync(join(folder, path), { withFileTypes: true });
  } catch {
    // Gone or inaccessible; nothing in it is watched.
    return [];
  }
};

const startWatching = (): Promise<void> =>
  new Promise((resolve) => {
    watch(folder, {
      ignoreInitial: true,
      ignorePermissionErrors: true,
      followSymlinks: false,
      ignored: (absolute, stats) => {
        if (ignores(toPath(absolute), stats?.isDirectory() ?? false)) return true;
        if (stats === undefined || !isOneTooMany(absolute)) return false;
        if (!isOver) tell({ kind: "too-many" });
        isOver = true;
        return true;
      },
    })
      .on("all", (event, absolute) => {
        const path = toPath(absolute);
        const what = happened[event];
        if (what === "removed") watched.delete(absolute);
        if (path === "" || !what) return;
        if (changes.length === 0) setTimeout(tellChanges, GATHER_MS);
        changes.push([path, what]);
      })
      .on("error", (error) => tell({ kind: "error", code: errnoOf(error), message: String(error) }))
      .on("ready", () => resolve());
  });
