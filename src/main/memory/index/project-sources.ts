import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
import type { SessionInfo } from "#shared/contract/sessions.ts";
import type { UserSettings } from "#shared/contract/settings.ts";
import { lowestOrigin, type Origin } from "#shared/model/origin.ts";
import { isQuestionSet } from "#shared/model/trial.ts";
import { scopeOf } from "#shared/model/scope.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import type { Clock } from "../../base/clock.ts";
import type { SessionsInTurn } from "../../sessions/sessions-in-turn.ts";
import type { Sessions } from "../../sessions/sessions.ts";
import { usedText } from "../../workspace/read-file.ts";
import { inProject } from "../../workspace/roots.ts";
import type { OriginLedger } from "../../workspace/origin-ledger.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { MemoryTables } from "../tables/memory-tables.ts";
import type { Tier } from "../tiers.ts";
import {
  fileSource,
  fileTier,
  type MemorySource,
  sessionAsSource,
  type SourceMessage,
} from "./memory-sources.ts";
import { tableSources } from "./table-sources.ts";

export type ProjectSourcesPorts = {
  readonly workspace: Workspace;
  readonly sessions: Sessions;
  readonly tables: MemoryTables;
  readonly agents: () => readonly Agent[];
  readonly inTurn: SessionsInTurn;
  /** The user whose profile it is, and who speaks beside the agent. */
  readonly user: () => UserSettings["user"];
  readonly clock: Clock;
  /** The origins of lines in files, and the highest that anything of the folder can have. */
  readonly origins: OriginLedger;
  readonly folderOrigin: () => Origin;
};

/** Everything in a project that memories are read from: files, tables and sessions. */
export class ProjectSources {
  readonly #ports: ProjectSourcesPorts;

  constructor(ports: ProjectSourcesPorts) {
    this.#ports = ports;
  }

  async all(): Promise<readonly MemorySource[]> {
    const { workspace, sessions, inTurn } = this.#ports;
    const files: MemorySource[] = [];
    for (const folder of workspace.roots.workspaces()) {
      const listed = await Promise.all([
        workspace.list(folder, "memory"),
        workspace.list(folder, "knowledge"),
      ]);
      // What is counted so far; once everything is, sources are listed again.
      const counted = workspace.files.list(folder).map(({ inner }) => inner);
      for (const inner of new Set(["MEMORY.md", ...listed.flat(), ...counted])) {
        const source = await this.file(inProject(folder, inner));
        if (source) files.push(source);
      }
    }
    const lists = await Promise.all([sessions.list({ archived: false }), sessions.list({ archived: true })]);
    return [
      ...files,
      ...this.tables(),
      ...lists.flat().flatMap((session) => this.session(session, inTurn.has(session.id)) ?? []),
    ];
  }

  tables(): readonly MemorySource[] {
    const { workspace, tables, user } = this.#ports;
    const { id } = user();
    const profile = { document: tables.profiles.get(id), origins: tables.profiles.origins(id) };
    const shown = { ...tables, profile, folderOrigin: this.#ports.folderOrigin() };
    return workspace.roots.workspaces().flatMap((folder) => tableSources(folder, shown));
  }

  /** The tier of the file at a project-relative path; null for none. */
  tierOf(path: string): Tier | null {
    const inner = this.#ports.workspace.roots.workspaceOf(path)?.inner;
    return inner === undefined || isQuestionSet(path) ? null : fileTier(inner);
  }

  /** Null for a file that contains no memories, is missing, or is not text. */
  async file(path: string): Promise<MemorySource | null> {
    const { workspace, clock } = this.#ports;
    const place = workspace.roots.workspaceOf(path);
    const tier = place && fileTier(place.inner);
    // A set holds the expected answers: recalled, it would make its own trial look good.
    if (!place || !tier || isQuestionSet(path)) return null;
    const known = workspace.files.get(path);
    // Notes and knowledge that are too large for a row are read to compute their hash; of the rest, only text
    // counts.
    if (!known && !/^(MEMORY\.md$|memory\/|knowledge\/)/.test(place.inner)) return null;
    const read = async () => {
      try {
        return await workspace.read("", path);
      } catch (error) {
        if (error instanceof Failure) return null;
        throw error;
      }
    };
    const sha256 = known?.sha ?? (await read())?.hash;
    if (sha256 === undefined) return null;
    return fileSource(
      {
        path,
        name: workspace.files.get(beforeArchive(path)) ? path : beforeArchive(path),
        inner: place.inner,
        workspace: place.folder,
        sha256,
        folderOrigin: this.#ports.folderOrigin(),
        origins: (text) => this.#originsIn(text),
        isApproved: (line) => this.#ports.origins.isApproved(line),
        modifiedAt: new Date(known?.modifiedMs ?? clock.now().getTime()),
        read: async () => {
          const text = (await read())?.text;
          return text === undefined ? null : usedText(text);
        },
      },
      tier,
    );
  }

  /** Null for a shared session: its messages do not become memories. */
  session(session: SessionInfo, later: boolean): MemorySource | null {
    const agent = this.#ports.agents().find(({ id }) => id === session.agent);
    if (!agent || scopeOf(agent.scope, session.kind, undefined) === "shared") return null;
    return sessionAsSource({
      id: session.id,
      agent: agent.id,
      workspace: agent.workspace,
      mark: `${session.updatedAt}:${session.messages}:${this.#ports.folderOrigin()}`,
      later,
      read: async () => this.#said((await this.#ports.sessions.load(session.id)).log, session.kind, agent),
      grown: async () => {
        const { log, lineage } = await this.#ports.sessions.load(session.id);
        return {
          lineage: lineage.id,
          since: (message) => {
            const at = log.findLastIndex(({ id }) => id === message);
            return at < 0 ? null : this.#said(log.slice(at), session.kind, agent);
          },
        };
      },
    });
  }

  #originsIn(text: string): readonly Origin[] {
    const folder = this.#ports.folderOrigin();
    return this.#ports.origins.ofLines(text).map((origin) => lowestOrigin(folder, origin));
  }

  #said(entries: readonly SessionEntry[], kind: string, agent: Agent): readonly SourceMessage[] {
    return (
      entries
        .flatMap((entry) =>
          entry.type === "message" ? [{ ...entry, origin: this.#ports.sessions.originOf(entry, kind) }] : [],
        )
        .filter(({ role, content }) => role !== "system" && content.trim() !== "")
        // Built-in only quotes what is in the prompt, including memories.
        .filter(({ provider }) => provider !== "builtin")
        .map(({ id, role, content, timestamp, origin }) => ({
          id,
          origin,
          text: content,
          at: timestamp,
          speaker: role === "user" ? this.#ports.user().name : agent.displayName,
        }))
    );
  }
}

/** The path of a daily file before it was moved to the archive. */
const beforeArchive = (path: string) => path.replace(/(^|\/)memory\/archive\/([^/]+)$/, "$1memory/$2");
