import type { Change, ChangedFile } from "#shared/model/change.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import type { Author, Begun, PlannedChange, RecordedGroup, Recorder } from "../workspace/recorder.ts";
import type { Journal } from "./journal.ts";
import type { KnownFiles } from "./known-files.ts";
import { mergeFiles, placeKey } from "./merge-files.ts";
import { hashesOf } from "./prune-changes.ts";
import { isHash, type Versions } from "./versions.ts";

/** Saves of one file by the user within this time are one change. */
const SAVES_TOGETHER_MS = 5 * 60_000;
/** A change with this many files is continued as a new one: each addition reads it whole. */
const MAX_FILES_PER_CHANGE = 500;

export type RecordPorts = {
  readonly journal: Journal;
  readonly versions: Versions;
  readonly known: KnownFiles;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly onChange: (id: string, paths: readonly string[]) => void;
};

/** Records changes before they happen, and what other programs changed in between. */
export class RecordChanges implements Recorder {
  readonly #ports: RecordPorts;
  readonly #queue = new OneAtATime();
  /** Where a change that grew too large is continued. */
  readonly #continued = new Map<string, string>();

  constructor(ports: RecordPorts) {
    this.#ports = ports;
  }

  keep(hash: string, bytes: Uint8Array): Promise<void> {
    return this.#ports.versions.keep(hash, bytes);
  }

  async kept(hash: string): Promise<Uint8Array | null> {
    const version = await this.#ports.versions.read(hash).catch(() => null);
    return version && !version.forgotten ? version.bytes : null;
  }

