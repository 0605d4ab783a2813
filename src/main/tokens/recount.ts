import type { Events } from "#shared/contract/index.ts";
import type { Log } from "../base/log.ts";

/**
 * A store of counts. The remaining work is whatever is stored in a different encoding, so a recount that was
 * interrupted, by the user or by the end of the process, resumes from there.
 */
export type RecountSource = {
  /** Names of the items stored in an encoding other than the wanted one. */
  stale(encoding: string): readonly string[];
  /** Counts these items again and stores the result. */
  recount(names: readonly string[]): Promise<void>;
};

/** Counts everything again after the default model changed: in the background, a few at a time. */
export type Recount = {
  /** False when there is nothing to count. A running recount starts over with the current encoding. */
  start(): boolean;
  /** False when no recount was running. */
  cancel(): boolean;
  /** Resolves when no recount is running. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

const AT_ONCE = 16;

export const createRecount = (options: {
  readonly source: RecountSource;
  readonly encoding: () => string;
  readonly emit: (event: Events) => void;
  readonly log: Log;
}): Recount => {
  const { source, encoding, emit, log } = options;
  let running: AbortController | null = null;
  let work: Promise<void> = Promise.resolve();

  const run = async (wanted: string, names: readonly string[], signal: AbortSignal) => {
    const tell = (done: number, status: "running" | "finished" | "cancelled") =>
      emit({ event: "tokens.recounting", encoding: wanted, done, total: names.length, status });
    let done = 0;
    tell(done, "running");
    while (done < names.length && !signal.aborted) {
      await source.recount(names.slice(done, done + AT_ONCE));
      done = Math.min(names.length, done + AT_ONCE);
      if (done < names.length && !signal.aborted) tell(done, "running");
    }
    tell(done, done < names.length ? "cancelled" : "finished");
  };

  const cancel = (): boolean => {
    if (!running) return false;
    running.abort();
    running = null;
    return true;
  };

  return {
    start: () => {
      cancel();
      const wanted = encoding();
      const names = source.stale(wanted);
      if (names.length === 0) return false;
      const controller = new AbortController();
      running = controller;
      const before = work;
      work = (async () => {
        await before;
        try {
          await run(wanted, names, controller.signal);
        } catch (error) {
          log.error("A recount ended early.", error, { encoding: wanted });
        } finally {
          if (running === controller) running = null;
        }
      })();
      return true;
    },
    cancel,
    settled: () => work,
    close: async () => {
      cancel();
      await work;
    },
  };
};
