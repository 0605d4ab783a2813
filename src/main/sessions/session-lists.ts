import type { KeptFolder } from "../base/kept-file.ts";
import type { PathLocks } from "../workspace/path-locks.ts";
import { readIndex, type SessionIndex, writeIndex } from "./session-index.ts";
import { readMetas, type SessionMetas, writeMetas } from "./session-meta.ts";
import { SessionTouches } from "./session-touches.ts";

type Lists = { readonly sessions: SessionIndex["sessions"]; readonly metas: SessionMetas };

/** The two lists of conversations in a folder: `sessions.json`, and what the app stores beside it. */
export class SessionLists {
  readonly #locks: PathLocks;
  readonly #now: () => Date;
  readonly #touches = new SessionTouches((folder) =>
    this.change(folder, ({ sessions }, metas) => ({ sessions: { ...sessions }, metas })),
  );

  constructor(locks: PathLocks, now: () => Date) {
    this.#locks = locks;
    this.#now = now;
  }

  async index(folder: KeptFolder): Promise<SessionIndex> {
    const index = await readIndex(folder, this.#now);
    this.#touches.apply(folder, index);
    return index;
  }

  metas(folder: KeptFolder): Promise<SessionMetas> {
    return readMetas(folder, this.#now);
  }

  /** Both files of a folder are read and written under one lock; an unchanged one is not written. */
  async change(
    folder: KeptFolder,
    change: (index: SessionIndex, metas: SessionMetas) => Lists,
  ): Promise<void> {
    await this.#locks.run(`${folder.files.root}/${folder.path}`, async () => {
      const [index, metas] = [await this.index(folder), await this.metas(folder)];
      const next = change(index, metas);
      if (next.metas !== metas) await writeMetas(folder, next.metas);
      if (next.sessions === index.sessions) return;
      await writeIndex(folder, { ...index, sessions: next.sessions });
      this.#touches.written(folder);
    });
  }

  /** The time of a conversation, written once for many messages. */
  touch(folder: KeptFolder, id: string, updatedAt: string): void {
    this.#touches.touch(folder, id, updatedAt);
  }

  /** Settles when the lists on disk have all times. */
  flush(): Promise<void> {
    return this.#touches.flush();
  }
}
