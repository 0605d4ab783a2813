import { Failure } from "#shared/contract/index.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import { SpaceFiles } from "./files/space-files.ts";
import { TeamCache } from "./files/team-cache.ts";
import { Outbox } from "./outbox/outbox.ts";
import { TeamServer, type TeamServerOptions } from "./server/team-server.ts";
import { isTemporary } from "./server/team-failure.ts";
import { type TeamWrite, writeOnce } from "./space/items.ts";
import type { TeamMembership } from "./space/membership.ts";

export type SpaceState = {
  /** `unknown` until the server was asked for the first time. */
  readonly server: "unknown" | "here" | "away";
  readonly problem: { readonly code: string; readonly message: string } | null;
  readonly waiting: number;
  readonly refused: number;
};

export type OpenSpaceOptions = {
  readonly membership: TeamMembership;
  readonly outboxFile: string;
  readonly filesFile: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly server?: TeamServerOptions;
  /** The space changed on the server, or what waits here did. */
  readonly onChange: () => void;
};

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** Anybody in the database can send notices of a change; many at once count as one. */
const NOTICE_MS = 200;

/** A space that is in use: its server, what waits for it, its files here, and trying again. */
export class OpenSpace {
  readonly membership: TeamMembership;
  readonly server: TeamServer;
  readonly outbox: Outbox;
  /** The team's files on this computer. */
  readonly files: SpaceFiles;
  readonly #onChange: () => void;
  readonly #closing = new AbortController();
  #state: Pick<SpaceState, "server" | "problem"> = { server: "unknown", problem: null };
  #listening: { close(): Promise<void> } | null = null;
  #retry: NodeJS.Timeout | null = null;
  #notice: NodeJS.Timeout | null = null;
  #retryMs = FIRST_RETRY_MS;
  #sending: Promise<void> = Promise.resolve();
  #syncing: Promise<void> = Promise.resolve();

  constructor({ membership, outboxFile, filesFile, clock, ids, server, onChange }: OpenSpaceOptions) {
    this.membership = membership;
    this.server = new TeamServer(membership.address, server);
    this.outbox = new Outbox(outboxFile, clock, ids);
    this.files = new SpaceFiles(new TeamCache(filesFile, clock), membership);
    this.#onChange = onChange;
  }

  state(): SpaceState {
    return { ...this.#state, ...this.outbox.counts() };
  }

  /** Listens for changes, sends what waits, and fetches files. Never fails: it is tried again. */
  start(): void {
    void this.#listen();
    void this.flush();
    void this.sync();
  }

  /** On this disk when it returns; the number is for `settled`. */
  write(write: TeamWrite): number {
    const number = this.outbox.add(write);
    void this.flush();
    return number;
  }

  /** When a write was sent, or cannot be at the moment. Fails with the reason when the server refused it. */
  async settled(number: number): Promise<"sent" | "waiting"> {
    await this.flush();
    const entry = this.outbox.entry(number);
    if (entry?.state !== "refused") return entry ? "waiting" : "sent";
    throw new Failure(entry.code ?? "team-refused", entry.message ?? "The server refused this.", { number });
  }

  /** A refused write once more; the number it has now. Null: there is none with this number. */
  again(number: number): number | null {
    const again = this.outbox.retry(number);
    if (again !== null) this.#onChange();
    return again;
  }

  /** What waits, now and not only after the pause. */
  async retry(): Promise<"sent" | "waiting"> {
    this.#retryMs = FIRST_RETRY_MS;
    void this.#listen();
    void this.sync();
    await this.flush();
    return this.outbox.counts().waiting === 0 ? "sent" : "waiting";
  }

  dismiss(number: number): void {
    this.outbox.dismiss(number);
    this.#onChange();
  }

  discard(number: number): "no" | "maybe" {
    const arrived = this.outbox.discard(number);
    this.#onChange();
    void this.flush();
    return arrived;
  }

  async pin(item: string, version: number | null): Promise<void> {
    await this.ask((server) => this.files.pin(server, item, version));
    this.#onChange();
  }

  markSeen(items: readonly string[] | null): void {
    this.files.cache.markSeen(items);
    this.#onChange();
  }

  flush(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#flush());
    return this.#sending;
  }

  async #flush(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    try {
      await this.outbox.flush(
        (client, number, write) => this.#send(client, number, write),
        this.#onChange,
        this.#closing.signal,
      );
      this.#retryMs = FIRST_RETRY_MS;
    } catch (error) {
      this.noteFailure(error);
      this.#tryLater();
    }
  }

  #send(client: string, number: number, write: TeamWrite | null): Promise<unknown> {
    return this.ask((server) => writeOnce(server, this.membership, client, number, write));
  }

  /** Fetches the team's files that changed. */
  sync(): Promise<void> {
    this.#syncing = this.#syncing.then(async () => {
      if (this.#closing.signal.aborted) return;
      try {
        if (await this.ask((server) => this.files.sync(server))) this.#onChange();
      } catch (error) {
        this.noteFailure(error);
        this.#tryLater();
      }
    });
    return this.#syncing;
  }

  /** Everything that is asked of the server goes through here, so that its state is known. */
  async ask<T>(work: (server: TeamServer) => Promise<T>): Promise<T> {
    try {
      const result = await work(this.server);
      this.#set({ server: "here", problem: null });
      return result;
    } catch (error) {
      this.noteFailure(error);
      throw error;
    }
  }

  noteFailure(error: unknown): void {
    if (!(error instanceof Failure) || this.#closing.signal.aborted) return;
    const { code, message } = error;
    if (isTemporary(error) && code !== "team-slow") {
      this.#set({ server: "away", problem: { code, message } });
      // Somebody has to notice that it is back, also when nothing waits here.
      this.#tryLater();
    } else if (code === "team-slow" || PROBLEMS.has(code))
      this.#set({ server: "here", problem: { code, message } });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#retry) clearTimeout(this.#retry);
    if (this.#notice) clearTimeout(this.#notice);
    await this.#listening?.close();
    await this.server.close();
    await Promise.all([this.#sending, this.#syncing]);
    await this.files.close();
    this.outbox.close();
  }

  #tryLater(): void {
    if (this.#closing.signal.aborted || this.#retry) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      void this.#listen();
      void this.flush();
      void this.sync();
    }, this.#retryMs);
    this.#retry.unref();
    this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
  }

  async #listen(): Promise<void> {
    if (this.#listening || this.#closing.signal.aborted) return;
    try {
      this.#listening = await this.server.listen(this.membership.space, () => this.#onNotice());
    } catch (error) {
      this.noteFailure(error);
      this.#tryLater();
    }
  }

  #onNotice(): void {
    if (this.#notice || this.#closing.signal.aborted) return;
    this.#notice = setTimeout(() => {
      this.#notice = null;
      this.#onChange();
      void this.sync();
      if (this.outbox.counts().waiting > 0) void this.flush();
    }, NOTICE_MS);
    this.#notice.unref();
  }

  #set(next: Pick<SpaceState, "server" | "problem">): void {
    const before = this.#state;
    this.#state = next;
    if (before.server !== next.server || before.problem?.code !== next.problem?.code) this.#onChange();
  }
}

/** The server answered, and this membership or this version cannot use it. */
const PROBLEMS: ReadonlySet<string> = new Set([
  "team-not-a-member",
  "team-login-refused",
  "team-certificate",
  "team-schema-newer",
  "team-schema-older",
  "team-no-space",
]);
