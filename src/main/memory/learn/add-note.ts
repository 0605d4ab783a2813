import type { Agent } from "#shared/contract/agents.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { ProjectMemory } from "../project-memory.ts";
import type { StoredMemory } from "../tables/memory-store.ts";
import { appendedTo, dailyPath, type Note, noteLine } from "./daily-notes.ts";

type Rooms = {
  readonly workspace: Workspace;
  readonly memory: ProjectMemory;
  readonly today: () => string;
};

/** Writes the user's line into today's note; returns the memory it became. */
export const addNote = async (
  { workspace, memory, today }: Rooms,
  agent: Agent,
  note: Note,
): Promise<{ path: string; memory: StoredMemory | null }> => {
  const path = dailyPath(today());
  const before = await workspace.readManaged(agent.workspace, path);
  const by = { actor: "you", title: "Added a note" } as const;
  const written = await workspace.append(agent.workspace, path, appendedTo(before, [noteLine(note)]), by);
  await memory.fileChanged(written.path);
  return { path: written.path, memory: memory.memories.newestOf(written.path) };
};
