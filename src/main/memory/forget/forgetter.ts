import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
import type { CopyKind, ForgottenCopy } from "#shared/contract/memory-life.ts";
import type { Clock } from "../../base/clock.ts";
import type { Ids } from "../../base/ids.ts";
import type { Store } from "../../store/open-store.ts";
import { fromRoot } from "../../workspace/roots.ts";
import type { Author } from "../../workspace/recorder.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { withoutFigures } from "../dream/dream-text.ts";
import { LINK_KIND } from "../index/memory-sources.ts";
import { removeSigns } from "../index/sign-file.ts";
import { editItem } from "./edit-item.ts";
import { editSource } from "./edit-source.ts";
import type { Graph } from "../tables/graph.ts";
import type { MemoryStore, StoredMemory } from "../tables/memory-store.ts";
import type { Procedures } from "../tables/procedures.ts";
import type { ProfileStore } from "../tables/profile-store.ts";
import type { RecallSignals } from "../recall/recall-signals.ts";
import { forgottenMark, redactValue } from "./redact-text.ts";

/** A place that may contain copies of a memory's text. */
export type CopyPlace = {
  readonly kind: CopyKind;
  /** How many copies there are, and a description of where. */
  find(text: string, memory: StoredMemory): Promise<ForgottenCopy[]>;
  /** Removes them; returns how many. */
  purge(text: string, memory: StoredMemory): Promise<number>;
};

export type ForgetterPorts = {
  readonly store: Store;
  readonly workspace: Workspace;
  readonly memories: MemoryStore;
  readonly signals: RecallSignals;
  readonly graph: Graph;
  readonly procedures: Procedures;
  readonly profiles: ProfileStore;
  readonly user: () => string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly places: readonly CopyPlace[];
  /** Settles when the file's current text is indexed. */
  readonly fileChanged: (path: string) => Promise<void>;
  /** Removes a text from a message in the session's files. */
  readonly redactMessage: (session: string, message: string, text: string) => Promise<void>;
  /** Settles when every source without a mark was read. */
  readonly readAgain: () => Promise<void>;
  /** Tables that exist only in the database are also backed up, and would be restored from there. */
  readonly saveBackups: () => Promise<void>;
};

/**
 * Changes and forgets memories in their sources. Pages of the database that a forgotten row leaves are
 * overwritten (`secure_delete`), and the write-ahead log with them. Copies in other places are listed, and
 * removed when the user says so.
 */
export class Forgetter {
  readonly #ports: ForgetterPorts;
  /** Forgotten texts of this process: a purge needs them again, and they are stored nowhere else. */
  readonly #forgotten = new Map<string, StoredMemory>();

  constructor(ports: ForgetterPorts) {
    this.#ports = ports;
    ports.store.db.pragma("secure_delete = ON");
  }

  /**
   * Replaces the words of a memory, in its file or table, and keeps its pin. Messages of conversations cannot
   * be changed. Returns the memory at that position afterwards, null when none starts there.
   */
  async update(
    agent: Agent,
    id: string,
    words: string,
  ): Promise<{ path: string; memory: StoredMemory | null; change: string | null }> {
    const { memories } = this.#ports;
    const memory = this.#own(agent, id);
    const { item, change } = await this.#edit(memory, words);
    const now = memories.at(memory.source, memory.lineFrom, item);
    if (memory.pinned && now !== null) memories.pin(now, true);
    return { path: memory.source, memory: now === null ? null : memories.get(now), change };
  }

