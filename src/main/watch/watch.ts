import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Events, Failure } from "#shared/contract/index.ts";
import type { WatchedRequest, WatchState } from "#shared/model/watched-request.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Log } from "../base/log.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import { forward, refuse } from "./forward.ts";
import { guardWatched } from "./guard.ts";
import { listenOnLoopback } from "./listen.ts";
import { Observation, type ObservationPorts } from "./observation.ts";
import { CopyRoom } from "./tap.ts";
import { LineTrace, type TracedFile } from "./trace-lines.ts";
import { parseUpstream, type Upstream } from "./upstream.ts";
import { shownRequest, WatchedList } from "./watched.ts";

export type WatchPorts = {
  readonly tokens: Pick<TokenCounter, "count" | "encodingOf">;
  readonly files: () => Promise<readonly TracedFile[]>;
  readonly priceOf: ObservationPorts["priceOf"];
  readonly patienceMs: () => number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly emit: (event: Events) => void;
};

/** Requests that run at the same time, and connections. A program that sends more is refused, not queued. */
export const MAX_AT_ONCE = 32;
const MAX_CONNECTIONS = 128;
/** Characters of one part that are shown. */
const MAX_SHOWN_CHARS = 500_000;
/** Bytes of requests and answers that wait to be taken apart. */
const MAX_WAITING_BYTES = 96 * 1024 * 1024;

type Running = {
  readonly upstream: Upstream;
  readonly server: Server;
  readonly port: number;
  readonly since: string;
};

/**
 * An address on this computer that passes the requests of another program on to the one server that the user named,
 * and shows them. Off until it is started. Everything it sees is in memory and ends with the folder: no key, no text
 * and no header is written, logged or put into an event.
 */
export class Watch {
  readonly #ports: WatchPorts;
  readonly #list = new WatchedList();
  readonly #trace = new LineTrace();
  readonly #room = new CopyRoom(MAX_WAITING_BYTES);
  /** Requests are taken apart one after the other, so that a flood of them does not take the whole machine. */
  readonly #work = new OneAtATime();
  #running: Running | null = null;
  #starting: Promise<Running> | null = null;
  #atOnce = 0;
  #refused = 0;
  #isTold = false;
  #isClosed = false;

  constructor(ports: WatchPorts) {
    this.#ports = ports;
  }

  state(): WatchState {
    const running = this.#running;
    return {
      running: running && {
        upstream: running.upstream.shown,
        address: `http://127.0.0.1:${running.port}`,
        port: running.port,
        since: running.since,
      },
      requests: this.#list
        .all()
        .map(({ summary }) => summary)
        .toReversed(),
      dropped: this.#list.dropped,
      refused: this.#refused,
    };
  }

  async start(address: string, port: number): Promise<WatchState> {
    const upstream = parseUpstream(address);
    if (this.#isClosed) throw new Failure("project-closed", "The folder is closed.");
    if (this.#running || this.#starting)
      throw new Failure("watch-running", "The watch runs already. Stop it to name a different server.");
    this.#starting = this.#listen(upstream, port);
    try {
      this.#running = await this.#starting;
      this.#refused = 0;
    } finally {
      this.#starting = null;
    }
    this.#tell();
    return this.state();
  }

  async #listen(upstream: Upstream, port: number): Promise<Running> {
    const server = createServer((request, response) => void this.#answer(request, response));
    server.maxConnections = MAX_CONNECTIONS;
    // Without a listener for upgrades they are requests like others, which the guard refuses with a sentence.
    server.on("connect", (_, socket) => socket.destroy());
    await listenOnLoopback(server, port);
    const own = (server.address() as AddressInfo).port;
    return { upstream, server, port: own, since: this.#ports.clock.now().toISOString() };
  }

  async stop(): Promise<WatchState> {
    // A start that is under way would otherwise leave its port open.
    if (this.#starting) await Promise.allSettled([this.#starting]);
    const running = this.#running;
    this.#running = null;
    if (running) {
      const closed = new Promise<void>((done) => running.server.close(() => done()));
      running.server.closeAllConnections();
      await closed;
      this.#tell();
    }
    return this.state();
  }

  clear(): WatchState {
    this.#list.clear();
    this.#tell();
    return this.state();
  }

  request(id: string): WatchedRequest {
    return shownRequest(this.#found(id));
  }

  part(id: string, index: number): { text: string; cut: boolean } {
    const text = this.#found(id).parts[index]?.text;
    if (text === undefined) throw unknown(id);
    return { text: text.slice(0, MAX_SHOWN_CHARS), cut: text.length > MAX_SHOWN_CHARS };
  }

  /** Settles when everything that went by has been taken apart. */
  settled(): Promise<void> {
    return this.#work.idle();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stop();
    await this.settled();
    this.#list.clear();
  }

  #found(id: string) {
    const found = this.#list.find(id);
    if (!found) throw unknown(id);
    return found;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const running = this.#running;
    if (!running) {
      response.destroy();
      return;
    }
    const refused =
      guardWatched(request, `127.0.0.1:${running.port}`) ??
      (this.#atOnce >= MAX_AT_ONCE
        ? { status: 503, message: "Too many requests at the same time. Wait for the answers first." }
        : null);
    if (refused) {
      this.#refused += 1;
      this.#tell();
      return refuse(response, refused.status, refused.message);
    }
    this.#atOnce += 1;
    const observed = new Observation(request, running.upstream, {
      ...this.#ports,
      list: this.#list,
      trace: this.#trace,
      room: this.#room,
      work: this.#work,
      tell: () => this.#tell(),
    });
    try {
      const { upstream } = running;
      const end = await forward(request, response, {
        upstream,
        patienceMs: this.#ports.patienceMs(),
        seen: observed,
      });
      observed.ended(end);
    } catch (error) {
      // Not what went by, only that it did not work.
      this.#ports.log.warn("A request could not be passed on.", { reason: codeOf(error) });
      observed.ended({ outcome: "failed", why: "The request could not be passed on." });
      response.destroy();
    } finally {
      this.#atOnce -= 1;
    }
  }

  /** Many requests at once are told together. */
  #tell(): void {
    if (this.#isTold) return;
    this.#isTold = true;
    setImmediate(() => {
      this.#isTold = false;
      const requests = this.#list.all().length;
      this.#ports.emit({ event: "watch.changed", running: this.#running !== null, requests });
    });
  }
}

const unknown = (id: string) => new Failure("request-unknown", "This request is not kept any more.", { id });

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "unknown";
