import { createHash } from "node:crypto";
import { realpath, rm, rmdir } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import type { Agent } from "#shared/contract/agents.ts";
import type { Commit } from "#shared/contract/history.ts";
import { Failure } from "#shared/contract/index.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import { FolderIdentity } from "../base/folder-identity.ts";
import { KeptFolder, requireNoLinks } from "../base/kept-file.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import type { Author } from "../workspace/recorder.ts";
import { relativePath } from "../workspace/path-policy.ts";
import type { FileDiff, Moment, RepoPlace } from "./history-repo.ts";
import { HistoryWorkerClient } from "./history-worker-client.ts";

export type HistoryOptions = {
  /** Real path of the project's folder. */
  readonly project: string;
  readonly clock: Clock;
  /** Moves a project-relative file to the trash. */
  readonly discard: (path: string, by: Author) => Promise<unknown>;
  /** Writes these bytes to a project-relative path. */
  readonly write: (path: string, bytes: Uint8Array, mode: number, by: Author) => Promise<unknown>;
  readonly ids: Ids;
  readonly onCommit: (agent: string, commit: string) => void;
};

/**
 * The histories of a project's workspaces: one repository each, in `.satchel/history`, for agents with
 * `workspaceGit`. Repositories that the user has in or around the project are never read.
 */