  /** Returns the item it is then, and the change to its file where it has one. */
  async #edit(
    memory: StoredMemory,
    words: string,
  ): Promise<{ readonly item: string | null; readonly change: string | null }> {
    if (memory.tier === "session") {
      throw new Failure("not-editable", "A message of a conversation cannot be changed, only forgotten.", {
        id: memory.id,
      });
    }
    if (memory.kind === LINK_KIND) throw linkInFile(memory);
    if (memory.lineFrom !== null) {
      return { item: memory.item, change: await this.#editFile(memory, words) };
    }
    const { store, graph, procedures, profiles, user, clock } = this.#ports;
    const tables = { graph, procedures, profiles, user: user() };
    const item = store.transact(() => editItem(tables, memory, words, clock.now()));
    await this.#ports.readAgain();
    await this.#ports.saveBackups();
    return { item, change: null };
  }

  /** `versions`: stored versions of files that the text was removed from, so that no undo brings it back. */
  async forget(
    agent: Agent,
    id: string,
  ): Promise<{ forgotten: string; versions: number; copies: ForgottenCopy[] }> {
    const memory = this.#own(agent, id);
    if (memory.kind === LINK_KIND) throw linkInFile(memory);
    if (memory.lineFrom !== null) await this.#editFile(memory, null);
    if (memory.tier === "session") await this.#redactMessage(memory);
    this.#removeRows(memory);
    await this.#ports.readAgain();
    await this.#ports.saveBackups();
    this.#overwriteLog();
    const forgotten = this.#ports.ids.next();
    this.#forgotten.set(forgotten, memory);
    const text = tellingText(memory);
    const versions = await this.#purgeVersions(text, memory);
    const found = await Promise.all(this.#ports.places.map((place) => place.find(text, memory)));
    return { forgotten, versions, copies: found.flat() };
  }

  /** Removes the copies in those listed places that the user selected. */
  async purge(forgotten: string, kinds: readonly CopyKind[]): Promise<{ kind: CopyKind; purged: number }[]> {
    const memory = this.#forgotten.get(forgotten);
    if (!memory)
      throw new Failure("not-forgotten", "Forget the memory again to purge its copies.", { forgotten });
    const text = tellingText(memory);
    const done: { kind: CopyKind; purged: number }[] = [];
    for (const place of this.#ports.places.filter(({ kind }) => kinds.includes(kind))) {
      done.push({ kind: place.kind, purged: await place.purge(text, memory) });
    }
    // Files that were just written left their old text in free pages.
    if (!kinds.includes("versions")) await this.#purgeVersions(text, memory);
    this.#removeSaying(text);
    await this.#ports.readAgain();
    await this.#ports.saveBackups();
    this.#overwriteLog();
    return done;
  }

  async #purgeVersions(text: string, memory: StoredMemory): Promise<number> {
    const place = this.#ports.places.find(({ kind }) => kind === "versions");
    return place ? place.purge(text, memory) : 0;
  }

  #own(agent: Agent, id: string): StoredMemory {
    const memory = this.#ports.memories.require(id);
    const isOwn =
      memory.workspace === agent.workspace && (memory.agent === null || memory.agent === agent.id);
    if (isOwn) return memory;
    throw new Failure("memory-not-found", "This memory does not exist any more.", { id });
  }

  /** Returns the change. Fails when the memory's line is no longer there. */
  async #editFile(memory: StoredMemory, words: string | null): Promise<string | null> {
    const { workspace } = this.#ports;
    const { source, lineFrom, lineTo, text, kind } = memory;
    const path = fromRoot(memory.workspace, source);
    const file = await workspace.read(memory.workspace, path);
    const place = { lineFrom: lineFrom ?? 0, lineTo: lineTo ?? lineFrom ?? 0, text, kind };
    const next = editSource(file.text, place, words);
    if (next === null) throw changed(memory);
    const title = words === null ? "Forgot a memory" : "Edited a memory";
    const by: Author = { actor: "you", title };
    const { change } = await workspace.write(memory.workspace, path, next, file.hash, by);
    await this.#ports.fileChanged(source);
    return change;
  }

  /** Its neighbours are read again, too: they are indexed with its words. */
  async #redactMessage({ source, item, text }: StoredMemory): Promise<void> {
    const { store, memories, redactMessage } = this.#ports;
    await redactMessage(source.replace(/^session:/, ""), item ?? "", text);
    memories.words.removeSecurely(() => {
      store.db.prepare("delete from memory_sources where source = ?").run(source);
      store.db
        .prepare("delete from memories where source = @source and instr(around, @text)")
        .run({ source, text });
    });
  }

  #removeRows(memory: StoredMemory): void {
    const { store, memories, signals } = this.#ports;
    const text = tellingText(memory);
    memories.words.removeSecurely(() => {
      memories.remove(memory.id);
      signals.forget(memory.id);
      signals.redact(text, forgottenMark);
      store.db.prepare("delete from dream_promotions where memory = ? or fact = ?").run(memory.id, text);
      this.#redactLearned(text);
      if (memory.item !== null) this.#removeItem(memory.tier, memory.item);
    });
  }

  #removeItem(tier: StoredMemory["tier"], item: string): void {
    const { graph, procedures, profiles, user, clock } = this.#ports;
    if (tier === "graph") graph.removeRelation(item);
    if (tier === "procedural") procedures.remove([item]);
    if (tier === "profile") profiles.remove(user(), item, clock.now());
  }

  /** Rows of other sources with the same text, or next to it; sources without a mark are read again. */
  #removeSaying(text: string): void {
    const { store, memories } = this.#ports;
    const says = "instr(text, @text) or instr(around, @text)";
    memories.words.removeSecurely(() => {
      store.db
        .prepare(`delete from memory_sources where source in (select source from memories where ${says})`)
        .run({ text });
      store.db.prepare(`delete from memories where ${says}`).run({ text });
    });
  }

  #redactLearned(text: string): void {
    const { db } = this.#ports.store;
    const rows = db.prepare<[], { id: string; items: string }>("select id, items from learned").all();
    const update = db.prepare("update learned set items = ? where id = ?");
    for (const { id, items } of rows) {
      const value: unknown = JSON.parse(items);
      const next = redactValue(value, text);
      if (next !== value) update.run(JSON.stringify(next), id);
    }
  }

  /** Overwritten pages are still in the write-ahead log until it is merged; signs of vectors are in a file beside. */
  #overwriteLog(): void {
    const { db, file } = this.#ports.store;
    db.pragma("wal_checkpoint(TRUNCATE)");
    removeSigns(file);
  }
}

/**
 * The part of the text that a copy elsewhere would contain: without a dream's figures, or a value without its
 * key.
 */
const tellingText = ({ tier, item, text }: StoredMemory): string => {
  if (tier === "curated") return withoutFigures(text);
  return tier === "profile" && text.startsWith(`${item}: `) ? text.slice(`${item}: `.length) : text;
};

const linkInFile = ({ id, source }: StoredMemory) =>
  new Failure("not-editable", `This link stands in ${source}. Change it there.`, { id, source });

const changed = ({ source }: StoredMemory) =>
  new Failure("memory-changed", `${source} says something else by now. Look at it and try again.`, {
    source,
  });
