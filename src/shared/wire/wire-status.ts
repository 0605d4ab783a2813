/** The state of the connection. `refused` is final: the token is wrong. */
export type WireStatus = "connecting" | "open" | "lost" | "refused";

/** Shaped for React's useSyncExternalStore. */
export type WireStatusStore = {
  readonly get: () => WireStatus;
  readonly subscribe: (listener: (status: WireStatus) => void) => () => void;
};

/** The status of one connection; its listeners are called when it changes. */
export class WatchedStatus implements WireStatusStore {
  readonly #watchers = new Set<(status: WireStatus) => void>();
  #status: WireStatus = "connecting";

  readonly get = (): WireStatus => this.#status;

  readonly subscribe = (watcher: (status: WireStatus) => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  set(next: WireStatus): void {
    if (this.#status === next) return;
    this.#status = next;
    for (const watcher of this.#watchers) watcher(next);
  }
}
