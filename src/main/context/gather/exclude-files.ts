import { inProject } from "../../workspace/roots.ts";
import type { ProfileData } from "#shared/model/profile.ts";
import type { Gathered, SourceFile } from "../types.ts";

type Excluding = Pick<ProfileData, "exclude">;

/**
 * Whether the user left a file out by hand, and under which name: in the agent's list, in the profile's, or in
 * a preview, which overrides both. A list has the name of a file, or its path in the workspace or the project.
 */
export const excludedBy = (file: SourceFile, gathered: Gathered, profile: Excluding): string | null => {
  const { workspace, workspaceFiles } = gathered.agent;
  const isNamed = workspaceFiles.exclude.length > 0 || profile.exclude.length > 0;
  if (!isNamed && !gathered.overrides.files) return null;
  const isMeant = (name: string) =>
    name === file.name ||
    name === file.path ||
    inProject(workspace, name.replace(/^(\.?\/)+/, "")) === file.path;
  const named = [...workspaceFiles.exclude, ...profile.exclude].find(isMeant);
  const isOut = gathered.overrides.files?.[file.path]?.exclude ?? named !== undefined;
  return isOut ? (named ?? file.path) : null;
};

/** For profiles whose files have fixed places: a file that is left out has no place. SOUL.md always has one. */
export const withoutExcluded = (gathered: Gathered, profile: Excluding): Gathered => {
  const pass = (file: SourceFile): SourceFile => {
    const name = file.absent === null && file.role !== "soul" ? excludedBy(file, gathered, profile) : null;
    if (name === null) return file;
    return {
      ...file,
      text: null,
      absent: "excluded",
      excludedAs: name,
      keptBackChars: file.text?.length ?? 0,
    };
  };
  return {
    ...gathered,
    files: gathered.files.map(pass),
    memoryFile: pass(gathered.memoryFile),
    knowledge: pass(gathered.knowledge),
    notes: gathered.notes.map(({ date, files }) => ({ date, files: files.map(pass) })),
    additional: gathered.additional.map(({ asked, file }) => ({ asked, file: pass(file) })),
  };
};
