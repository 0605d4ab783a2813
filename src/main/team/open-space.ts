import { Failure } from "#shared/contract/index.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
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
  readonly clock: Clock;
  readonly ids: Ids;
  readonly server?: TeamServerOptions;
  /** The space changed on the server, or what waits here did. */
  readonly onChange: () => void;
};

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

/** A space that is in use: its server, what waits for it, and trying again. */
export class OpenSpace {
  readonly membership: TeamMembership;
  readonly server: TeamServer;
  readonly outbox: Outbox;
  readonly #onChange: () => void;
  readonly #closing = new AbortController();
  #state: Pick<SpaceState, "server" | "problem"> = { server: "unknown", problem: null };
  #listening: { close(): Promise<void> } | null = null;
  #retry: NodeJS.Timeout | null = null;
  #retryMs = FIRST_RETRY_MS;
  #sending: Promise<void> = Promise.resolve();

  constructor({ membership, outboxFile, clock, ids, server, onChange }: OpenSpaceOptions) {
    this.membership = membership;
    this.server = new TeamServer(membership.address, server);
    this.outbox = new Outbox(outboxFile, clock, ids);
    this.#onChange = onChange;
  }

  state(): SpaceState {
    const entries = this.outbox.entries();
    return {
      ...this.#state,
      waiting: entries.filter(({ state }) => state === "waiting").length,
      refused: entries.filter(({ state }) => state === "refused").length,
    };
  }

  /** Listens for changes, and sends what waits. Never fails: it is tried again. */
  start(): void {
    void this.#listen();
    void this.flush();
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
    if (!(error instanceof Failure)) return;
    const { code, message } = error;
    if (isTemporary(error)) this.#set({ server: "away", problem: { code, message } });
    else if (code === "team-not-a-member" || code === "team-login-refused")
      this.#set({ server: "here", problem: { code, message } });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#retry) clearTimeout(this.#retry);
    await this.#listening?.close();
    await this.server.close();
    await this.#sending;
    this.outbox.close();
  }

  #tryLater(): void {
    if (this.#closing.signal.aborted || this.#retry) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      void this.#listen();
      void this.flush();
    }, this.#retryMs);
    this.#retry.unref();
    this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
  }

  async #listen(): Promise<void> {
    if (this.#listening || this.#closing.signal.aborted) return;
    try {
      this.#listening = await this.server.listen(this.membership.space, () => {
        this.#onChange();
        if (this.outbox.entries().length > 0) void this.flush();
      });
    } catch (error) {
      this.noteFailure(error);
      this.#tryLater();
    }
  }

  #set(next: Pick<SpaceState, "server" | "problem">): void {
    const before = this.#state;
    this.#state = next;
    if (before.server !== next.server || before.problem?.code !== next.problem?.code) this.#onChange();
  }
}
