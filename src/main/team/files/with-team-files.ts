import type { WorkspaceFiles } from "../../workspace/loaded-files.ts";
import type { TeamLayer, TeamLayerFile } from "./team-layer.ts";

type Files = Pick<
  WorkspaceFiles,
  "ready" | "complete" | "completeSoon" | "left" | "list" | "get" | "unreadable"
>;
type File = NonNullable<ReturnType<Files["get"]>>;
type PromptFile = File | TeamLayerFile;

/** The files that prompts are made of: those of the workspace, and below them the team's. */
export type FilesWithTeam = Omit<Files, "list" | "get"> & {
  list(folder: string): readonly PromptFile[];
  get(path: string): PromptFile | null;
};

/**
 * A file of the workspace that is not empty hides the team's with the same place. Lists stay the same object while
 * nothing changes, because others keep what they made of them.
 */
export const withTeamFiles = (
  files: Files,
  workspaceOf: (path: string) => { readonly inner: string } | null,
  { layer, ready }: { readonly layer: () => TeamLayer; readonly ready: () => Promise<void> },
): FilesWithTeam => {
  const lists = new WeakMap<
    readonly File[],
    { readonly of: TeamLayer; readonly list: readonly PromptFile[] }
  >();
  return {
    unreadable: (folder) => files.unreadable(folder),
    complete: () => files.complete(),
    completeSoon: () => files.completeSoon(),
    left: () => files.left(),
    ready: async () => {
      await Promise.all([files.ready(), ready()]);
    },
    list: (folder) => {
      const own = files.list(folder);
      const team = layer();
      if (team.size === 0) return own;
      const known = lists.get(own);
      if (known?.of === team) return known.list;
      const list = joined(own, team);
      lists.set(own, { of: team, list });
      return list;
    },
    get: (path) => {
      const own = files.get(path);
      if (own !== null && own.bytes > 0) return own;
      const inner = workspaceOf(path)?.inner;
      return (inner === undefined ? undefined : layer().get(inner)) ?? own;
    },
  };
};

const joined = (own: readonly File[], team: TeamLayer): readonly PromptFile[] => {
  const present = new Set(own.filter(({ bytes }) => bytes > 0).map(({ inner }) => inner));
  const below = [...team.values()].filter(({ inner }) => !present.has(inner));
  const hidden = new Set(below.map(({ inner }) => inner));
  return [...own.filter(({ inner }) => !hidden.has(inner)), ...below];
};
