import { WorkerClient } from "../base/worker-client.ts";
import { workerUrl } from "../base/worker-url.ts";
import type { Happened } from "./other-files.ts";

export type WatchPlace = {
  /** Real path of the folder. */
  readonly folder: string;
  /** Folder-relative workspaces, for the rules of git (see IgnoreRules); null: nothing is ignored. */
  readonly grounds: readonly string[] | null;
};

/** Messages from a source of changes. Paths are folder-relative, with `/`. */
export type WatchNews =
  | { readonly kind: "ready" }
  | { readonly kind: "happened"; readonly changes: readonly (readonly [path: string, what: Happened])[] }
  /** The folder has more files than are watched: changes must be looked for. */
  | { readonly kind: "too-many" }
  | { readonly kind: "error"; readonly code: string | null; readonly message: string };

/**
 * To the worker: the ignore rules, which must be read again. The first request starts the watching; it is answered
 * when every change from then on is seen, later ones at once.
 */
export type WatchRequest = Pick<WatchPlace, "grounds">;

/** What the worker reports by itself. */
export type WatchReport = Exclude<WatchNews, { kind: "ready" }>;

export type WatchSource = {
  rulesChanged(grounds: readonly string[] | null): void;
  close(): Promise<void>;
};
export type StartWatching = (place: WatchPlace, tell: (news: WatchNews) => void) => WatchSource;

/** Delay before a worker that ended is replaced. */
const RESTART_DELAY_MS = 1000;

const YOUNG_MB = 4;

/**
 * Runs chokidar in a worker: it reads every folder of the project when it starts, and hundreds of files in a
 * row would block the main thread.
 */
export const watchInWorker: StartWatching = (place, tell) => {
  let restart: NodeJS.Timeout | null = null;
  let grounds = place.grounds;
  let closed = false;

  const worker = new WorkerClient<WatchRequest, void, WatchReport>({
    name: "watching",
    url: workerUrl("watch.worker", import.meta.url),
    data: place.folder,
    close: "terminate",
    // It allocates in its first seconds and then rests for hours, and a heap that rests is never made smaller.
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    onNews: tell,
    onLost: (error) => {
      tell({ kind: "error", code: null, message: String(error) });
      restart = setTimeout(start, RESTART_DELAY_MS).unref();
    },
  });
  const start = () => {
    const started = worker.ask({ grounds }).then(() => {
      if (!closed) tell({ kind: "ready" });
    });
    // A worker that is lost before it is ready was reported above.
    started.catch(() => {});
  };
  start();

  return {
    rulesChanged: (now) => {
      grounds = now;
      // A worker that is about to start gets them then.
      if (worker.isRunning) worker.ask({ grounds }).catch(() => {});
    },
    close: async () => {
      closed = true;
      if (restart) clearTimeout(restart);
      await worker.close();
    },
  };
};
