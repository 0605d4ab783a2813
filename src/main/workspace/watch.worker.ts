import { basename, relative, sep } from "node:path";
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

let current: WatchRequest["grounds"] = null;
const rules = new IgnoreRules(folder, () => current ?? []);
let watching: Promise<void> | null = null;

const tell = answerRequests<WatchRequest, void, WatchReport>(parentPort, ({ grounds }) => {
  current = grounds;
  if (watching) return rules.forget();
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

const startWatching = (): Promise<void> =>
  new Promise((resolve) => {
    watch(folder, {
      ignoreInitial: true,
      ignorePermissionErrors: true,
      followSymlinks: false,
      ignored: (absolute, stats) => ignores(toPath(absolute), stats?.isDirectory() ?? false),
    })
      .on("all", (event, absolute) => {
        const path = toPath(absolute);
        const what = happened[event];
        if (path === "" || !what) return;
        if (changes.length === 0) setTimeout(tellChanges, GATHER_MS);
        changes.push([path, what]);
      })
      .on("error", (error) => tell({ kind: "error", code: errnoOf(error), message: String(error) }))
      .on("ready", () => resolve());
  });
