import type { Log } from "../base/log.ts";
import type { Happened } from "./other-files.ts";
import type { StartWatching, WatchNews, WatchPlace } from "./watch-source.ts";

export type WatchOptions = WatchPlace & {
  readonly startWatching: StartWatching;
  /** Changes of one kind never delay the other kind: a noisy log must not delay an edited prompt file. */
  readonly isUrgent: (path: string) => boolean;
  /** One batch: folder-relative paths, each once, with its latest event. */
  readonly onBatch: (batch: ReadonlyMap<string, Happened>) => void;
  /** Something may have been missed: everything must be examined again. */
  readonly onLost: () => Promise<void>;
  /** The same, called again and again while the system has no watches left. */
  readonly onPoll: () => Promise<void>;
  readonly log: Log;
};

export type FileWatcher = {
  /** Settles when every change from now on is seen. */
  readonly ready: Promise<void>;
  /** The ignore rules may have changed. */
  rulesChanged(grounds: readonly string[] | null): void;
  close(): Promise<void>;
};

/** Quiet time after the last change before a batch is delivered. */
const DEBOUNCE_MS = 500;
/** A batch that never becomes quiet is delivered after this time. */
const MAX_DELAY_MS = 5000;
/** How often everything is examined when the system has no watches left. */
const POLL_INTERVAL_MS = 2000;
/** Where that takes long, the time between two looks is this many times as long. */
const POLL_REST = 10;
const MAX_POLL_REST_MS = 60_000;

/** Watches a folder and delivers changed paths in batches. Errors are logged and never end the watching. */
export const watchFiles = (options: WatchOptions): FileWatcher => {
  const urgent = new Batch(options.onBatch);
  const others = new Batch(options.onBatch);
  const ready = Promise.withResolvers<void>();
  let poll: NodeJS.Timeout | null = null;
  let isPolling = false;
  let closed = false;

  const pollAgain = async () => {
    isPolling = true;
    const from = performance.now();
    await options.onPoll().catch((error: unknown) => {
      if (!closed) options.log.error("The files could not be compared; this is tried again.", error);
    });
    const rest = Math.max(
      POLL_INTERVAL_MS,
      Math.min(POLL_REST * (performance.now() - from), MAX_POLL_REST_MS),
    );
    if (!closed) poll = setTimeout(() => void pollAgain(), rest);
  };

  /** Where watches are short the source may never become ready; after the first look polling finds all changes. */
  const startPolling = async () => {
    if (isPolling) return;
    await pollAgain();
    ready.resolve();
  };

  const hear = (news: WatchNews) => {
    if (news.kind === "ready") return ready.resolve();
    if (news.kind === "happened") {
      for (const [path, what] of news.changes) (options.isUrgent(path) ? urgent : others).add(path, what);
      return;
    }
    if (news.kind === "too-many") return void startPolling();
    options.log.error(
      "An error occurred while watching files; watching continues.",
      new Error(news.message),
      {
        code: news.code,
      },
    );
    if (["ENOSPC", "EMFILE", "ENFILE"].includes(news.code ?? "")) {
      void startPolling();
    } else void options.onLost();
  };
  const source = options.startWatching({ folder: options.folder, grounds: options.grounds }, hear);

  return {
    ready: ready.promise,
    rulesChanged: (grounds) => source.rulesChanged(grounds),
    close: async () => {
      urgent.drop();
      others.drop();
      closed = true;
      if (poll) clearTimeout(poll);
      ready.resolve();
      await source.close();
    },
  };
};

class Batch {
  readonly #hand: WatchOptions["onBatch"];
  #paths = new Map<string, Happened>();
  #timer: NodeJS.Timeout | null = null;
  #since = 0;

  constructor(hand: WatchOptions["onBatch"]) {
    this.#hand = hand;
  }

  add(path: string, what: Happened): void {
    const now = performance.now();
    if (this.#paths.size === 0) this.#since = now;
    this.#paths.set(path, what);
    if (this.#timer) clearTimeout(this.#timer);
    const rest = Math.max(0, this.#since + MAX_DELAY_MS - now);
    this.#timer = setTimeout(() => this.#flush(), Math.min(DEBOUNCE_MS, rest));
  }

  drop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#paths.clear();
  }

  #flush(): void {
    const batch = this.#paths;
    this.#paths = new Map();
    this.#hand(batch);
  }
}
