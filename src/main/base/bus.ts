/** Ends a subscription. */
export type Unsubscribe = () => void;

type Named = { readonly event: string };
type Listener<E> = (event: E) => void;

export type BusOptions<E extends Named> = {
  /** Receives every event after the listeners of this bus. */
  readonly parent?: Bus<E>;
  /** A listener threw. The other listeners and the publisher are not affected. */
  readonly onError: (error: unknown, event: E) => void;
};

/**
 * Typed events within one process, delivered synchronously in order of subscription. Each project has its own
 * bus, and its parent is the core's bus: a project's rooms receive only the events of their own project, and
 * the hosts receive all events.
 */
export class Bus<E extends Named> {
  readonly #options: BusOptions<E>;
  /** Listeners by event name; the key null holds those that receive every event. */
  readonly #listeners = new Map<string | null, Set<Listener<E>>>();
  #isClosed = false;

  constructor(options: BusOptions<E>) {
    this.#options = options;
  }

  /** May be passed around detached, as `emit`. Does nothing once the bus is closed. */
  readonly publish = (event: E): void => {
    if (this.#isClosed) return;
    // A copy: a listener may subscribe or unsubscribe while it is called.
    for (const listener of [...this.#of(event.event), ...this.#of(null)]) {
      try {
        listener(event);
      } catch (error) {
        this.#options.onError(error, event);
      }
    }
    this.#options.parent?.publish(event);
  };

  on<N extends E["event"]>(name: N, listener: Listener<Extract<E, { readonly event: N }>>): Unsubscribe {
    // Stored under its event name, so it is only called with events of that name.
    return this.#add(name, listener as Listener<E>);
  }

  /** Subscribes to all events. */
  onAny(listener: Listener<E>): Unsubscribe {
    return this.#add(null, listener);
  }

  close(): void {
    this.#isClosed = true;
    this.#listeners.clear();
  }

  #add(name: string | null, listener: Listener<E>): Unsubscribe {
    const known = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, known);
    known.add(listener);
    return () => {
      known.delete(listener);
    };
  }

  #of(name: string | null): ReadonlySet<Listener<E>> {
    return this.#listeners.get(name) ?? NONE;
  }
}

const NONE: ReadonlySet<never> = new Set<never>();
