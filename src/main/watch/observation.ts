import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Log } from "../base/log.ts";
import type { OneAtATime } from "../base/one-at-a-time.ts";
import { isLoopback } from "../providers/is-loopback.ts";
import { analyse, type AnalysePorts } from "./analyse.ts";
import type { ForwardEnd, Seen } from "./forward.ts";
import { keyHider } from "./hide-keys.ts";
import { formatOf } from "./read-request.ts";
import { costAt, type Price, readUsage } from "./read-usage.ts";
import { bodyText, type CopyRoom, Tap } from "./tap.ts";
import type { Upstream } from "./upstream.ts";
import type { Watched, WatchedList } from "./watched.ts";

export type ObservationPorts = AnalysePorts & {
  /** The list price of a model, and its date; null when it is unknown. */
  readonly priceOf: (model: string) => Promise<{ readonly price: Price; readonly date: string } | null>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly list: WatchedList;
  readonly room: CopyRoom;
  readonly work: OneAtATime;
  readonly tell: () => void;
};

/** Bytes of a request and of an answer that are looked at, packed and unpacked. */
export const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;
const MAX_PATH_CHARS = 300;
const MAX_CLIENT_CHARS = 100;

/** What is learned of one request while it goes by. It never delays it: the work is done after the last byte. */
export class Observation implements Seen {
  readonly #ports: ObservationPorts;
  readonly #watched: Watched;
  readonly #headers: IncomingHttpHeaders;
  readonly #hide: (text: string) => string;
  readonly #began: number;
  #request: Tap | null;
  #answer: Tap | null;
  #answerHeaders: IncomingHttpHeaders = {};

  constructor(request: IncomingMessage, upstream: Upstream, ports: ObservationPorts) {
    this.#ports = ports;
    this.#request = new Tap(MAX_REQUEST_BYTES, ports.room);
    this.#answer = new Tap(MAX_ANSWER_BYTES, ports.room);
    this.#headers = request.headers;
    this.#hide = keyHider(request.headers);
    this.#began = performance.now();
    const method = (request.method ?? "GET").slice(0, 20);
    const path = (request.url ?? "/").split(/[?#]/, 1)[0] ?? "/";
    this.#watched = {
      summary: {
        id: ports.ids.next(),
        at: ports.clock.now().toISOString(),
        client: plain(this.#hide(request.headers["user-agent"] ?? ""), MAX_CLIENT_CHARS) || "unnamed",
        format: formatOf(method, path),
        method,
        path: plain(this.#hide(path), MAX_PATH_CHARS),
        model: null,
        status: null,
        outcome: "running",
        complete: false,
        firstMs: null,
        ms: null,
        bytesSent: 0,
        bytesReceived: 0,
        tokens: null,
        usage: null,
        cost: null,
        local: isLoopback(upstream.url.href),
        notes: [],
      },
      encoding: ports.tokens.encodingOf(null).encoding,
      parts: [],
      common: null,
      ownChars: 0,
    };
    ports.list.add(this.#watched);
    ports.tell();
  }

  sent(chunk: Buffer): void {
    this.#request?.add(chunk);
  }

  asked(): void {
    this.#set({ bytesSent: this.#request?.bytes ?? 0 });
    const { format } = this.#watched.summary;
    const copy = this.#request;
    this.#request = null;
    if (format === "other") copy?.drop();
    else if (copy) this.#later(() => this.#takeApart(copy));
  }

  answer(status: number, headers: IncomingHttpHeaders): void {
    this.#answerHeaders = headers;
    this.#set({ status, firstMs: Math.round(performance.now() - this.#began) });
  }

  received(chunk: Buffer): void {
    this.#answer?.add(chunk);
  }

  ended({ outcome, why }: ForwardEnd): void {
    const copy = this.#answer;
    this.#answer = null;
    this.#set({
      outcome,
      ms: Math.round(performance.now() - this.#began),
      bytesReceived: copy?.bytes ?? 0,
      notes: [...this.#watched.summary.notes, ...(why === null ? [] : [why])],
    });
    const { format, status } = this.#watched.summary;
    this.#request?.drop();
    this.#request = null;
    if (format === "other" || status !== 200) copy?.drop();
    else if (copy) this.#later(() => this.#readAnswer(copy));
    this.#later(() => Promise.resolve(this.#set({ complete: true })));
  }

  async #takeApart(copy: Tap): Promise<void> {
    const { list } = this.#ports;
    const body = copy.whole();
    if (!body)
      return this.#note(
        "The request was passed on, but is too large to be taken apart, or too many came at once.",
      );
    const text = await bodyText(body, this.#headers["content-encoding"], MAX_UNPACKED_BYTES);
    if (text === null)
      return this.#note("The body of the request could not be unpacked, so only its size is known.");
    const { format } = this.#watched.summary;
    const kept = list.all();
    const at = kept.indexOf(this.#watched);
    if (at < 0) return;
    const before = kept.slice(0, at);
    const found = await analyse({ format, body: this.#hide(text) }, before, this.#ports);
    if (!found) return this.#note("The body of the request is none that this address can read.");
    const { model, tokens, notes, ...rest } = found;
    Object.assign(this.#watched, rest);
    this.#set({ model, tokens, notes: [...this.#watched.summary.notes, ...notes] });
    list.trim();
  }

  async #readAnswer(copy: Tap): Promise<void> {
    const body = copy.whole();
    const text = body && (await bodyText(body, this.#answerHeaders["content-encoding"], MAX_UNPACKED_BYTES));
    if (text === null)
      return this.#note("The answer was too large or could not be unpacked, so its usage is not known.");
    const { format, model, local } = this.#watched.summary;
    const answer = readUsage(format, text);
    if (!answer.usage) return this.#note("The answer does not say how many tokens it took.");
    this.#set({ usage: answer.usage });
    if (answer.dollars !== null) return this.#set({ cost: { dollars: answer.dollars, from: "answer" } });
    if (local || model === null) return;
    const listed = await this.#ports.priceOf(model);
    const dollars = listed && costAt(listed.price, answer);
    if (listed && dollars !== null) this.#set({ cost: { dollars, from: { prices: listed.date } } });
  }

  #later(work: () => Promise<void>): void {
    void this.#ports.work.run(work).catch(() => {
      // The reason may hold what was sent, so it is not logged.
      this.#ports.log.warn("A watched request could not be taken apart.");
      this.#note("The request could not be taken apart.");
    });
  }

  #note(sentence: string): void {
    this.#set({ notes: [...this.#watched.summary.notes, sentence] });
  }

  #set(change: Partial<Watched["summary"]>): void {
    this.#watched.summary = { ...this.#watched.summary, ...change };
    this.#ports.tell();
  }
}

/** For a line on the screen and in a terminal. */
const plain = (text: string, most: number): string => text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, most);
