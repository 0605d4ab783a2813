import { createHash } from "node:crypto";
import type { Agent } from "#shared/contract/agents.ts";
import type { SessionView } from "#shared/contract/sessions.ts";
import { MAX_SENT_PICTURE_BYTES } from "#shared/model/picture.ts";
import type { Origin } from "#shared/model/origin.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { letOthersRun } from "../base/in-steps.ts";
import type { KeptFile } from "../base/kept-file.ts";
import { forksOf, pathTo } from "./branches.ts";
import { contextAt } from "./context-at.ts";
import { entryOrigin } from "./entry-origin.ts";
import { appendEntries, replaceEntries } from "./entry-file.ts";
import { markOf } from "./file-mark.ts";
import { behindSummary } from "./behind-summary.ts";
import { extendSession } from "./extend-session.ts";
import { withImportedFiles } from "./imported-files.ts";
import { contextAfterImport, type ImportedSession, type TakenIn } from "./imported-session.ts";
import { type Lineage, type LoadedSession, loadSession, withMarkers } from "./load-session.ts";
import { type KeptSession, LoadedSessions } from "./loaded-sessions.ts";
import { PartialReply, readPartial, type ReplyHeader, type ReplyPlace } from "./partial-reply.ts";
import { redactEntry } from "./redact.ts";
import { type AddedToLog, SessionCatalogue } from "./session-catalogue.ts";
import type { SessionPlace } from "./session-places.ts";
import type { SessionFiles } from "./session-folder.ts";
import { stamp } from "../store/set-aside.ts";
import { onDisk } from "../workspace/fs-failure.ts";
import { transcribe, transcriptFolder } from "./transcribe.ts";
import { type SessionMessage, toMessages } from "./to-messages.ts";

/**
 * The conversations of a project's agents, on disk. The log contains every entry ever written, as a tree; the
 * context file contains the selected branch as the model sees it, and its last line is the current position.
 * Both are only appended to, except by a fork or a compaction, which replace the whole context.
 */
export class Sessions extends SessionCatalogue {
  /** Answers that are arriving right now. */
  readonly #live = new Map<string, PartialReply>();
  /** Read again when a file's size or time changed. */
  readonly #loaded = new LoadedSessions();
  /** What is being appended to right now, as it was before: between two writes the files do not fit. */
  readonly #appending = new Map<string, KeptSession>();
  /** Kept as long as a conversation is only appended to, so that an assembler meets the same objects again. */
  readonly #summarised = new WeakMap<Lineage, readonly SessionMessage[]>();
  /** Conversations whose transcript is known to have all that was said before. */
  readonly #transcribed = new Set<string>();
  /** Entries that this process stored, so that their stamp is ours. */
  readonly #own = new Set<string>();
  /** What the model sees in forks without an entry. Nothing on disk changes before they have one. */
  readonly #forks = new Map<string, readonly SessionEntry[]>();

  /** Reads a conversation, after an answer that a crash cut off was added to it. */
  async open(id: string): Promise<SessionView> {
    await this.recover(id);
    return this.read(id);
  }

  async read(id: string): Promise<SessionView> {
    const { context, log, broken } = await this.load(id);
    await letOthersRun();
    const head = context.at(-1)?.id;
    const path = head === undefined ? [] : pathTo(log, head);
    await letOthersRun();
    const entries = withMarkers(path, log);
    const branches = forksOf(log, entries);
    await letOthersRun();
    return {
      session: await this.info(id),
      entries: [...entries],
      seen: context.map((entry) => entry.id),
      pinnedMessages: [...(await this.meta(id)).pinnedMessages],
      branches,
      broken: [...broken, ...(await this.lostMeta(id))],
      streaming: streamingOf(this.#live.get(id)),
    };
  }

  async load(id: string): Promise<LoadedSession> {
    const { session } = await this.#onDisk(id);
    const fork = this.#forks.get(id);
    return fork ? { ...session, context: fork, behind: true, lineage: { id: "fork" } } : session;
  }

  async #onDisk(id: string): Promise<KeptSession> {
    const { files } = await this.places.of(id);
    const before = this.#appending.get(id);
    if (before) return before;
    const mark = markOfBoth(files);
    const known = this.#loaded.get(id, mark);
    if (known) return known;
    const session = await loadSession(id, files);
    await letOthersRun();
    const logged = new Set(session.log.map((entry) => entry.id));
    const seen = new Set(session.context.map((entry) => entry.id));
    const kept = { mark, bytes: bytesOfBoth(files), session, logged, seen };
    this.#loaded.keep(id, kept);
    return kept;
  }

  /** What the model sees, as messages. */
  async messages(id: string): Promise<readonly SessionMessage[]> {
    const { context } = await this.load(id);
    const { pinnedMessages, kind } = await this.meta(id);
    return toMessages(context, new Set(pinnedMessages), (entry) => this.originOf(entry, kind));
  }

