import type { Memory } from "#shared/contract/memory.ts";
import type { TeamSource } from "#shared/model/team.ts";
import { roleOf } from "./read-project.ts";
import type { Workbench } from "./workbench.ts";

/** Shows what would be shared of a memory. */
export const shareMemory =
  ({ team }: Workbench) =>
  ({ id }: Memory): void =>
    team.getState().begin({ from: "memory", id });

/** Shows what would be shared of a file. SOUL.md, AGENTS.md and knowledge keep their place; others are notes. */
export const shareFile =
  ({ files, team }: Workbench) =>
  (path: string): void =>
    team.getState().begin(sourceOf(path, roleOf(files, path)));

const sourceOf = (path: string, role: ReturnType<typeof roleOf>): TeamSource => {
  const name = path.split("/").at(-2);
  if (role === "skill" && path.endsWith("/SKILL.md") && name) return { from: "skill", name };
  if (role === "soul" || role === "agents" || role === "knowledge") return { from: "file", path };
  return { from: "note", path };
};