export class History {
  readonly #options: HistoryOptions;
  readonly #project: FolderIdentity;
  readonly #kept: KeptFiles;
  readonly #worker = new HistoryWorkerClient();
  /** Workspaces whose store was found to contain no links. */
  readonly #looked = new Set<string>();
  /** One operation at a time per workspace, including a restore with all its steps. */
  readonly #turns = new Map<string, OneAtATime>();

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#project = new FolderIdentity(options.project);
    this.#kept = new KeptFiles(options.project);
  }

  /** Starts the history where there is none. */
  async ensure(agent: Agent): Promise<void> {
    if (!agent.workspaceGit.enabled) return;
    await this.#inTurn(agent, (place) => this.#ensure(agent, place));
  }

  /** Null when nothing changed. */
  checkpoint(agent: Agent, note = "manual"): Promise<string | null> {
    return this.#commit(agent, `checkpoint: ${oneLine(note) || "manual"}`);
  }

  /** Does nothing for an agent without a history, like the two below. */
  async commitSessionClose(agent: Agent, session: string): Promise<string | null> {
    return agent.workspaceGit.enabled ? this.#commit(agent, `session-close: ${session}`) : null;
  }

  async commitDream(agent: Agent, promotions: number): Promise<string | null> {
    if (!agent.workspaceGit.enabled || promotions < 1) return null;
    return this.#commit(agent, `dream: ${promotions} promotion(s)`);
  }

  /** For the screen: an agent without a history has no commits, instead of a failure. */
  async listShown(agent: Agent, path: string | null, limit: number) {
    if (!agent.workspaceGit.enabled) return { enabled: false, commits: [] };
    return { enabled: true, commits: await this.list(agent, path, limit) };
  }

  list(agent: Agent, path: string | null, limit: number): Promise<Commit[]> {
    return this.#inTurn(agent, async (place) => {
      await this.#ensure(agent, place);
      return this.#worker.call(place, "list", path === null ? null : relativePath(path), limit);
    });
  }

  /** From one commit to another, or to the current files. */
  diff(agent: Agent, from: string, to: string | null, path: string | null): Promise<FileDiff[]> {
    return this.#inTurn(agent, async (place) => {
      await this.#ensure(agent, place);
      return this.#worker.call(place, "diff", from, to, path === null ? null : relativePath(path));
    });
  }

  /**
   * Restores a file, a folder or the whole workspace to an earlier version. Uncommitted changes are committed
   * first, and the restored state after, so that a restore can be undone by a restore.
   */
  restore(agent: Agent, commit: string, path: string | null) {
    return this.#inTurn(agent, async (place) => {
      await this.#ensure(agent, place);
      const inner = path === null ? null : relativePath(path);
      const plan = await this.#worker.call(place, "planRestore", commit, inner);
      await this.#commitIn(agent, place, "checkpoint: before restore");
      // For people, who know versions by their time; the commit's own message names the commit.
      const title = `Restored ${inner ?? "the workspace"} as it was at ${shownTime(plan.at)}`;
      const by = { actor: "you", kind: "restore", title, change: this.#options.ids.next() } as const;
      for (const file of plan.discards) await this.#discard(agent, place, file, by);
      for (const file of plan.writes) await this.#write(agent, place, plan.commit, file, by);
      const what = inner ? `${inner} from ` : "";
      const restored = await this.#commitIn(agent, place, `restore: ${what}${plan.commit.slice(0, 7)}`);
      const paths = [...new Set([...plan.writes, ...plan.discards])].sort();
      return { commit: restored, paths, change: paths.length > 0 ? by.change : null };
    });
  }

  /** Deletes the whole history and starts a new one with the current workspace. */
  erase(agent: Agent): Promise<void> {
    return this.#inTurn(agent, async (place) => {
      await rm(place.gitdir, { recursive: true, force: true });
      await this.#ensure(agent, place);
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#turns.values()].map((turn) => turn.idle()));
    await this.#worker.close();
  }

  #commit(agent: Agent, message: string): Promise<string | null> {
    return this.#inTurn(agent, async (place) => {
      await this.#ensure(agent, place);
      return this.#commitIn(agent, place, message);
    });
  }

  async #commitIn(agent: Agent, place: RepoPlace, message: string): Promise<string | null> {
    const commit = await this.#worker.call(place, "commit", message, this.#now());
    if (commit) this.#options.onCommit(agent.id, commit);
    return commit;
  }

  async #ensure(agent: Agent, place: RepoPlace): Promise<void> {
    const first = await this.#worker.call(place, "ensure", this.#now());
    if (first) this.#options.onCommit(agent.id, first);
  }

  async #write(agent: Agent, place: RepoPlace, commit: string, file: string, by: Author): Promise<void> {
    const found = await this.#worker.call(place, "readFile", commit, file);
    if (found) await this.#options.write(posix.join(agent.workspace, file), found.bytes, found.mode, by);
  }

  async #discard(agent: Agent, place: RepoPlace, file: string, by: Author): Promise<void> {
    await this.#options.discard(posix.join(agent.workspace, file), by);
    // Folders are not part of a history; empty ones are removed, as git does it.
    for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) {
      const removed = await rmdir(join(place.folder, folder)).then(
        () => true,
        () => false,
      );
      if (!removed) return;
    }
  }

  #now(): Moment {
    const now = this.#options.clock.now();
    return { seconds: Math.floor(now.getTime() / 1000), minutesWest: now.getTimezoneOffset() };
  }

  async #inTurn<T>(agent: Agent, work: (place: RepoPlace) => Promise<T>): Promise<T> {
    if (!agent.workspaceGit.enabled) {
      throw new Failure(
        "history-disabled",
        `${agent.displayName} keeps no history. Turn on workspaceGit in agents.yaml.`,
        { agent: agent.id },
      );
    }
    const turn = this.#turns.get(agent.workspace) ?? new OneAtATime();
    this.#turns.set(agent.workspace, turn);
    return turn.run(async () => work(await this.#placeOf(agent)));
  }

  async #placeOf(agent: Agent): Promise<RepoPlace> {
    const { project } = this.#options;
    this.#project.require();
    const folder = join(project, agent.workspace);
    const real = await realpath(folder).catch(() => {
      throw (
        this.#project.refusal() ??
        new Failure("workspace-missing", `There is no folder ${agent.workspace} in this project.`)
      );
    });
    if (real !== project && !real.startsWith(join(project, "/"))) {
      throw new Failure("outside-project", `${agent.workspace} leads outside the project.`);
    }
    const store = new KeptFolder(this.#kept, `.satchel/history/${workspaceId(agent.workspace)}`);
    if (!this.#looked.has(agent.workspace)) await requireNoLinks(store);
    this.#looked.add(agent.workspace);
    return {
      gitdir: join(project, ".satchel", "history", workspaceId(agent.workspace)),
      folder: real,
      transcripts: within(agent.workspace, agent.transcriptsDir),
      project: this.#project.mark,
    };
  }
}

/** `agents-kate-1f0c9d2e`: readable, and unique per workspace. */
const workspaceId = (workspace: string): string => {
  const hash = createHash("sha256").update(workspace).digest("hex").slice(0, 8);
  return `${workspace.replaceAll(/[^a-zA-Z0-9]+/g, "-").slice(0, 40)}-${hash}`;
};

const within = (workspace: string, folder: string | null): string | null => {
  if (folder === null) return null;
  const inner = posix.relative(workspace, folder);
  return inner === "" || inner.startsWith("..") ? null : inner;
};

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** `2026-11-17 12:05 UTC`. */
const shownTime = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