  /** The messages that the current summary replaces for the model, oldest first. */
  async summarised(id: string): Promise<readonly SessionMessage[]> {
    const session = await this.load(id);
    const known = this.#summarised.get(session.lineage);
    if (known) return known;
    const { kind } = await this.meta(id);
    const messages = toMessages(behindSummary(session), new Set(), (entry) => this.originOf(entry, kind));
    this.#summarised.set(session.lineage, messages);
    return messages;
  }

  /** Tools that were found or called in this conversation, on any branch of it. */
  async joinedTools(id: string): Promise<ReadonlySet<string>> {
    const { log } = await this.load(id);
    const joined = new Set<string>();
    for (const entry of log) {
      if (entry.type === "tool_use") joined.add(entry.name);
      if (entry.type === "tool_result") for (const name of entry.joined ?? []) joined.add(name);
    }
    return joined;
  }

  /** Everything that was said, with its origin. */
  async said(id: string): Promise<readonly { readonly entry: SessionEntry; readonly origin: Origin }[]> {
    const [{ log }, { kind }] = await Promise.all([this.load(id), this.meta(id)]);
    return log.map((entry) => ({ entry, origin: this.originOf(entry, kind) }));
  }

  /** In a folder that is not trusted, all but what this process stored is from outside. */
  originOf(entry: SessionEntry, kind: string): Origin {
    const isFound = !this.#own.has(entry.id) && !this.options.isTrusted();
    return isFound ? "outside" : entryOrigin(entry, kind);
  }

  /** Adds entries to the log and to the context. An id that exists already is not written again. */
  append(id: string, said: readonly SessionEntry[]): Promise<void> {
    const entries = this.#cleaned(said);
    for (const entry of entries) this.#own.add(entry.id);
    const stored = this.locks.run(id, async () => {
      const { files, agent } = await this.places.toWrite(id);
      // Checked before the message is sent, so that a transcript that cannot be written is not noticed too
      // late.
      transcriptFolder(this.own, agent)?.require();
      const kept = await this.#onDisk(id);
      const { log, context, behind, unlogged } = await this.load(id);
      const seen = this.#forks.has(id) ? new Set(context.map((entry) => entry.id)) : kept.seen;
      const fresh = entries.filter((entry) => !kept.logged.has(entry.id));
      const unseen = entries.filter((entry) => !seen.has(entry.id));
      const before = markOf(files.log);
      this.#appending.set(id, kept);
      try {
        const bytes = await appendEntries(files.log, [...unlogged, ...fresh]);
        if (behind) await replaceEntries(files.context, [...context, ...unseen]);
        else {
          const more = await appendEntries(files.context, unseen);
          if (fresh.length === unseen.length) this.#extend(id, files, kept, fresh, bytes + more);
        }
      } finally {
        this.#appending.delete(id);
      }
      this.#forks.delete(id);
      const added = { before, after: markOf(files.log), entries: [...unlogged, ...fresh] };
      await this.touched(id, added);
      // A process that was killed after the log may not have come to the transcript.
      const earlier = this.#transcribed.has(id) ? [] : [...log, ...unlogged];
      await transcribe(this.own, agent, await this.info(id), { earlier, fresh });
      this.#transcribed.add(id);
    });
    return onDisk("The conversation", () => stored);
  }

