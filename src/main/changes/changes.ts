import type { ListedChange, UndoDecision, Undone } from "#shared/contract/changes.ts";
import { type Events, Failure } from "#shared/contract/index.ts";
import type { Change, ChangedFile } from "#shared/model/change.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Log } from "../base/log.ts";
import { privateFolder } from "../workspace/path-policy.ts";
import { decodeText } from "../workspace/text-format.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { ChangeLog } from "./change-log.ts";
import type { Journal } from "./journal.ts";
import { placeKey } from "./merge-files.ts";
import { Outside } from "./outside.ts";
import { pruneChanges, type Retention } from "./prune-changes.ts";
import { undoneBy } from "./undone-by.ts";
import { redone, Undo } from "./undo.ts";
import type { Versions } from "./versions.ts";

/** Moves that can have been under way together when a process ended. */
const MAX_UNFINISHED_MOVES = 10;

export type ChangesOptions = {
  readonly changeLog: ChangeLog;
  readonly workspace: Workspace;
  readonly retention: () => Retention;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
};

export type ChangeFilter = {
  readonly path?: string | undefined;
  readonly actor?: string | undefined;
  readonly session?: string | undefined;
  readonly kinds?: readonly Change["kind"][] | undefined;
  /** A part of a path or of the title. */
  readonly text?: string | undefined;
  readonly limit: number;
  readonly before?: string | undefined;
};

/**
 * Everything that was done to the project's files, and how to undo it. Writers do not use this room: the
 * workspace records every write through the change log, under the author that its caller names.
 */
export class Changes {
  readonly versions: Versions;
  readonly #options: ChangesOptions;
  readonly #journal: Journal;
  readonly #outside: Outside;
  readonly #undo: Undo;

  constructor(options: ChangesOptions) {
    this.#options = options;
    const { changeLog, ids, log, workspace } = options;
    const { journal, versions, known, recorder } = changeLog;
    this.#journal = journal;
    this.#outside = new Outside({ workspace, known, versions, record: recorder, log });
    this.#undo = new Undo({ journal, versions, workspace, ids });
    this.versions = versions;
  }

  /**
   * Undoes groups of writes that the end of a process interrupted, so that all of a group's files are there or
   * none, and ends moves that left both names. Before anything else of the project is used.
   */
  async recover(): Promise<void> {
    await this.#journal.refresh();
    await this.#options.changeLog.clearLitter();
    // Newest first: a group may have begun on what an older one left.
    for (const [id, group] of [...this.#journal.groups()].toReversed()) {
      const isDone =
        group.change === null ||
        (await this.#recoverGroup(group.change, group.files).then(
          () => true,
          (error: unknown) => {
            this.#failed(error);
            return false;
          },
        ));
      // One that failed (a full disk) is tried again at the next opening.
      if (isDone) await this.#journal.group(id, "ended");
    }
    const moves = this.#journal.all().flatMap(({ move, files }) => (move ? [{ move, files }] : []));
    for (const { move, files } of moves.slice(-MAX_UNFINISHED_MOVES)) {
      const from = { path: move.from, layer: files[0]?.layer ?? "base" };
      await this.#options.workspace.exact.finishMove(from, move.to).catch(this.#failed);
    }
  }

