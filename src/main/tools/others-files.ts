import type { Agent } from "#shared/contract/agents.ts";

type Place = Pick<Agent, "id" | "workspace" | "transcriptsDir" | "subagent">;

/**
 * Whether a file is private to a different agent: its conversations, or the MEMORY.md and USER.md of a
 * workspace that this agent does not share. Transcripts belong to no prompt at all; `session_logs` reads an
 * agent's own. Takes the project-relative path with links resolved.
 */
export const isOthersFile =
  (own: Place, agents: readonly Place[]) =>
  (path: string): boolean => {
    const isBelow = (folder: string | null) =>
      folder !== null && folder !== "" && (path === folder || path.startsWith(`${folder}/`));
    if (agents.some(({ transcriptsDir }) => isBelow(transcriptsDir))) return true;
    return agents
      .filter(({ id }) => id !== own.id)
      .some((other) => {
        const inside = (folder: string, inner: string) => (folder === "" ? inner : `${folder}/${inner}`);
        const home = other.subagent?.home ?? other.workspace;
        if (isBelow(inside(home, `agents/${other.id}/sessions`))) return true;
        const { workspace } = other;
        return workspace !== own.workspace && PRIVATE.some((name) => path === inside(workspace, name));
      });
  };

/** The same for a path in the user's overlay, relative to it. Its MEMORY.md and USER.md belong to all workspaces. */
export const isOthersOverlayFile =
  (own: Pick<Place, "id">, agents: readonly Pick<Place, "id">[]) =>
  (path: string): boolean =>
    agents.some(({ id }) => id !== own.id && path.startsWith(`agents/${id}/sessions/`));

const PRIVATE = ["MEMORY.md", "USER.md"] as const;
