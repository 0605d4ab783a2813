import { Worker } from "node:worker_threads";
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
  | { readonly kind: "error"; readonly code: string | null; readonly message: string };

/** To the worker: the ignore rules must be read again. */
export type WatchRequest = { readonly grounds: readonly string[] | null };

export type WatchSource = {
  rulesChanged(grounds: readonly string[] | null): void;
  close(): Promise<void>;
};
export type StartWatching = (place: WatchPlace, tell: (news: WatchNews) => void) => WatchSource;

/** Delay before a worker that ended is replaced. */
const RESTART_DELAY_MS = 1000;

/**
 * Runs chokidar in a worker: it reads every folder of the project when it starts, and hundreds of files in a
 * row would block the main thread.
 */
export const watchInWorker: StartWatching = (place, tell) => {
  let worker: Worker | null = null;
  let restart: NodeJS.Timeout | null = null;
  let grounds = place.grounds;
  let closed = false;

  const start = () => {
    const started = new Worker(workerUrl("watch.worker", import.meta.url), {
      workerData: { ...place, grounds } satisfies WatchPlace,
    });
    worker = started;
    started.on("message", (news: WatchNews) => {
      if (!closed) tell(news);
    });
    const lost = (message: string) => {
      if (closed || worker !== started) return;
      worker = null;
      tell({ kind: "error", code: null, message });
      restart = setTimeout(start, RESTART_DELAY_MS).unref();
    };
    started.on("error", (error: unknown) => lost(String(error)));
    started.on("exit", (code) => lost(`The watching worker ended with code ${code}.`));
  };
  start();

  return {
    rulesChanged: (now) => {
      grounds = now;
      worker?.postMessage({ grounds } satisfies WatchRequest);
    },
    close: async () => {
      closed = true;
      if (restart) clearTimeout(restart);
      await worker?.terminate();
    },
  };
};
