import type { Events, Signal } from "#shared/contract/index.ts";
import type { ChangedFile } from "#shared/model/change.ts";
import type { Log } from "../base/log.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import type { FilePlace } from "../workspace/replace-files.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { KnownFiles } from "./known-files.ts";
import { placeKey } from "./merge-files.ts";
import type { RecordChanges } from "./record-changes.ts";
import type { Versions } from "./versions.ts";

export type OutsidePorts = {
  readonly workspace: Workspace;
  readonly known: KnownFiles;
  readonly versions: Versions;
  readonly record: RecordChanges;
  readonly log: Log;
};

/** Texts that are stored when a project is opened, so that a later change outside can be undone. */
const MAX_LEARNED_BYTES = 256 * 1024 * 1024;

type Seen = { readonly path: string; readonly added: boolean };

/** Notices what other programs change: files that differ from what Satchel last saw. */
export class Outside {
  readonly #ports: OutsidePorts;
  readonly #queue = new OneAtATime();
  readonly #closing = new AbortController();
  readonly #closed = Promise.withResolvers<void>();

  constructor(ports: OutsidePorts) {
    this.#ports = ports;
  }

  /** Receives all events of the workspace; our own writes are known already and are ignored. */
  heard(event: Events): void {
    if (event.event !== "workspace.changed") return;
    const seen = event.changes.flatMap(({ path, kind, from }): Seen[] => [
      { path, added: kind === "added" || kind === "renamed" },
      ...(from === undefined ? [] : [{ path: from, added: false }]),
    ]);
    this.#enqueue(() => this.#look(seen));
  }

  /** Examines everything that is indexed: what changed while Satchel was closed, and what is new. */
  learn(): void {
    this.#enqueue(async () => {
      const workspace = this.#ports.workspace;
      // A project that is closed while its files are counted does not wait for the rest of them.
      await Promise.race([workspace.settled(), this.#closed.promise]);
      const paths = new Set([...workspace.indexed()].map(({ path }) => path));
      const known = [...this.#ports.known.entries()].map(([key]) => key.slice(key.indexOf(":") + 1));
      let bytes = 0;
      for (const path of new Set([...paths, ...known])) {
        await workspace.courtesy.pass();
        if (this.#closing.signal.aborted || bytes > MAX_LEARNED_BYTES) return;
        bytes += await this.#look([{ path, added: false }]);
      }
      await this.#ports.known.save();
    });
  }

  settled(): Promise<void> {
    return this.#queue.idle();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#closed.resolve();
    await this.settled();
  }

  #enqueue(work: () => Promise<unknown>): void {
    this.#queue
      .run(async () => {
        if (!this.#closing.signal.aborted) await work();
      })
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted) {
          this.#ports.log.error("A change outside Satchel was not recorded.", error);
        }
      });
  }

  /** Returns how many bytes were new. */
  async #look(seen: readonly Seen[]): Promise<number> {
    const workspace = this.#ports.workspace;
    const layers = workspace.roots.overlay() === null ? (["base"] as const) : (["base", "overlay"] as const);
    const changed: ChangedFile[] = [];
    let bytes = 0;
    for (const { path, added } of seen) {
      if (aborted(this.#closing.signal)) return bytes;
      for (const layer of layers) {
        const looked = await this.#lookAt({ path, layer }, added).catch(() => null);
        bytes += looked?.bytes ?? 0;
        if (looked?.file) changed.push(looked.file);
      }
    }
    if (changed.length > 0) await this.#ports.record.outside(changed);
    return bytes;
  }

  #lookAt(
    place: FilePlace,
    added: boolean,
  ): Promise<{ readonly file: ChangedFile | null; readonly bytes: number } | null> {
    const { known, versions } = this.#ports;
    const workspace = this.#ports.workspace;
    const key = placeKey(place);
    return workspace.exact.look(place, async (now) => {
      const last = known.get(key);
      const hash = now?.hash ?? null;
      if (hash === last || (last === null && !workspace.isIndexed(place.path))) return null;
      if (now?.bytes) await versions.keepLoosely(now.hash, now.bytes);
      const bytes = now?.bytes?.length ?? 0;
      if (last === null && !added) {
        known.set(key, hash);
        return { file: null, bytes };
      }
      const kept = last === null || (await versions.has(last));
      return { file: { ...place, before: last, after: hash, kept }, bytes };
    });
  }
}

const aborted = (signal: Signal): boolean => signal.aborted;
