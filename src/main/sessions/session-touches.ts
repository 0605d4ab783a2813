import type { KeptFolder } from "../base/kept-file.ts";
import type { SessionIndex } from "./session-index.ts";

/** A list of conversations is written this long after the first message that is not in it. */
const WRITE_AFTER_MS = 2_000;

type Waiting = {
  readonly folder: KeptFolder;
  /** By session, the time of its last message. */
  readonly times: Map<string, string>;
  readonly timer: NodeJS.Timeout;
};

/**
 * The times of conversations that `sessions.json` does not have yet. Every message changes the time of its
 * conversation, and the file has a line for each of them, so it is written once for many messages. After a
 * crash a time may be some seconds old; the messages themselves are in the logs.
 */
export class SessionTouches {
  readonly #waiting = new Map<string, Waiting>();
  readonly #write: (folder: KeptFolder) => Promise<void>;

  constructor(write: (folder: KeptFolder) => Promise<void>) {
    this.#write = write;
  }

  /** Changes the list as it was read: a copy of a long list would cost more than the message. */
  apply(folder: KeptFolder, { sessions }: SessionIndex): void {
    for (const [id, updatedAt] of this.#waiting.get(keyOf(folder))?.times ?? []) {
      const line = Object.hasOwn(sessions, id) ? sessions[id] : undefined;
      if (line && line.updatedAt < updatedAt) sessions[id] = { ...line, updatedAt };
    }
  }

  touch(folder: KeptFolder, id: string, updatedAt: string): void {
    const key = keyOf(folder);
    const waiting = this.#waiting.get(key) ?? { folder, times: new Map(), timer: this.#later(folder) };
    waiting.times.set(id, updatedAt);
    this.#waiting.set(key, waiting);
  }

  /** The folder's list was written with all of them. */
  written(folder: KeptFolder): void {
    const key = keyOf(folder);
    clearTimeout(this.#waiting.get(key)?.timer);
    this.#waiting.delete(key);
  }

  /** Settles when nothing waits. */
  async flush(): Promise<void> {
    for (const { folder } of this.#waiting.values()) await this.#write(folder);
  }

  /** A disk that is full now is tried again with the next message, and when the project is closed. */
  #later(folder: KeptFolder): NodeJS.Timeout {
    const timer = setTimeout(() => {
      void this.#write(folder).catch(() => this.#waiting.delete(keyOf(folder)));
    }, WRITE_AFTER_MS);
    timer.unref();
    return timer;
  }
}

const keyOf = ({ files, path }: KeptFolder): string => `${files.root}/${path}`;
