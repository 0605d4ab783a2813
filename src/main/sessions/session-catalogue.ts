import { z } from "zod";
import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
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
import { refusalOf } from "./refused-places.ts";
import type { ReplyMarks } from "./reply-marks.ts";
import { copySession } from "./copy-session.ts";
import type { ImportedSession } from "./imported-session.ts";
import {
  type AgentFolder,
  type SessionFiles,
  sessionFiles,
  sessionFolders,
  type SessionRoots,
  sessionRoots,
} from "./session-folder.ts";
import { readIndex, type SessionIndex, writeIndex } from "./session-index.ts";
import {
  corruptMetas,
  readMetas,
  sessionMeta,
  type SessionMeta,
  type SessionMetas,
  unknownMeta,
  writeMetas,
} from "./session-meta.ts";
import type { SessionHit, SessionSearch } from "./session-search.ts";
import { SessionTouches } from "./session-touches.ts";

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

export type SessionPlace = AgentFolder & {
  readonly agent: Agent;
  readonly files: SessionFiles;
};

/**
 * The list of conversations of every agent: `sessions.json` and what the app stores beside it, and the
 * full-text index over the messages. `Sessions` adds the logs.
 */
export class SessionCatalogue {
  protected readonly options: SessionsOptions;
  /** Conversations are never stored behind a link. */
  readonly #roots: SessionRoots;
  /** Where transcripts are written. */
  protected readonly own: KeptFiles;
  protected readonly locks = new PathLocks();
  protected readonly touches = new SessionTouches((folder) =>
    this.#change(folder, ({ sessions }, metas) => ({ sessions: { ...sessions }, metas })),
  );
  constructor(options: SessionsOptions) {
    this.options = options;
    this.#roots = sessionRoots(options.project, options.overlay ?? null);
    this.own = new KeptFiles(options.own ?? options.project);
  }

