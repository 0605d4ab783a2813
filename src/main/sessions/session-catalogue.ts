import type { Agent } from "#shared/contract/agents.ts";
import type { SessionInfo } from "#shared/contract/sessions.ts";
import { type AnswerChoice, joinedChoice } from "#shared/model/answer-choice.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { withChoice } from "../agents/with-choice.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { KeptFolder } from "../base/kept-file.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { PathLocks } from "../workspace/path-locks.ts";
import { type BrokenLine, readEntries } from "./entry-file.ts";
import { markOf, NO_FILE } from "./file-mark.ts";
import { redact } from "./redact.ts";
import type { ReplyMarks } from "./reply-marks.ts";
import { readForgotten, writeForgotten } from "./forgotten-session.ts";
import type { ImportedSession } from "./imported-session.ts";
import { type SessionFiles, sessionRoots } from "./session-folder.ts";
import type { SessionIndex } from "./session-index.ts";
import { type ListedFrom, listSessions, sessionInfo } from "./list-sessions.ts";
import { SessionLists } from "./session-lists.ts";
import { corruptMetas, type SessionMeta, unknownMeta } from "./session-meta.ts";
import { sessionNotFound, SessionPlaces } from "./session-places.ts";
import type { SessionHit, SessionSearch } from "./session-search.ts";

export type SessionsOptions = {
  readonly project: string;
  /** The user's overlay folder, where their conversations are; without one they are in the project. */
  readonly overlay?: string | null;
  /** The folder below which the user's transcripts are written; by default the project. */
  readonly own?: string;
  readonly agents: () => readonly Agent[];
  /** The marks of this machine, in the user data folder. */
  readonly marks: ReplyMarks;
  readonly search: SessionSearch;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly onChange: (session: SessionInfo) => void;
  /** Whether the user trusts the folder: what is found in one that they do not is from outside. */
  readonly isTrusted: () => boolean;
  /** Whether secrets are redacted before they are written. */
  readonly redacts: () => boolean;
};

/**
 * The list of conversations of every agent: `sessions.json` and what the app stores beside it, and the
 * full-text index over the messages. `Sessions` adds the logs.
 */
export class SessionCatalogue {
  protected readonly options: SessionsOptions;
  /** Where transcripts are written. */
  protected readonly own: KeptFiles;
  protected readonly locks = new PathLocks();
  protected readonly places: SessionPlaces;
  readonly #lists: SessionLists;

  constructor(options: SessionsOptions) {
    const { agents } = options;
    const now = () => options.clock.now();
    this.options = options;
    this.own = new KeptFiles(options.own ?? options.project);
    this.#lists = new SessionLists(this.locks, now);
    const roots = sessionRoots(options.project, options.overlay ?? null);
    this.places = new SessionPlaces({ roots, agents, lists: this.#lists, locks: this.locks, now });
  }

  async list(filter: { agent?: string | undefined; archived: boolean }): Promise<SessionInfo[]> {
    const agents = this.options
      .agents()
      .filter(({ id }) => filter.agent === undefined || id === filter.agent);
    return (await listSessions(this.#listed, agents))
      .filter(({ archived }) => archived === filter.archived)
      .sort((a, b) => Number(b.pinned) - Number(a.pinned) || (a.updatedAt < b.updatedAt ? 1 : -1));
  }

  /** After words were removed from the logs: the search index is built again from them. */
  forgetSearch(): void {
    this.options.search.forgetAll();
  }

  async create(agent: Agent, kind: string, title: string): Promise<SessionInfo> {
    const id = this.options.ids.next();
    const [{ folder }] = this.places.folders(agent);
    const at = this.#now();
    const meta = { ...unknownMeta, title: this.clean(title), kind, createdAt: at };
    await this.#lists.change(folder, (index, metas) => ({
      sessions: { ...index.sessions, [id]: { summary: "", updatedAt: at } },
      metas: { ...metas, [id]: meta },
    }));
    return this.#changed(id);
  }

  async info(id: string): Promise<SessionInfo> {
    const { agent, folder } = await this.places.of(id);
    const [index, metas] = await Promise.all([this.#lists.index(folder), this.#lists.metas(folder)]);
    const line = Object.hasOwn(index.sessions, id) ? index.sessions[id] : undefined;
    if (!line) throw sessionNotFound(id);
    return sessionInfo(agent, id, line, metas, this.options.search.countOf(id));
  }

  async update(id: string, changes: Partial<SessionMeta>): Promise<SessionInfo> {
    const { folder } = await this.places.toWrite(id);
    const { title, ...rest } = changes;
    const clean = title === undefined ? rest : { ...rest, title: this.clean(title) };
    await this.#lists.change(folder, (index, metas) => ({
      sessions: index.sessions,
      metas: { ...metas, [id]: { ...unknownMeta, ...metas[id], ...clean } },
    }));
    return this.#changed(id);
  }

