import { Failure } from "#shared/contract/index.ts";

/** Ends a request to a server that has sent nothing for the given number of milliseconds; null: never. */
export class Silence {
  readonly #end = new AbortController();
  readonly #ms: number | null;
  readonly #host: string;
  #timer: NodeJS.Timeout | null = null;

  constructor(host: string, ms: number | null) {
    this.#host = host;
    this.#ms = ms;
    this.heard();
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Something came: the wait begins again. */
  heard(): void {
    this.over();
    const ms = this.#ms;
    if (ms === null) return;
    this.#timer = setTimeout(() => this.#end.abort(this.#failure(ms)), ms);
    this.#timer.unref();
  }

  over(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #failure(ms: number): Failure {
    const seconds = Math.round(ms / 1000);
    const time = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
    return new Failure(
      "server-silent",
      `${this.#host} has said nothing for ${time}. If it needs longer, raise the time in the settings under Network.`,
      { ms },
    );
  }
}

/**
 * How `fetch` reaches servers, without its own limits of five minutes for a server that is silent: a model on this
 * machine may read a long prompt for longer, and `Silence` decides. What is set for the process stays: a proxy, say.
 */
export const patientDispatcher = (): Dispatcher | undefined => {
  // Reading it loads the module that sets the dispatcher of the process.
  void globalThis.Response;
  const own = (globalThis as { [GLOBAL_DISPATCHER]?: Dispatcher })[GLOBAL_DISPATCHER];
  if (!own) return undefined;
  const known = patient.get(own);
  if (known) return known;
  const made = own.compose(
    (dispatch) => (options, handler) => dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler),
  );
  patient.set(own, made);
  return made;
};

type Dispatcher = NonNullable<RequestInit["dispatcher"]>;

const GLOBAL_DISPATCHER = Symbol.for("undici.globalDispatcher.1");
const patient = new WeakMap<Dispatcher, Dispatcher>();
