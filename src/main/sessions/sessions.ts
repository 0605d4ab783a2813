import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SessionView } from "#shared/contract/sessions.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { forksOf, pathTo } from "./branches.ts";
import { contextAt } from "./context-at.ts";
import { appendEntries, replaceEntries } from "./entry-file.ts";
import { markOf } from "./file-mark.ts";
import { type LoadedSession, loadSession, withMarkers } from "./load-session.ts";
import { PartialReply, readPartial, type ReplyHeader } from "./partial-reply.ts";
import { redactEntry } from "./redact.ts";
import { SessionCatalogue } from "./session-catalogue.ts";
import { transcribe } from "./transcribe.ts";
import { type SessionMessage, toMessages } from "./to-messages.ts";

/**
 * The conversations of a project's agents, on disk. The log holds everything that was ever said, as a tree;
 * the context file holds the branch in use as the model sees it, and its last line is where the conversation
 * stands. Both are only ever appended to, but for a fork or a compaction, which replace the context whole.
 */
export class Sessions extends SessionCatalogue {
  /** Answers that are arriving right now. */
  readonly #live = new Map<string, PartialReply>();
  /** Read again when a file's size or time says so. */
  readonly #loaded = new Map<string, { readonly mark: string; readonly session: LoadedSession }>();

  async read(id: string): Promise<SessionView> {
    const { context, log, broken } = await this.load(id);
    const head = context.at(-1)?.id;
    const entries = head === undefined ? [] : withMarkers(pathTo(log, head), log);
    return {
      session: await this.info(id),
      entries: [...entries],
      seen: context.map((entry) => entry.id),
      pinnedMessages: [...(await this.meta(id)).pinnedMessages],
      branches: forksOf(log, entries),
      broken: [...broken],
      streaming: streamingOf(this.#live.get(id)),
    };
  }

  async load(id: string): Promise<LoadedSession> {
    const { files } = await this.place(id);
    const mark = `${markOf(files.log)} ${markOf(files.context)}`;
    const known = this.#loaded.get(id);
    if (known?.mark === mark) return known.session;
    const session = await loadSession(id, files);
    this.#loaded.set(id, { mark, session });
    return session;
  }

  /** What the model sees, as messages. */
  async messages(id: string): Promise<readonly SessionMessage[]> {
    const { context } = await this.load(id);
    return toMessages(context, new Set((await this.meta(id)).pinnedMessages));
  }

  /** Adds to the log and to what the model sees. An id that is there already is not written again. */
  append(id: string, said: readonly SessionEntry[]): Promise<void> {
    const entries = this.#cleaned(said);
    return this.locks.run(id, async () => {
      const { files, agent } = await this.place(id);
      const { log, context, behind } = await this.load(id);
      const logged = new Set(log.map((entry) => entry.id));
      const seen = new Set(context.map((entry) => entry.id));
      const fresh = entries.filter((entry) => !logged.has(entry.id));
      const unseen = entries.filter((entry) => !seen.has(entry.id));
      await appendEntries(files.log, fresh);
      if (behind) await replaceEntries(files.context, [...context, ...unseen]);
      else await appendEntries(files.context, unseen);
      await this.touched(id);
      await transcribe(this.options.project, agent, await this.info(id), fresh);
    });
  }

  /** Goes on from another entry: an edit forks from its parent, a switch of branches from a leaf. */
  goTo(id: string, entry: string | null): Promise<void> {
    return this.locks.run(id, async () => {
      const { files } = await this.place(id);
      const { log, context } = await this.load(id);
      await replaceEntries(files.context, contextAt(log, context, entry));
    });
  }

  /** Replaces what the model sees, and tells the log why. */
  compact(id: string, marker: readonly SessionEntry[], context: readonly SessionEntry[]): Promise<void> {
    return this.locks.run(id, async () => {
      const { files } = await this.place(id);
      await appendEntries(files.log, this.#cleaned(marker));
      await replaceEntries(files.context, this.#cleaned(context));
      await this.touched(id);
    });
  }

  /** Keeps a tool's result that is too long for a line; gives back the file it is in. */
  async keepResult(id: string, name: string, content: string): Promise<string> {
    const { results } = await this.filesOf(id);
    const file = join(results, name);
    await mkdir(results, { recursive: true });
    await writeFile(file, this.clean(content));
    return file;
  }

  /** An answer begins to arrive; what comes is on disk at once. The caller ends it with `endReply`. */
  async beginReply(id: string, header: ReplyHeader): Promise<PartialReply> {
    const { files, folder } = await this.place(id);
    await mkdir(folder, { recursive: true });
    const reply = await PartialReply.begin(files.partial, header, this.options.redacts());
    this.#live.set(id, reply);
    return reply;
  }

  /** The answer has its place in the log, or there was none. */
  async endReply(id: string, reply: PartialReply): Promise<void> {
    if (this.#live.get(id) === reply) this.#live.delete(id);
    await reply.done();
  }

  /** Puts an answer that a crash cut off into the log, as interrupted. */
  async recover(id: string): Promise<boolean> {
    const { files } = await this.place(id);
    const found = this.#live.has(id) ? null : await readPartial(files.partial);
    if (!found) return false;
    const { header, text, reasoning } = found;
    if (text !== "" || reasoning !== "") {
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
    await rm(files.partial, { force: true });
    return text !== "" || reasoning !== "";
  }

  #cleaned(entries: readonly SessionEntry[]): readonly SessionEntry[] {
    return this.options.redacts() ? entries.map(redactEntry) : entries;
  }
}

const streamingOf = (reply: PartialReply | undefined) =>
  reply ? { entry: reply.header.id, text: reply.text, reasoning: reply.reasoning } : null;