  /** Keeps what was appended beside what was read, unless another program wrote to the files, too. */
  #extend(
    id: string,
    files: SessionFiles,
    { session, bytes, logged, seen }: KeptSession,
    fresh: readonly SessionEntry[],
    written: number,
  ): void {
    const extended = extendSession(session, fresh);
    if (!extended || bytesOfBoth(files) !== bytes + written) return;
    for (const { id: entry } of fresh) {
      logged.add(entry);
      seen.add(entry);
    }
    this.#loaded.keep(id, {
      mark: markOfBoth(files),
      bytes: bytes + written,
      session: extended,
      logged,
      seen,
    });
  }

  /**
   * Takes over conversations from elsewhere: the log as a whole, and what the model sees as the branch that was
   * selected there. One that is here already gets the entries it lacks. Nothing goes to the audit transcript.
   */
  async takeIn(agent: Agent, imported: readonly ImportedSession[]): Promise<readonly TakenIn[]> {
    const taken: (TakenIn & { readonly place: SessionPlace; readonly log: AddedToLog })[] = [];
    for (const session of imported) {
      const done = await onDisk("The conversation", () => this.#takeInOne(agent, session));
      taken.push({ id: session.id, ...done });
    }
    for (const few of Map.groupBy(taken, ({ place }) => place.folder.path).values()) {
      const ids = new Set(few.map(({ id }) => id));
      const [{ place }] = few as [(typeof few)[number]];
      await this.listImported(
        place.folder,
        imported.filter(({ id }) => ids.has(id)),
      );
    }
    for (const { id, log } of taken) await this.indexed(id, log);
    return taken.map(({ id, isNew, added }) => ({ id, isNew, added }));
  }

  #takeInOne(agent: Agent, session: ImportedSession) {
    return this.locks.run(session.id, async () => {
      const { isListed, ...place } = await this.places.toWriteFor(agent, session.id);
      const { log, context } = place.files;
      const isFirst = log.stat() === null && context.stat() === null;
      try {
        return await this.#addImported(session, place, !isListed);
      } catch (error) {
        // Otherwise a list that is rebuilt from the files would have a conversation that nobody imported.
        if (isFirst) await Promise.allSettled([context.remove(), log.remove()]);
        throw error;
      }
    });
  }

  async #addImported(session: ImportedSession, place: SessionPlace, isNew: boolean) {
    const { files } = place;
    const loaded = await loadSession(session.id, files);
    const known = new Set(loaded.log.map(({ id }) => id));
    const lacking = this.#cleaned(session.log.filter(({ id }) => !known.has(id)));
    const fresh = await withImportedFiles(lacking, session.files ?? [], place);
    const before = markOf(files.log);
    if (fresh.length > 0 || loaded.unlogged.length > 0) {
      const logged = new Map([...loaded.log, ...fresh].map((entry) => [entry.id, entry]));
      const shown = session.context.flatMap(({ id }) => logged.get(id) ?? []);
      const context = contextAfterImport(loaded, shown);
      await appendEntries(files.log, [...loaded.unlogged, ...fresh]);
      // Always after the log: an older context would be brought up to date from it.
      await replaceEntries(files.context, context.length === 0 ? [this.#cleared()] : context);
    }
    const log = { before, after: markOf(files.log), entries: [...loaded.unlogged, ...fresh] };
    return { isNew, added: fresh.map(({ id }) => id), place, log };
  }

  /** Takes imported entries out again. False, and nothing is done, when something was said after one of them. */
  async takeOut(id: string, entries: readonly string[]): Promise<boolean> {
    const out = new Set(entries);
    const isDone = await this.locks.run(id, async () => {
      const { files } = await this.places.toWrite(id);
      const { log, context } = (await this.#onDisk(id)).session;
      const isUsed = log.some(
        (entry) => !out.has(entry.id) && entry.parentId !== null && out.has(entry.parentId),
      );
      if (isUsed) return false;
      const left = context.filter((entry) => !out.has(entry.id));
      await replaceEntries(
        files.log,
        log.filter((entry) => !out.has(entry.id)),
      );
      await replaceEntries(files.context, left.length === 0 ? [this.#cleared()] : left);
      return true;
    });
    if (isDone) await this.touched(id);
    return isDone;
  }

  /** Selects a different branch. */
  goTo(id: string, entry: string | null): Promise<void> {
    return this.locks.run(id, async () => {
      const { files } = await this.places.toWrite(id);
      const { log, context } = (await this.#onDisk(id)).session;
      await replaceEntries(
        files.context,
        entry === null ? [this.#cleared()] : contextAt(log, context, entry),
      );
      this.#forks.delete(id);
    });
  }

  /**
   * Continues from an earlier entry, to send or answer something again. The first appended entry creates the
   * fork on disk; until then a crash or `dropFork` leaves the conversation unchanged.
   */
  async forkAt(id: string, entry: string | null): Promise<void> {
    const { log, context } = (await this.#onDisk(id)).session;
    this.#forks.set(id, contextAt(log, context, entry));
  }

  /** Whether it goes on from an earlier entry and has said nothing there yet. */
  isForked(id: string): boolean {
    return this.#forks.has(id);
  }

  /** Drops a fork without an entry. */
  dropFork(id: string): void {
    this.#forks.delete(id);
  }

  /** Replaces what the model sees, and records the reason in the log. */
  compact(id: string, marker: readonly SessionEntry[], context: readonly SessionEntry[]): Promise<void> {
    return this.locks.run(id, async () => {
      const { files } = await this.places.toWrite(id);
      for (const entry of marker) this.#own.add(entry.id);
      await appendEntries(files.log, this.#cleaned(marker));
      if (this.#forks.has(id)) this.#forks.set(id, this.#cleaned(context));
      else await replaceEntries(files.context, this.#cleaned(context));
      await this.touched(id);
    });
  }

  /** Stores a tool's result that is too long for a line; returns the project-relative path of its file. */
  async keepResult(id: string, name: string, content: string): Promise<string> {
    const { files, folder, shown } = await this.places.toWrite(id);
    const file = files.results.file(name);
    await file.write(this.clean(content));
    return shown + file.path.slice(folder.path.length);
  }

  /** Stores a picture of a message under its content's hash. */
  async keepPicture(id: string, sha256: string, bytes: Uint8Array): Promise<void> {
    const { files } = await this.places.toWrite(id);
    const file = files.results.file(pictureName(sha256));
    if (file.stat() === null) await file.write(bytes);
  }

  /** Null when there is no such picture, or its file holds a different one. */
  async picture(id: string, sha256: string): Promise<Buffer | null> {
    const { files } = await this.places.of(id);
    const bytes = await files.results.file(pictureName(sha256)).bytes(MAX_SENT_PICTURE_BYTES);
    return bytes !== null && createHash("sha256").update(bytes).digest("hex") === sha256 ? bytes : null;
  }

  /** Hashes of pictures that the model would see and whose files are not there any more. */
  async gonePictures(id: string): Promise<ReadonlySet<string>> {
    const { context } = await this.load(id);
    const hashes = context.flatMap((entry) =>
      entry.type === "message" ? (entry.pictures ?? []).map(({ sha256 }) => sha256) : [],
    );
    if (hashes.length === 0) return new Set();
    const { files } = await this.places.of(id);
    return new Set(hashes.filter((sha256) => files.results.file(pictureName(sha256)).stat() === null));
  }

  /** Starts an answer; received pieces are written to disk at once. The caller ends it with `endReply`. */
  async beginReply(id: string, header: ReplyHeader): Promise<PartialReply> {
    await this.places.toWrite(id);
    const place = await this.#replyPlace(id);
    const earlier = this.#live.get(id);
    // A second attempt at the same answer starts it again.
    if (earlier?.header.id === header.id) await earlier.done();
    else await this.#keepAside(place.file);
    const reply = await PartialReply.begin(place, header, this.options.redacts());
    this.#live.set(id, reply);
    return reply;
  }

  /** Ends an answer that is in the log, or that never started. */
  async endReply(id: string, reply: PartialReply): Promise<void> {
    if (this.#live.get(id) === reply) this.#live.delete(id);
    await reply.done();
  }

  /** The answer could not be stored. The received part stays on disk, and `recover` finds it. */
  async leaveReply(id: string, reply: PartialReply): Promise<void> {
    if (this.#live.get(id) === reply) this.#live.delete(id);
    await reply.close();
  }

  /** Adds an answer that a crash cut off to the log, as interrupted. */
  async recover(id: string): Promise<boolean> {
    const found = this.#live.has(id) ? null : await readPartial(await this.#replyPlace(id));
    if (!found) return false;
    const { header, text, reasoning } = found;
    if (text !== "" || reasoning !== "") {
      await this.#goOnFrom(id, header.parentId);
      await this.append(id, [
        {
          ...header,
          type: "message",
          role: "assistant",
          content: text,
          ...(reasoning !== "" && { reasoning }),
          interrupted: true,
        },
      ]);
    }
    await found.done();
    return text !== "" || reasoning !== "";
  }

  /** Written into an empty context file, which would otherwise look like one that lost its lines. */
  #cleared(): SessionEntry {
    const { ids, clock } = this.options;
    const timestamp = clock.now().toISOString();
    return { type: "compaction", id: ids.next(), parentId: null, timestamp, summarised: [], freed: 0 };
  }

  /** The answer may belong to a fork without any other entry. */
  async #goOnFrom(id: string, parent: string | null): Promise<void> {
    const { log, context } = await this.load(id);
    const isElsewhere = context.at(-1)?.id !== parent && log.some((entry) => entry.id === parent);
    if (isElsewhere) await this.forkAt(id, parent);
  }

  async #replyPlace(id: string): Promise<ReplyPlace> {
    const { files } = await this.places.of(id);
    return { file: files.partial, session: id, marks: this.options.marks };
  }

  /** An unfinished answer that could not be recovered is kept beside the new one. */
  async #keepAside(partial: KeptFile): Promise<void> {
    if (partial.stat()) await partial.renameWith(`.kept-${stamp(this.options.clock.now())}`);
  }

  #cleaned(entries: readonly SessionEntry[]): readonly SessionEntry[] {
    return this.options.redacts() ? entries.map(redactEntry) : entries;
  }
}

const pictureName = (sha256: string): string => `picture-${sha256}`;

const markOfBoth = ({ log, context }: SessionFiles): string => `${markOf(log)} ${markOf(context)}`;

const bytesOfBoth = ({ log, context }: SessionFiles): number =>
  Number(log.stat()?.size ?? 0) + Number(context.stat()?.size ?? 0);

const streamingOf = (reply: PartialReply | undefined) =>
  reply ? { entry: reply.header.id, text: reply.text, reasoning: reply.reasoning } : null;
