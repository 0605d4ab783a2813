import { Failure } from "#shared/contract/index.ts";
import type { UndoConflict, UndoDecision, Undone } from "#shared/contract/changes.ts";
import { type Change, type ChangedFile, FOLDER } from "#shared/model/change.ts";
import type { Ids } from "../base/ids.ts";
import type { Layer } from "../workspace/roots.ts";
import type { Author } from "../workspace/recorder.ts";
import { sha256 } from "../workspace/read-file.ts";
import type { Replacement } from "../workspace/replace-files.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Journal } from "./journal.ts";
import { placeKey } from "./merge-files.ts";
import { type LeftFile, pathNow } from "./path-now.ts";
import { type Content, textOf, undoFile } from "./undo-file.ts";
import type { Versions } from "./versions.ts";

export type UndoPorts = {
  readonly journal: Journal;
  readonly versions: Versions;
  readonly workspace: Workspace;
  readonly ids: Ids;
};

/** How often an undo starts over because a file was changed while it was planned. */
const MAX_TRIES = 3;

/** Undoes changes, newest first: all of them or none. */
export class Undo {
  readonly #ports: UndoPorts;

  constructor(ports: UndoPorts) {
    this.#ports = ports;
  }

  /** Oldest first. */
  async undo(
    changes: readonly Change[],
    title: string,
    decisions: readonly UndoDecision[] = [],
    actor: Author["actor"] = "you",
  ): Promise<Undone> {
    const newestFirst = changes.toReversed();
    const undoes = newestFirst.map(({ id }) => id);
    const by: Author = { actor, title, kind: "undo", undoes, change: this.#ports.ids.next() };
    const [only] = newestFirst;
    if (only && newestFirst.length === 1) {
      if (only.move) return this.#moveBack(only, only.move, by);
      const back = only.trash === undefined ? null : await this.#fromTrash(only, only.trash, by);
      if (back) return back;
    }
    if (newestFirst.some(({ move }) => move)) return this.#oneByOne(newestFirst, title, decisions);
    for (let tries = 1; ; tries += 1) {
      const plan = await this.#plan(newestFirst, decisions);
      if (plan.conflicts.length > 0) return { status: "conflict", conflicts: plan.conflicts };
      try {
        await this.#ports.workspace.exact.replaceAll(plan.replacements, by);
        return this.#done(
          by,
          plan.replacements.map(({ path }) => path),
          plan.missing,
        );
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (error.code === "exists") return notEmpty(plan.replacements);
        if (error.code !== "changed-since" || tries === MAX_TRIES) throw error;
      }
    }
  }

  /** Undoes a turn with moves step by step. When one step fails, those before it are restored. */
  async #oneByOne(
    newestFirst: readonly Change[],
    title: string,
    decisions: readonly UndoDecision[],
  ): Promise<Undone> {
    const paths: string[] = [];
    const missing: string[] = [];
    const done: string[] = [];
    for (const change of newestFirst) {
      const undone = await this.undo([change], title, decisions);
      if (undone.status === "conflict") {
        await this.#bringBack(done, title);
        return undone;
      }
      paths.push(...undone.paths);
      missing.push(...undone.missing);
      if (undone.change !== null) done.push(undone.change);
    }
    const change = done.at(-1) ?? null;
    const and = done.slice(0, -1);
    return { status: "done", title, change, and, paths: [...new Set(paths)], missing };
  }

  async #bringBack(undos: readonly string[], title: string): Promise<void> {
    for (const id of undos.toReversed()) {
      const undo = this.#ports.journal.get(id);
      if (undo) await this.undo([undo], redone(title));
    }
  }

  /** Edits made since are moved along. */
  async #moveBack(change: Change, move: NonNullable<Change["move"]>, by: Author): Promise<Undone> {
    const layer = change.files[0]?.layer ?? "base";
    const now = this.#pathNow(change, { path: move.to, layer, after: FOLDER });
    try {
      await this.#ports.workspace.exact.move({ path: now, layer }, move.from, by);
      return this.#done(by, [now, move.from], []);
    } catch (error) {
      if (!(error instanceof Failure) || !["not-found", "exists"].includes(error.code)) throw error;
      const reason = error.code === "exists" ? "exists" : "gone";
      const path = error.code === "exists" ? move.from : now;
      return {
        status: "conflict",
        conflicts: [undecidable(path, reason)],
      };
    }
  }

  /** Null when it is no longer in the trash, or its place is taken: then its texts are used. */
  async #fromTrash(change: Change, trash: string, by: Author): Promise<Undone | null> {
    try {
      await this.#ports.workspace.undoRemove(trash, by);
      return this.#done(
        by,
        change.files.map(({ path }) => path),
        [],
      );
    } catch (error) {
      if (error instanceof Failure && ["not-found", "exists"].includes(error.code)) return null;
      throw error;
    }
  }

  /** What every file must become. A later change is undone before an earlier one uses the result. */
  async #plan(newestFirst: readonly Change[], decisions: readonly UndoDecision[]) {
    const states = new Map<string, Planned>();
    const missing: string[] = [];
    for (const change of newestFirst) {
      for (const file of inUndoOrder(change.files)) {
        const place = { path: this.#pathNow(change, file), layer: file.layer };
        const key = placeKey(place);
        const state = states.get(key) ?? (await this.#look(place));
        const before = await this.#side(file.before);
        // Once a file cannot be merged, what is offered is its text before all of these changes.
        if (state.clash) {
          states.set(key, { ...state, mode: file.mode, clash: { ...state.clash, before } });
          continue;
        }
        states.set(key, state);
        const after = await this.#side(file.after);
        const undone = undoFile(before, after, state.now);
        if (undone.kind === "conflict") {
          states.set(key, { ...state, mode: file.mode, clash: { reason: undone.reason, before, after } });
        } else if (undone.kind === "missing") {
          if (file.after !== null) throw notKept(place.path);
          missing.push(place.path);
        } else if (undone.kind === "put") {
          states.set(key, { ...state, now: contentOf(undone.bytes), bytes: undone.bytes, mode: file.mode });
        }
      }
    }
    const decided = [...states.values()].map((state) => decide(state, decisions));
    const conflicts = decided.flatMap(({ clash, ...state }) => (clash ? [conflictOf(state, clash)] : []));
    const replacements = decided.flatMap(({ place, expected, bytes, mode }): Replacement[] =>
      bytes === undefined ? [] : [{ ...place, expected, bytes, mode }],
    );
    return { conflicts, missing, replacements: folderOrder(replacements) };
  }

  #look(place: Planned["place"]): Promise<Planned> {
    return this.#ports.workspace.exact.look(place, async (now) => ({
      place,
      expected: now?.hash ?? null,
      disk: now && { hash: now.hash, bytes: now.bytes },
      now: now && { hash: now.hash, bytes: now.bytes },
      bytes: undefined,
      mode: undefined,
      clash: null,
    }));
  }

  async #side(hash: string | null): Promise<Content | null> {
    if (hash === null) return null;
    return { hash, bytes: (await this.#ports.versions.read(hash))?.bytes ?? null };
  }

  #pathNow(change: Change, file: LeftFile): string {
    const all = this.#ports.journal.all();
    const at = all.findIndex(({ id }) => id === change.id);
    // An interrupted group may no longer be listed; nothing was moved since it began.
    return at === -1 ? file.path : pathNow(file, all.slice(at + 1));
  }

  #done(by: Author, paths: readonly string[], missing: readonly string[]): Undone {
    const change = by.change !== undefined && this.#ports.journal.get(by.change) ? by.change : null;
    return { status: "done", title: by.title, change, and: [], paths: [...paths], missing: [...missing] };
  }
}