  async list(filter: { agent?: string | undefined; archived: boolean }): Promise<SessionInfo[]> {
    const agents = this.options
      .agents()
      .filter(({ id }) => filter.agent === undefined || id === filter.agent);
    return (await this.#listAll(agents))
      .filter(({ archived }) => archived === filter.archived)
      .sort((a, b) => Number(b.pinned) - Number(a.pinned) || (a.updatedAt < b.updatedAt ? 1 : -1));
  }

  /** After words were removed from the logs: the search index is built again from them. */
  forgetSearch(): void {
    this.options.search.forgetAll();
  }

  async create(agent: Agent, kind: string, title: string): Promise<SessionInfo> {
    const id = this.options.ids.next();
    const [{ folder }] = sessionFolders(this.#roots, agent);
    const at = this.#now();
    const meta = { ...unknownMeta, title: this.clean(title), kind, createdAt: at };
    await this.#change(folder, (index, metas) => ({
      sessions: { ...index.sessions, [id]: { summary: "", updatedAt: at } },
      metas: { ...metas, [id]: meta },
    }));
    return this.#changed(id);
  }

  async info(id: string): Promise<SessionInfo> {
    const { agent, folder } = await this.place(id);
    const [index, metas] = await Promise.all([this.#readIndex(folder), this.#readMetas(folder)]);
    const line = Object.hasOwn(index.sessions, id) ? index.sessions[id] : undefined;
    if (!line) throw notFound(id);
    return this.#infoOf(agent, id, line, metas);
  }

  async update(id: string, changes: Partial<SessionMeta>): Promise<SessionInfo> {
    const { folder } = await this.placeToWrite(id);
    const { title, ...rest } = changes;
    const clean = title === undefined ? rest : { ...rest, title: this.clean(title) };
    await this.#change(folder, (index, metas) => ({
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

  /**
   * Takes it out of the lists of the layer it was read from. Its files are the caller's to move; returns what
   * `listAgain` needs.
   */
  async forget(id: string): Promise<string> {
    const { folder, agent, layer } = await this.place(id);
    let about = "";
    await this.#change(folder, (index, all) => {
      const { [id]: line, ...sessions } = index.sessions;
      const { [id]: meta = unknownMeta, ...metas } = all;
      about = JSON.stringify({ agent: agent.id, layer, title: meta.title, line, meta });
      return { sessions, metas };
    });
    await this.locks.run(`search ${id}`, () => this.options.search.forget(id));
    return about;
  }

  /** Where a session is; where one of this agent would be when there is none. */
  protected async placeFor(agent: Agent, id: string): Promise<SessionPlace & { readonly isListed: boolean }> {
    try {
      return { ...(await this.placeToWrite(id)), isListed: true };
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== "session-not-found" || !isSessionId(id)) throw error;
    }
    const [place] = sessionFolders(this.#roots, agent);
    return { ...place, agent, files: sessionFiles(place.folder, id), isListed: false };
  }

  /** Lists imported sessions of one folder, with the times they had. One that is listed keeps what the user named it. */
  protected async listImported(folder: KeptFolder, imported: readonly ImportedSession[]): Promise<void> {
    await this.#change(folder, (index, metas) => ({
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
    const kept = forgotten.safeParse(jsonOf(about ?? "")).data;
    const agents = this.options.agents();
    const agent = agents.find((each) => each.id === kept?.agent) ?? agents[0];
    if (!kept || !agent) throw notFound(id);
    const folders = sessionFolders(this.#roots, agent);
    const { folder } = folders.find(({ layer }) => layer === kept.layer) ?? folders[0];
    const line = kept.line ?? { summary: "", updatedAt: this.options.clock.now().toISOString() };
    await this.#change(folder, (index, metas) => ({
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
    const all = await this.#listAll(this.options.agents());
    return new Map(all.map(({ id, title }) => [id, title]));
  }

  async filesOf(id: string): Promise<SessionFiles> {
    return (await this.place(id)).files;
  }

  /** The same to write to: in the user's overlay where there is one. */
  async filesToWrite(id: string): Promise<SessionFiles> {
    return (await this.placeToWrite(id)).files;
  }

  /** Display names of the agents, by id. */
  agentNames(): ReadonlyMap<string, string> {
    return new Map(this.options.agents().map(({ id, displayName }) => [id, displayName]));
  }

  /** The files of a session by the project-relative paths under which they are shown. */
  async pathsOf(id: string): Promise<readonly string[]> {
    const { files, folder, shown } = await this.place(id);
    return [files.log, files.context, files.results, files.partial, files.queue].map(
      ({ path }) => shown + path.slice(folder.path.length),
    );
  }

  /** The agent it belongs to, with the model and the profile that were chosen for this conversation. */
  async agentOf(id: string): Promise<Agent> {
    const { agent } = await this.place(id);
    const { choice } = await this.meta(id);
    const { provider, model, profile } = withChoice(agent, choice, this.options.agents());
    return choice.agent === undefined
      ? { ...agent, provider, model, profile }
      : { ...agent, provider, model };
  }

  /** The agent that answers the next message: as chosen for the conversation, and for the message on top. */
  async answererOf(id: string, choice: AnswerChoice): Promise<{ agent: Agent; choice: AnswerChoice }> {
    const { agent } = await this.place(id);
    const both = joinedChoice((await this.meta(id)).choice, choice);
    return { agent: withChoice(agent, both, this.options.agents()), choice: both };
  }

  /**
   * Updates the list and the search index after the session's log was written. `added`: what was appended to it,
   * if nothing else changed.
   */
  protected async touched(id: string, added?: AddedToLog): Promise<void> {
    const { folder } = await this.place(id);
    const [index, metas] = [await this.#readIndex(folder), await this.#readMetas(folder)];
    // Other programs show a session by its summary, so a session without one has its title there.
    if (index.sessions[id]?.summary === "" && metas[id]?.title) await this.#writeLine(id, {});
    else this.touches.touch(folder, id, this.#now());
    await this.#index(id, added);
    await this.#changed(id);
  }

  /** Settles when the lists on disk have all times, as far as the disk takes them; the logs have everything. */
  async close(): Promise<void> {
    await this.touches.flush().catch(() => {});
  }

  protected async meta(id: string): Promise<SessionMeta> {
    const { folder } = await this.place(id);
    return (await this.#readMetas(folder))[id] ?? unknownMeta;
  }

  /**
   * Reports what was lost with a corrupt file. Title and kind are then unknown, and an unknown kind counts as
   * shared.
   */
  protected async lostMeta(id: string): Promise<readonly (BrokenLine & { file: string })[]> {
    const { folder } = await this.place(id);
    if ((await this.meta(id)).kind !== unknownMeta.kind) return [];
    const file = await corruptMetas(folder);
    const reason = "The title and the kind of this conversation are lost; it counts as shared.";
    return file === null ? [] : [{ file, line: 1, reason }];
  }

  protected async place(id: string): Promise<SessionPlace> {
    if (!isSessionId(id)) throw notFound(id);
    let refused: Failure | null = null;
    for (const place of this.options.agents().flatMap((agent) => this.#placesIn(agent, id))) {
      try {
        const index = await this.#readIndex(place.folder);
        if (!Object.hasOwn(index.sessions, id)) continue;
      } catch (error) {
        // The conversations of other agents are not affected.
        refused = refusalOf(error);
        continue;
      }
      place.files.log.require();
      place.files.context.require();
      return place;
    }
    throw refused ?? notFound(id);
  }

  /**
   * Where to write to a session. The first change to a conversation of the project copies it to the user's
   * overlay: what they say is theirs, and the project's stays as it is.
   */
  protected async placeToWrite(id: string): Promise<SessionPlace> {
    const place = await this.place(id);
    if (place.layer === "overlay" || this.#roots.overlay === null) return place;
    return this.locks.run(`copy ${id}`, async () => {
      const now = await this.place(id);
      if (now.layer === "overlay") return now;
      await this.#copyToOverlay(id, now);
      return this.place(id);
    });
  }

  async #copyToOverlay(id: string, from: SessionPlace): Promise<void> {
    const [to = from] = this.#placesIn(from.agent, id);
    const [index, metas] = [await this.#readIndex(from.folder), await this.#readMetas(from.folder)];
    await copySession(from.files, to.files);
    await this.#change(to.folder, (own, ownMetas) => ({
      sessions: { ...own.sessions, [id]: index.sessions[id] ?? { summary: "", updatedAt: this.#now() } },
      metas: { ...ownMetas, [id]: metas[id] ?? unknownMeta },
    }));
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
    const { folder } = await this.placeToWrite(id);
    await this.#change(folder, (index, metas) => {
      const before = index.sessions[id] ?? { summary: "", updatedAt: "" };
      // Other programs show a session by its summary, so a session without one has its title there.
      const summary = before.summary || metas[id]?.title || "";
      const line = { ...before, summary, ...changes, updatedAt: this.#now() };
      return { sessions: { ...index.sessions, [id]: line }, metas };
    });
  }

  /** Both files of a folder are read and written under one lock; an unchanged one is not written. */
  async #change(
    folder: KeptFolder,
    change: (
      index: SessionIndex,
      metas: SessionMetas,
    ) => {
      sessions: SessionIndex["sessions"];
      metas: SessionMetas;
    },
  ): Promise<void> {
    await this.locks.run(`${folder.files.root}/${folder.path}`, async () => {
      const [index, metas] = [await this.#readIndex(folder), await this.#readMetas(folder)];
      const next = change(index, metas);
      if (next.metas !== metas) await writeMetas(folder, next.metas);
      if (next.sessions === index.sessions) return;
      await writeIndex(folder, { ...index, sessions: next.sessions });
      this.touches.written(folder);
    });
  }

  async #index(id: string, added?: AddedToLog): Promise<void> {
    const { files } = await this.place(id);
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

  /** The sessions of both layers, each once: one that is in both is the overlay's. */
  async #listAll(agents: readonly Agent[]): Promise<SessionInfo[]> {
    const places = agents.flatMap((agent) =>
      sessionFolders(this.#roots, agent).map((place) => this.#listIfKept(agent, place)),
    );
    const byId = new Map<string, SessionInfo>();
    for (const session of (await Promise.all(places)).flat()) {
      if (!byId.has(session.id)) byId.set(session.id, session);
    }
    return [...byId.values()];
  }

  /**
   * Omits sessions with something else in place of a file. Empty for an agent whose folder is refused;
   * `refusedPlaces` reports it.
   */
  async #listIfKept(agent: Agent, { folder }: AgentFolder): Promise<SessionInfo[]> {
    try {
      const listed = await this.#listOf(agent, folder);
      const entries = await folder.list();
      const special = new Set(entries.filter(({ kind }) => kind !== "file").map(({ name }) => name));
      return listed.filter(({ id }) => !special.has(`${id}.jsonl`) && !special.has(`${id}.log.jsonl`));
    } catch (error) {
      refusalOf(error);
      return [];
    }
  }

  async #listOf(agent: Agent, folder: KeptFolder): Promise<SessionInfo[]> {
    const [index, metas] = await Promise.all([this.#readIndex(folder), this.#readMetas(folder)]);
    const counts = this.options.search.counts();
    return Object.entries(index.sessions)
      .filter(([id]) => isSessionId(id))
      .map(([id, line]) => this.#infoOf(agent, id, line, metas, counts.get(id) ?? 0));
  }

  #infoOf(
    agent: Agent,
    id: string,
    line: SessionIndex["sessions"][string],
    metas: SessionMetas,
    messages = this.options.search.countOf(id),
  ): SessionInfo {
    const meta = metas[id] ?? unknownMeta;
    return {
      id,
      agent: agent.id,
      title: meta.title,
      summary: line.summary,
      kind: meta.kind,
      createdAt: meta.createdAt || line.updatedAt,
      updatedAt: line.updatedAt,
      pinned: meta.pinned,
      archived: meta.archived,
      choice: meta.choice,
      labels: meta.labels,
      messages,
    };
  }

  async #readIndex(folder: KeptFolder): Promise<SessionIndex> {
    const index = await readIndex(folder, () => this.options.clock.now());
    this.touches.apply(folder, index);
    return index;
  }

  #readMetas(folder: KeptFolder): Promise<SessionMetas> {
    return readMetas(folder, () => this.options.clock.now());
  }

  /** Where a session of an agent can be, first the folder that is written to. */
  #placesIn(agent: Agent, id: string): readonly SessionPlace[] {
    return sessionFolders(this.#roots, agent).map((place) => ({
      ...place,
      agent,
      files: sessionFiles(place.folder, id),
    }));
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

/** The id becomes a file name, and may come from a file that Satchel did not write. */
const isSessionId = (id: string) => /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/.test(id);

const notFound = (id: string) =>
  new Failure("session-not-found", "This conversation does not exist any more.", { session: id });

/** What the trash keeps with a removed conversation. It lies in the project, so it may be a stranger's. */
const forgotten = z.object({
  agent: z.string(),
  layer: z.enum(["base", "overlay"]).default("base"),
  line: z.object({ summary: z.string(), updatedAt: z.string() }).loose().optional(),
  meta: sessionMeta,
});

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
