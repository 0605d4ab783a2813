import type { Workspace } from "../../workspace/workspace.ts";
import { dateOfDaily, parseDailyNotes } from "./daily-notes.ts";

/** Days' files that are compared with; older notes were consolidated, or are not worth a comparison. */
const recentFiles = 14;

/** What MEMORY.md and the newest daily notes say, line by line. */
export const knownTexts = async (workspace: Workspace, folder: string): Promise<readonly string[]> => {
  const days = (await workspace.list(folder, "memory"))
    .filter((path) => dateOfDaily(path) !== null)
    .sort()
    .slice(-recentFiles);
  const texts = await Promise.all(["MEMORY.md", ...days].map((path) => workspace.readManaged(folder, path)));
  return texts.flatMap((text) => parseDailyNotes(text).map((note) => note.text));
};
