import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
import type { FileWarning } from "#shared/contract/project.ts";
import type { KeptFiles } from "../base/kept-files.ts";
import { sessionFolders, type SessionRoots } from "./session-folder.ts";
import { transcriptFolder } from "./transcribe.ts";

/** Places of conversations or transcripts where something else exists: a link, a pipe, a device. */
export const refusedPlaces = (
  roots: SessionRoots,
  own: KeptFiles,
  agents: readonly Agent[],
): FileWarning[] => {
  const warnings = agents.flatMap((agent) => {
    const transcripts = transcriptFolder(own, agent);
    const places = sessionFolders(roots, agent).flatMap(({ folder }) => [
      () => folder.require(),
      () => folder.file("sessions.json").require(),
      () => folder.file("satchel.json").require(),
    ]);
    return [...places, () => transcripts?.require()].flatMap(warningOf);
  });
  return [...new Map(warnings.map((warning) => [warning.message, warning])).values()];
};

/** Refusals of `KeptFiles`; any other error is thrown. */
export const refusalOf = (error: unknown): Failure => {
  if (error instanceof Failure && REFUSALS.has(error.code)) return error;
  throw error;
};

const REFUSALS: ReadonlySet<string> = new Set(["linked-folder", "not-a-folder", "not-a-plain-file"]);

const warningOf = (look: () => void): FileWarning[] => {
  try {
    look();
    return [];
  } catch (error) {
    const { code, message, detail } = refusalOf(error);
    return [{ code, path: (detail as { path: string }).path, line: null, message }];
  }
};