  /**
   * The list may say that a file was put back, or that it was never written, although the disk failed before that
   * was so: what counts is every state that was recorded while the group was open.
   */
  async #recoverGroup(listed: Change, recorded: readonly ChangedFile[]): Promise<void> {
    const { workspace, changeLog, log } = this.#options;
    const states = Map.groupBy(recorded, placeKey);
    const files: ChangedFile[] = [];
    for (const [first, ...more] of states.values()) {
      if (!first) continue;
      const now = await workspace.exact.look(first, async (found) => found?.hash ?? null);
      const isOurs = more.some(({ after }) => after === now);
      files.push(isOurs ? { ...first, after: now } : first);
    }
    const change = { ...listed, files };
    const undone = await this.#undo.undo([change], `Undid: ${change.title} (it was interrupted)`, [], "app");
    if (undone.status === "conflict") {
      const paths = undone.conflicts.map(({ path }) => path);
      log.warn("A group of files was written in part, and its files were changed since.", { paths });
    }
    // Files that the group did not reach still have the text before it.
    for (const file of change.files) {
      await workspace.exact.look(file, async (now) => changeLog.known.set(placeKey(file), now?.hash ?? null));
    }
  }

  /** Examines the files in the background, and drops what is past its retention. */
  start(): void {
    this.#outside.learn();
    void this.#outside.settled().then(() => this.prune().catch(this.#failed));
  }

  heard(event: Events): void {
    this.#outside.heard(event);
  }

  /** Settles when everything noticed so far is recorded. */
  async settled(): Promise<void> {
    await this.#outside.settled();
    await this.#options.changeLog.recorder.idle();
  }

  async get(id: string): Promise<Change> {
    await this.#journal.refresh();
    const found = this.#journal.get(id);
    if (found) return found;
    throw new Failure("change-not-found", "This change is no longer kept.", { id });
  }

  /** Null when no change has this id. */
  has(id: string): boolean {
    return this.#journal.get(id) !== null;
  }

  /** Newest first. */
  async list(filter: ChangeFilter): Promise<{ changes: ListedChange[]; more: boolean }> {
    await this.#journal.refresh();
    const undone = undoneBy(this.#journal.all());
    const changes: ListedChange[] = [];
    let isBehind = filter.before === undefined;
    for (const change of this.#journal.newest()) {
      if (isBehind && isAsked(change, filter)) {
        if (changes.length === filter.limit) return { changes, more: true };
        changes.push({ ...change, undoneBy: undone.get(change.id) ?? null });
      }
      isBehind ||= change.id === filter.before;
    }
    return { changes, more: false };
  }

  /** The available filters and the size of the list. Actors and conversations with the newest change first. */
  async overview() {
    await this.#journal.refresh();
    const newest = [...this.#journal.newest()];
    return {
      count: newest.length,
      bytes: await this.versions.usedBytes(),
      oldest: newest.at(-1)?.at ?? null,
      limits: this.#options.retention(),
      actors: [...new Set(newest.map(({ actor }) => actor))],
      sessions: [...new Set(newest.flatMap(({ session }) => session ?? []))],
    };
  }

  /** Both sides of one file. */
  async diff(id: string, path: string) {
    const file = (await this.get(id)).files.find((each) => each.path === path);
    if (!file) throw new Failure("not-found", `${path} is not part of this change.`, { id, path });
    const [before, after] = [await this.#text(file.before), await this.#text(file.after)];
    if (before.isMissing && after.isMissing) {
      throw new Failure("version-not-kept", `The texts of ${path} were not kept.`, { id, path });
    }
    const binary = before.binary || after.binary;
    return {
      path,
      binary,
      before: binary ? null : before.text,
      after: binary ? null : after.text,
      forgotten: before.forgotten || after.forgotten,
    };
  }

  /** Together with the changes that belong to it, all or none. */
  async undo(
    id: string,
    and: readonly string[] = [],
    decisions: readonly UndoDecision[] = [],
  ): Promise<Undone> {
    const change = await this.get(id);
    const wanted = new Set([id, ...and]);
    const changes = this.#journal.all().filter((each) => wanted.has(each.id));
    return this.#undo.undo(changes, redone(change.title), decisions);
  }

  /** Undoes everything that one turn changed and that was not undone yet. */
  async undoTurn(session: string, turn: string, decisions: readonly UndoDecision[] = []): Promise<Undone> {
    await this.#journal.refresh();
    const all = this.#journal.all();
    const undone = undoneBy(all);
    const own = all.filter(
      (each) =>
        each.session === session && each.turn === turn && each.kind !== "undo" && !undone.has(each.id),
    );
    if (own.length === 0) {
      throw new Failure("change-not-found", "This turn changed no files, or they were undone.", { turn });
    }
    return this.#undo.undo(
      own,
      own.length === 1 ? `Undid: ${own[0]?.title}` : `Undid a turn (${own.length} changes)`,
      decisions,
    );
  }

  /** Files that were created before the project was open; the app's own files are not included. */
  async created(title: string, paths: readonly string[]): Promise<void> {
    const files: ChangedFile[] = [];
    for (const path of paths.filter((each) => !each.startsWith(`${privateFolder}/`))) {
      const place = { path, layer: "base" } as const;
      await this.#options.workspace.exact.look(place, async (now) => {
        if (!now?.bytes) return;
        await this.versions.keep(now.hash, now.bytes);
        files.push({ ...place, before: null, after: now.hash, kept: true });
      });
    }
    if (files.length > 0) {
      await this.#options.changeLog.recorder.happened({ actor: "app", title }, { kind: "create", files });
    }
  }

  async prune(): Promise<void> {
    const { clock, retention, changeLog } = this.#options;
    const { journal, versions, known } = changeLog;
    await pruneChanges({ journal, versions, known, clock }, retention());
  }

  close(): Promise<void> {
    return this.#outside.close();
  }

  readonly #failed = (error: unknown): void => {
    this.#options.log.error("The list of changes could not be kept up.", error);
  };

  async #text(hash: string | null): Promise<Side> {
    const nothing = { text: null, binary: false, isMissing: false, forgotten: false };
    if (hash === null || hash === "folder") return nothing;
    const version = await this.versions.read(hash);
    if (!version) return { ...nothing, isMissing: true };
    const decoded = decodeText(version.bytes);
    if (decoded.kind !== "text") return { ...nothing, binary: true };
    return { ...nothing, text: decoded.text, forgotten: version.forgotten };
  }
}

type Side = {
  readonly text: string | null;
  readonly binary: boolean;
  readonly isMissing: boolean;
  readonly forgotten: boolean;
};

const isAsked = (change: Change, { path, actor, session, kinds, text }: ChangeFilter): boolean =>
  (actor === undefined || change.actor === actor || change.actor.startsWith(`${actor}:`)) &&
  (session === undefined || change.session === session) &&
  (kinds === undefined || kinds.includes(change.kind)) &&
  (path === undefined || change.files.some((file) => isIn(file.path, path))) &&
  (text === undefined || says(change, text.toLowerCase()));

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

const says = ({ title, files }: Change, text: string): boolean =>
  title.toLowerCase().includes(text) || files.some(({ path }) => path.toLowerCase().includes(text));