type Planned = {
  readonly place: { readonly path: string; readonly layer: Layer };
  /** Hash of the bytes on disk. */
  readonly expected: string | null;
  readonly disk: Content | null;
  /** The state once the changes so far are undone. */
  readonly now: Content | null;
  readonly bytes: Replacement["bytes"] | undefined;
  readonly mode: number | undefined;
  /** It cannot be merged. */
  readonly clash: Clash | null;
};

type Clash = {
  readonly reason: UndoConflict["reason"];
  readonly before: Content | null;
  readonly after: Content | null;
};

/** A decision applies to the state that the user saw; when that changed since, it no longer counts. */
const decide = (state: Planned, decisions: readonly UndoDecision[]): Planned => {
  const { place, expected, clash } = state;
  const decision = decisions.find(({ path, now }) => path === place.path && now === expected);
  if (decision?.take === "now") return { ...state, bytes: undefined, clash: null };
  if (!decision || !clash) return state;
  if (decision.take === "text") return { ...state, bytes: Buffer.from(decision.text, "utf8"), clash: null };
  const { before } = clash;
  if (before === null) return { ...state, bytes: null, clash: null };
  if (before.hash === FOLDER) return { ...state, bytes: FOLDER, clash: null };
  if (before.bytes === null) throw notKept(place.path);
  return { ...state, bytes: before.bytes, clash: null };
};

const conflictOf = (
  { place, expected, disk }: Omit<Planned, "clash">,
  { reason, before, after }: Clash,
): UndoConflict => ({
  path: place.path,
  reason,
  now: expected,
  decidable: true,
  base: textOf(after),
  mine: textOf(disk),
  theirs: textOf(before),
});

const undecidable = (path: string, reason: UndoConflict["reason"]): UndoConflict => ({
  path,
  reason,
  now: null,
  decidable: false,
  base: null,
  mine: null,
  theirs: null,
});

/** Undoing an undo applies the original change again. */
export const redone = (title: string): string => {
  if (title.startsWith("Undid")) return title.replace("Undid", "Redid");
  return title.startsWith("Redid") ? title.replace("Redid", "Undid") : `Undid: ${title}`;
};

const contentOf = (bytes: Buffer | typeof FOLDER | null): Content | null => {
  if (bytes === null) return null;
  return bytes === FOLDER ? { hash: FOLDER, bytes: null } : { hash: sha256(bytes), bytes };
};

/** What was created last is removed first. */
const inUndoOrder = (files: readonly ChangedFile[]): readonly ChangedFile[] => files.toReversed();

/** Folders are created before their contents, and removed after. */
const folderOrder = (replacements: readonly Replacement[]): readonly Replacement[] => {
  const made = replacements.filter(({ bytes }) => bytes === FOLDER);
  const emptied = replacements.filter(({ bytes, expected }) => bytes === null && expected === FOLDER);
  const rest = replacements.filter((each) => !made.includes(each) && !emptied.includes(each));
  const deep = (a: Replacement, b: Replacement) => a.path.length - b.path.length;
  return [...made.toSorted(deep), ...rest, ...emptied.toSorted(deep).toReversed()];
};

const notEmpty = (replacements: readonly Replacement[]): Undone => {
  const folder = replacements.find(({ bytes, expected }) => bytes === null && expected === FOLDER);
  const path = folder?.path ?? replacements[0]?.path ?? "";
  return {
    status: "conflict",
    conflicts: [{ ...undecidable(path, "not-empty"), now: FOLDER, decidable: true }],
  };
};

const notKept = (path: string): Failure =>
  new Failure("version-not-kept", `The text of ${path} before this change was not kept.`, { path });
