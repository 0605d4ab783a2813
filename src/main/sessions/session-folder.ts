import type { Agent } from "#shared/contract/agents.ts";
import { KeptFolder } from "../base/kept-file.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { privateFolder } from "../workspace/path-policy.ts";
import { inProject } from "../workspace/roots.ts";

/** The folders that contain conversations. */
export type SessionRoots = {
  readonly project: KeptFiles;
  /** Null: the user has no overlay for this project. */
  readonly overlay: KeptFiles | null;
};

export const sessionRoots = (project: string, overlay: string | null): SessionRoots => ({
  project: new KeptFiles(project),
  overlay: overlay === null ? null : new KeptFiles(overlay),
});

/** One of the folders of an agent's sessions. */
export type AgentFolder = {
  readonly layer: "base" | "overlay";
  readonly folder: KeptFolder;
  /** The project-relative path under which its files are shown and read. */
  readonly shown: string;
};

type SessionOwner = Pick<Agent, "id" | "workspace" | "subagent">;

/** A subagent has a workspace of its own below the one it is declared in; its sessions are beside it. */
const homeOf = ({ workspace, subagent }: SessionOwner): string => subagent?.home ?? workspace;

/**
 * Where an agent's sessions are: in the user's overlay and in the project. The first folder is the one that
 * is written to; a conversation in both counts as the overlay's.
 */
export const sessionFolders = (
  { project, overlay }: SessionRoots,
  agent: SessionOwner,
): readonly [AgentFolder, ...AgentFolder[]] => {
  const folder = sessionFolder(project, agent);
  const base: AgentFolder = { layer: "base", folder, shown: folder.path };
  if (overlay === null) return [base];
  const inside = insideOf(agent);
  return [
    {
      layer: "overlay",
      folder: new KeptFolder(overlay, inside),
      shown: inProject(homeOf(agent), inside),
    },
    base,
  ];
};

/**
 * `<workspace>/agents/<agentId>/sessions/`. If the workspace is the user's own folder, they are in
 * `.satchel/`, and stay there when it becomes a project later.
 */
const sessionFolder = (project: KeptFiles, agent: SessionOwner): KeptFolder => {
  const workspace = homeOf(agent);
  const inside = insideOf(agent);
  const hidden = `${privateFolder}/${inside}`;
  if (workspace === "" || isTaken(project, hidden)) return new KeptFolder(project, hidden);
  return new KeptFolder(project, workspace === "." ? inside : `${workspace}/${inside}`);
};

const insideOf = ({ id }: Pick<Agent, "id">): string => `agents/${id}/sessions`;

/** A link counts as existing; it is refused when the folder is used. */
const isTaken = (project: KeptFiles, path: string): boolean => {
  try {
    return project.look(path) !== null;
  } catch {
    return true;
  }
};

/** The files of one session. */
export const sessionFiles = (folder: KeptFolder, id: string) => ({
  /** What the model sees. */
  context: folder.file(`${id}.jsonl`),
  /** All entries, append-only. */
  log: folder.file(`${id}.log.jsonl`),
  /** An answer that is still arriving. */
  partial: folder.file(`${id}.partial`),
  /** Messages that wait for the answer before them. */
  queue: folder.file(`${id}.queue.json`),
  /** Tool results that were too long to store in a line. */
  results: folder.folder(`${id}.results`),
});
export type SessionFiles = ReturnType<typeof sessionFiles>;

/** Both lists of an agent's sessions have one line per session; a file near this size is not such a list. */
export const MAX_LIST_BYTES = 64 * 1024 * 1024;
/** A longer conversation cannot be held as one string. */
export const MAX_LOG_BYTES = 256 * 1024 * 1024;
