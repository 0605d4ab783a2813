import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
import type { PathLocks } from "../workspace/path-locks.ts";
import { copySession } from "./copy-session.ts";
import { refusalOf } from "./refused-places.ts";
import {
  type AgentFolder,
  type SessionFiles,
  sessionFiles,
  sessionFolders,
  type SessionRoots,
} from "./session-folder.ts";
import type { SessionLists } from "./session-lists.ts";
import { unknownMeta } from "./session-meta.ts";

export type SessionPlace = AgentFolder & {
  readonly agent: Agent;
  readonly files: SessionFiles;
};

export type SessionPlacesOptions = {
  /** Conversations are never stored behind a link. */
  readonly roots: SessionRoots;
  readonly agents: () => readonly Agent[];
  readonly lists: SessionLists;
  readonly locks: PathLocks;
  readonly now: () => Date;
};

/** Where conversations are: in the project, and in the user's overlay where there is one. */
export class SessionPlaces {
  readonly #options: SessionPlacesOptions;

  constructor(options: SessionPlacesOptions) {
    this.#options = options;
  }

  /** The folders of an agent, first the one that is written to. */
  folders(agent: Agent): ReturnType<typeof sessionFolders> {
    return sessionFolders(this.#options.roots, agent);
  }

  /** Fails with `session-not-found`. */
  async of(id: string): Promise<SessionPlace> {
    if (!isSessionId(id)) throw sessionNotFound(id);
    let refused: Failure | null = null;
    for (const place of this.#options.agents().flatMap((agent) => this.#placesIn(agent, id))) {
      try {
        const index = await this.#options.lists.index(place.folder);
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
    throw refused ?? sessionNotFound(id);
  }

  /**
   * Where to write to a session. The first change to a conversation of the project copies it to the user's
   * overlay: what they say is theirs, and the project's stays as it is.
   */
  async toWrite(id: string): Promise<SessionPlace> {
    const place = await this.of(id);
    if (place.layer === "overlay" || this.#options.roots.overlay === null) return place;
    return this.#options.locks.run(`copy ${id}`, async () => {
      const now = await this.of(id);
      if (now.layer === "overlay") return now;
      await this.#copyToOverlay(id, now);
      return this.of(id);
    });
  }

  /** Where a session is; where one of this agent would be when there is none. */
  async toWriteFor(agent: Agent, id: string): Promise<SessionPlace & { readonly isListed: boolean }> {
    try {
      return { ...(await this.toWrite(id)), isListed: true };
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== "session-not-found" || !isSessionId(id)) throw error;
    }
    const [place] = this.folders(agent);
    return { ...place, agent, files: sessionFiles(place.folder, id), isListed: false };
  }

  async #copyToOverlay(id: string, from: SessionPlace): Promise<void> {
    const { lists, now } = this.#options;
    const [to = from] = this.#placesIn(from.agent, id);
    const [index, metas] = [await lists.index(from.folder), await lists.metas(from.folder)];
    const line = index.sessions[id] ?? { summary: "", updatedAt: now().toISOString() };
    await copySession(from.files, to.files);
    await lists.change(to.folder, (own, ownMetas) => ({
      sessions: { ...own.sessions, [id]: line },
      metas: { ...ownMetas, [id]: metas[id] ?? unknownMeta },
    }));
  }

  /** Where a session of an agent can be, first the folder that is written to. */
  #placesIn(agent: Agent, id: string): readonly SessionPlace[] {
    return this.folders(agent).map((place) => ({ ...place, agent, files: sessionFiles(place.folder, id) }));
  }
}

/** The id becomes a file name, and may come from a file that Satchel did not write. */
export const isSessionId = (id: string): boolean => /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/.test(id);

export const sessionNotFound = (id: string): Failure =>
  new Failure("session-not-found", "This conversation does not exist any more.", { session: id });