  async pinMessage(id: string, message: string, pinned: boolean): Promise<readonly string[]> {
    const { pinnedMessages } = await this.meta(id);
    const others = pinnedMessages.filter((other) => other !== message);
    const now = pinned ? [...others, message] : others;
    await this.update(id, { pinnedMessages: now });
    return now;
  }

  /** Replaces a label in all conversations, or removes it; returns what each of them had. */
  async renameLabel(from: string, to: string | null): Promise<{ session: string; labels: string[] }[]> {
    const both = await Promise.all([false, true].map((archived) => this.list({ archived })));
    const before = both.flat().filter(({ labels }) => labels.includes(from));
    for (const { id, labels } of before) {
      const next = labels.flatMap((label) => (label === from ? (to === null ? [] : [to]) : [label]));
      await this.update(id, { labels: [...new Set(next)] });
    }
    return before.map(({ id, labels }) => ({ session: id, labels }));
  }

  async setSummary(id: string, summary: string): Promise<SessionInfo> {
    await this.#writeLine(id, { summary: this.clean(summary) });
    return this.#changed(id);
  }

  /** What `listAgain` needs after the session was taken out of the lists. */
  async aboutOf(id: string): Promise<string> {
    const { folder, agent, layer } = await this.places.of(id);
    const [index, metas] = [await this.#lists.index(folder), await this.#lists.metas(folder)];
    return writeForgotten({
      agent: agent.id,
      layer,
      line: index.sessions[id],
      meta: metas[id] ?? unknownMeta,
    });
  }

  /** Takes it out of the lists of the layer it was read from. Its files are the caller's to move. */
  async forget(id: string): Promise<void> {
    const { folder } = await this.places.of(id);
    await this.#lists.change(folder, (index, all) => {
      const { [id]: _, ...sessions } = index.sessions;
      const { [id]: __, ...metas } = all;
      return { sessions, metas };
    });
    await this.locks.run(`search ${id}`, () => this.options.search.forget(id));
  }

  /** Lists imported sessions of one folder, with the times they had. One that is listed keeps what the user named it. */
  protected async listImported(folder: KeptFolder, imported: readonly ImportedSession[]): Promise<void> {
    await this.#lists.change(folder, (index, metas) => ({
      sessions: {
        ...index.sessions,
        ...Object.fromEntries(imported.map((each) => this.#lineOf(each, index))),
      },
      metas: { ...Object.fromEntries(imported.map((each) => this.#metaOf(each))), ...metas },
    }));
  }

  #lineOf({ id, title, updatedAt }: ImportedSession, { sessions }: SessionIndex) {
    const before = Object.hasOwn(sessions, id) ? sessions[id] : undefined;
    const isNewer = before === undefined || before.updatedAt < updatedAt;
    const line = { summary: this.clean(title), ...before, updatedAt: isNewer ? updatedAt : before.updatedAt };
    return [id, line] as const;
  }

  #metaOf({ id, title, kind, createdAt, pinned, archived }: ImportedSession) {
    return [id, { ...unknownMeta, title: this.clean(title), kind, createdAt, pinned, archived }] as const;
  }

  /** Updates the search index after an import, and reports the conversation. */
  protected async indexed(id: string, added: AddedToLog): Promise<SessionInfo> {
    await this.#index(id, added);
    return this.#changed(id);
  }

  /** Puts a session that was taken out back into the lists, before its files are back. */
  async listAgain(id: string, about: string | null): Promise<void> {
    const kept = readForgotten(about);
    const agents = this.options.agents();
    const agent = agents.find((each) => each.id === kept?.agent) ?? agents[0];
    if (!kept || !agent) throw sessionNotFound(id);
    const folders = this.places.folders(agent);
    const { folder } = folders.find(({ layer }) => layer === kept.layer) ?? folders[0];
    const line = kept.line ?? { summary: "", updatedAt: this.options.clock.now().toISOString() };
    await this.#lists.change(folder, (index, metas) => ({
      sessions: { ...index.sessions, [id]: line },
      metas: { ...metas, [id]: kept.meta },
    }));
  }

  /** Its files are back. */
  async bringBack(id: string): Promise<SessionInfo> {
    await this.#index(id);
    return this.info(id);
  }

  async search(query: string, limit: number): Promise<readonly (SessionHit & { readonly title: string })[]> {
    await this.options.search.clearLoose();
    const titles = await this.titles();
    for (const id of titles.keys()) await this.#index(id);
    const hits = this.options.search.search(query, limit);
    return hits.map((hit) => ({ ...hit, title: titles.get(hit.session) ?? "" }));
  }

  /** The titles of all conversations by id, archived ones included. */
  async titles(): Promise<ReadonlyMap<string, string>> {
    const all = await listSessions(this.#listed, this.options.agents());
    return new Map(all.map(({ id, title }) => [id, title]));
  }

  async filesOf(id: string): Promise<SessionFiles> {
    return (await this.places.of(id)).files;
  }

  /** The same to write to: in the user's overlay where there is one. */
  async filesToWrite(id: string): Promise<SessionFiles> {
    return (await this.places.toWrite(id)).files;
  }

  /** Display names of the agents, by id. */
  agentNames(): ReadonlyMap<string, string> {
    return new Map(this.options.agents().map(({ id, displayName }) => [id, displayName]));
  }

  /** The files of a session by the project-relative paths under which they are shown. */
  async pathsOf(id: string): Promise<readonly string[]> {
    const { files, folder, shown } = await this.places.of(id);
    return [files.log, files.context, files.results, files.partial, files.queue].map(
      ({ path }) => shown + path.slice(folder.path.length),
    );
  }

  /** The agent it belongs to, with the model and the profile that were chosen for this conversation. */
  async agentOf(id: string): Promise<Agent> {
    const { agent } = await this.places.of(id);
    const { choice } = await this.meta(id);
    const { provider, model, profile } = withChoice(agent, choice, this.options.agents());
    return choice.agent === undefined
      ? { ...agent, provider, model, profile }
      : { ...agent, provider, model };
  }

  /** The agent that answers the next message: as chosen for the conversation, and for the message on top. */
  async answererOf(id: string, choice: AnswerChoice): Promise<{ agent: Agent; choice: AnswerChoice }> {
    const { agent } = await this.places.of(id);
    const both = joinedChoice((await this.meta(id)).choice, choice);
    return { agent: withChoice(agent, both, this.options.agents()), choice: both };
  }

  /**
   * Updates the list and the search index after the session's log was written. `added`: what was appended to it,
   * if nothing else changed.
   */
  protected async touched(id: string, added?: AddedToLog): Promise<void> {
    const { folder } = await this.places.of(id);
    const [index, metas] = [await this.#lists.index(folder), await this.#lists.metas(folder)];
    // Other programs show a session by its summary, so a session without one has its title there.
    if (index.sessions[id]?.summary === "" && metas[id]?.title) await this.#writeLine(id, {});
    else this.#lists.touch(folder, id, this.#now());
    await this.#index(id, added);
    await this.#changed(id);
  }

  /** Settles when the lists on disk have all times, as far as the disk takes them; the logs have everything. */
  async close(): Promise<void> {
    await this.#lists.flush().catch(() => {});
  }

  protected async meta(id: string): Promise<SessionMeta> {
    const { folder } = await this.places.of(id);
    return (await this.#lists.metas(folder))[id] ?? unknownMeta;
  }

  /**
   * Reports what was lost with a corrupt file. Title and kind are then unknown, and an unknown kind counts as
   * shared.
   */
  protected async lostMeta(id: string): Promise<readonly (BrokenLine & { file: string })[]> {
    const { folder } = await this.places.of(id);
    if ((await this.meta(id)).kind !== unknownMeta.kind) return [];
    const file = await corruptMetas(folder);
    const reason = "The title and the kind of this conversation are lost; it counts as shared.";
    return file === null ? [] : [{ file, line: 1, reason }];
  }

  /** The redacted form, as it may be written. */
  clean(text: string): string {
    return this.options.redacts() ? redact(text) : text;
  }

  async #changed(id: string): Promise<SessionInfo> {
    const info = await this.info(id);
    this.options.onChange(info);
    return info;
  }

  async #writeLine(id: string, changes: { summary?: string }): Promise<void> {
    const { folder } = await this.places.toWrite(id);
    await this.#lists.change(folder, (index, metas) => {
      const before = index.sessions[id] ?? { summary: "", updatedAt: "" };
      // Other programs show a session by its summary, so a session without one has its title there.
      const summary = before.summary || metas[id]?.title || "";
      const line = { ...before, summary, ...changes, updatedAt: this.#now() };
      return { sessions: { ...index.sessions, [id]: line }, metas };
    });
  }

  async #index(id: string, added?: AddedToLog): Promise<void> {
    const { files } = await this.places.of(id);
    const { search } = this.options;
    await this.locks.run(`search ${id}`, async () => {
      const mark = markOf(files.log);
      const known = search.markOf(id);
      if (known === mark) return;
      const isKnown = added !== undefined && (known ?? NO_FILE) === added.before && mark === added.after;
      if (isKnown) search.add(id, mark, added.entries);
      else await search.index(id, mark, (await readEntries(files.log)).entries);
    });
  }

  get #listed(): ListedFrom {
    return { places: this.places, lists: this.#lists, search: this.options.search };
  }

  #now(): string {
    return this.options.clock.now().toISOString();
  }
}

/** Entries that were appended to a log, and the log's marks before and after. */
export type AddedToLog = {
  readonly before: string;
  readonly after: string;
  readonly entries: readonly SessionEntry[];
};