  begin(by: Author, planned: PlannedChange): Promise<Begun> {
    return this.#queue.run(async () => {
      const { journal } = this.#ports;
      await journal.refresh();
      const missed = planned.files.flatMap((file) => this.#missed(file));
      if (missed.length > 0) await this.#outside(missed);
      const before = this.#joined(by, planned);
      const id = before?.id ?? (await this.#begin(by, planned));
      if (before) await this.#extend(before, planned.files);
      this.#learn(planned, "after");
      // The journal does not list everything in a moved folder.
      if (planned.move) await this.#ports.known.save();
      this.#tell(id, planned);
      return { change: id, cancel: () => this.#cancel(id, before, planned) };
    });
  }

  async group(change: string): Promise<RecordedGroup> {
    const mark = (state: "open" | "ended") => this.#queue.run(() => this.#ports.journal.group(change, state));
    await mark("open");
    return { end: () => mark("ended"), reopen: () => mark("open") };
  }

  /** What the app did before recording was possible. */
  happened(by: Author, planned: PlannedChange): Promise<void> {
    return this.#queue.run(async () => {
      const id = await this.#begin(by, planned);
      this.#learn(planned, "after");
      this.#tell(id, planned);
    });
  }

  /** Records what another program did. Files that the app wrote meanwhile have their own record. */
  outside(seen: readonly ChangedFile[]): Promise<void> {
    return this.#queue.run(async () => {
      const { known, journal } = this.#ports;
      await journal.refresh();
      const still = seen.filter((file) => known.get(placeKey(file)) === file.before);
      for (let at = 0; at < still.length; at += MAX_FILES_PER_CHANGE) {
        await this.#outside(still.slice(at, at + MAX_FILES_PER_CHANGE));
      }
    });
  }

  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** The change that this belongs to, if it exists. */
  #joined(by: Author, planned: PlannedChange): Change | null {
    const { journal } = this.#ports;
    if (planned.move) return null;
    if (by.change !== undefined) {
      const found = journal.get(this.#continued.get(by.change) ?? by.change);
      // A group is undone as a whole after a crash, so it is one change, however large.
      const hasRoom = journal.groups().has(by.change) || (found?.files.length ?? 0) < MAX_FILES_PER_CHANGE;
      return hasRoom ? found : null;
    }
    return this.#sameSave(by, planned);
  }

  #sameSave(by: Author, { kind, files }: PlannedChange): Change | null {
    const [file] = files;
    if (by.actor !== "you" || kind !== "save" || !file || files.length !== 1) return null;
    const key = placeKey(file);
    for (const each of this.#ports.journal.newest()) {
      const touched = each.files.find((one) => placeKey(one) === key);
      if (!touched) continue;
      const age = this.#ports.clock.now().getTime() - Date.parse(each.at);
      const isSame = each.actor === "you" && each.kind === "save" && each.files.length === 1;
      return isSame && touched.after === file.before && age <= SAVES_TOGETHER_MS ? each : null;
    }
    return null;
  }

  async #begin(by: Author, planned: PlannedChange): Promise<string> {
    const { journal, ids } = this.#ports;
    const { actor, title, view, session, turn, change, undoes } = by;
    const taken = change !== undefined && journal.get(change) !== null;
    const id = taken || change === undefined ? ids.next() : change;
    if (taken && !planned.move) this.#continued.set(change, id);
    // A change of several steps is undone by its texts; only a single removal is restored from the trash.
    const trash = change === undefined ? planned.trash : undefined;
    await journal.put({
      id,
      at: this.#ports.clock.now().toISOString(),
      actor,
      kind: planned.kind,
      title: title.slice(0, 500),
      files: [...planned.files],
      ...(view !== undefined && { view }),
      ...(session !== undefined && session !== "" && { session }),
      ...(turn !== undefined && { turn }),
      ...(planned.move && { move: planned.move }),
      ...(trash !== undefined && { trash }),
      ...(undoes && { undoes: [...undoes] }),
    });
    this.#ports.versions.recorded(hashesOf(planned));
    return id;
  }

  async #extend(before: Change, files: readonly ChangedFile[]): Promise<void> {
    const { journal } = this.#ports;
    if (mergeFiles(before.files, files).length === 0) await journal.remove(before.id);
    else await journal.extend(before.id, files);
    this.#ports.versions.recorded(hashesOf({ files }));
  }

  #cancel(id: string, before: Change | null, planned: PlannedChange): Promise<void> {
    return this.#queue.run(async () => {
      const { journal } = this.#ports;
      // First: when the journal fails as well, what is known of the files is right all the same.
      this.#learn(planned, "before");
      await (before ? journal.put(before) : journal.remove(id));
      this.#tell(id, planned);
    });
  }

  /** The file differs from when it was last seen: another program changed it, unnoticed so far. */
  #missed(file: ChangedFile): ChangedFile[] {
    const last = this.#ports.known.get(placeKey(file));
    if (last === null || last === file.before) return [];
    const { path, layer } = file;
    return [{ path, layer, before: last, after: file.before, kept: isHash(last) }];
  }

  async #outside(files: readonly ChangedFile[]): Promise<void> {
    if (files.length === 0) return;
    const [first] = files;
    const title = files.length === 1 && first ? outsideTitle(first) : `${files.length} files changed outside`;
    const planned = { kind: "write", files } as const;
    const id = await this.#begin({ actor: "outside", title }, planned);
    this.#learn(planned, "after");
    this.#tell(id, planned);
  }

  #learn({ files, move }: PlannedChange, side: "before" | "after"): void {
    const { known } = this.#ports;
    for (const file of files) known.set(placeKey(file), file[side]);
    const layer = files[0]?.layer ?? "base";
    if (!move) return;
    const [from, to] = side === "after" ? [move.from, move.to] : [move.to, move.from];
    known.move(`${layer}:${from}`, `${layer}:${to}`);
  }

  #tell(id: string, { files }: PlannedChange): void {
    this.#ports.onChange(
      id,
      files.map(({ path }) => path),
    );
  }
}

const outsideTitle = ({ path, before, after }: ChangedFile): string => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (before === null) return `${name} was added outside Satchel`;
  return after === null ? `${name} was removed outside Satchel` : `${name} was changed outside Satchel`;
};
