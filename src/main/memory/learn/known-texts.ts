import type { Workspace } from "../../workspace/workspace.ts";
import { dateOfDaily, parseDailyNotes } from "./daily-notes.ts";

/** Number of daily files to compare with; older notes were consolidated, or are not worth a comparison. */
const MAX_RECENT_FILES = 14;

/** The lines of MEMORY.md and the newest daily notes. */
export const knownTexts = async (workspace: Workspace, folder: string): Promise<readonly string[]> => {
  const days = (await workspace.list(folder, "memory"))
    .filter((path) => dateOfDaily(path) !== null)
    .sort()
    .slice(-MAX_RECENT_FILES);
  const texts = await Promise.all(["MEMORY.md", ...days].map((path) => workspace.readManaged(folder, path)));
  return texts.flatMap((text) => parseDailyNotes(text).map((note) => note.text));
};
