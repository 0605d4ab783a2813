import type { Agent } from "#shared/contract/agents.ts";
import { KeptFolder } from "../base/kept-file.ts";
import type { KeptFiles } from "../base/kept-files.ts";
import { privateFolder } from "../workspace/path-policy.ts";

/**
 * Where an agent's sessions are: `<workspace>/agents/<agentId>/sessions/`. If the workspace is the user's own
 * folder, they are in `.satchel/`, and stay there when it becomes a project later.
 */
export const sessionFolder = (
  project: KeptFiles,
  { id, workspace }: Pick<Agent, "id" | "workspace">,
): KeptFolder => {
  const inside = `agents/${id}/sessions`;
  const hidden = `${privateFolder}/${inside}`;
  if (workspace === "" || isTaken(project, hidden)) return new KeptFolder(project, hidden);
  return new KeptFolder(project, workspace === "." ? inside : `${workspace}/${inside}`);
};

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
  /** Tool results that were too long to store in a line. */
  results: folder.folder(`${id}.results`),
});
export type SessionFiles = ReturnType<typeof sessionFiles>;

/** Both lists of an agent's sessions have one line per session; a file near this size is not such a list. */
export const MAX_LIST_BYTES = 64 * 1024 * 1024;
/** A longer conversation cannot be held as one string. */
export const MAX_LOG_BYTES = 256 * 1024 * 1024;
