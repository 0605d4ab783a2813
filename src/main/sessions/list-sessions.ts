import type { Agent } from "#shared/contract/agents.ts";
import type { SessionInfo } from "#shared/contract/sessions.ts";
import type { KeptFolder } from "../base/kept-file.ts";
import { refusalOf } from "./refused-places.ts";
import type { SessionIndex } from "./session-index.ts";
import type { SessionLists } from "./session-lists.ts";
import { type SessionMetas, unknownMeta } from "./session-meta.ts";
import { isSessionId, type SessionPlaces } from "./session-places.ts";
import type { SessionSearch } from "./session-search.ts";

export type ListedFrom = {
  readonly places: SessionPlaces;
  readonly lists: SessionLists;
  readonly search: SessionSearch;
};

/** The sessions of both layers, each once: one that is in both is the overlay's. */
export const listSessions = async (
  from: ListedFrom,
  agents: readonly Agent[],
): Promise<readonly SessionInfo[]> => {
  const folders = agents.flatMap((agent) =>
    from.places.folders(agent).map(({ folder }) => listIfKept(from, agent, folder)),
  );
  const byId = new Map<string, SessionInfo>();
  for (const session of (await Promise.all(folders)).flat()) {
    if (!byId.has(session.id)) byId.set(session.id, session);
  }
  return [...byId.values()];
};

/**
 * Omits sessions with something else in place of a file. Empty for an agent whose folder is refused;
 * `refusedPlaces` reports it.
 */
const listIfKept = async (from: ListedFrom, agent: Agent, folder: KeptFolder): Promise<SessionInfo[]> => {
  try {
    const listed = await listFolder(from, agent, folder);
    const entries = await folder.list();
    const special = new Set(entries.filter(({ kind }) => kind !== "file").map(({ name }) => name));
    return listed.filter(({ id }) => !special.has(`${id}.jsonl`) && !special.has(`${id}.log.jsonl`));
  } catch (error) {
    refusalOf(error);
    return [];
  }
};

const listFolder = async (
  { lists, search }: ListedFrom,
  agent: Agent,
  folder: KeptFolder,
): Promise<SessionInfo[]> => {
  const [index, metas] = await Promise.all([lists.index(folder), lists.metas(folder)]);
  const counts = search.counts();
  return Object.entries(index.sessions)
    .filter(([id]) => isSessionId(id))
    .map(([id, line]) => sessionInfo(agent, id, line, metas, counts.get(id) ?? 0));
};

/** A line of `sessions.json` and what the app knows about it, as the contract has it. */
export const sessionInfo = (
  agent: Agent,
  id: string,
  line: SessionIndex["sessions"][string],
  metas: SessionMetas,
  messages: number,
): SessionInfo => {
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
};
