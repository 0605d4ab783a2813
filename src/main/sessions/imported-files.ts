import type { SessionEntry } from "#shared/model/session-entry.ts";
import type { ImportedFile } from "./imported-session.ts";
import { isLongResult, shortResult } from "./long-result.ts";
import type { SessionPlace } from "./session-places.ts";

/** Writes the files of imported entries beside their session, and returns the entries with the paths of these. */
export const withImportedFiles = async (
  entries: readonly SessionEntry[],
  files: readonly ImportedFile[],
  { files: { results }, folder, shown }: SessionPlace,
): Promise<readonly SessionEntry[]> => {
  const byEntry = Map.groupBy(files, ({ entry }) => entry);
  const write = async (name: string, content: string | Uint8Array): Promise<string> => {
    const file = results.file(name);
    await file.write(content);
    return shown + file.path.slice(folder.path.length);
  };
  const kept: SessionEntry[] = [];
  for (const entry of entries) {
    if (entry.type === "tool_result" && isLongResult(entry.content)) {
      const path = await write(`${entry.id}.txt`, entry.content);
      kept.push({ ...entry, content: shortResult(entry.content, path), file: path });
    } else if (entry.type === "message" && byEntry.has(entry.id)) {
      const attachments: string[] = [];
      for (const [at, { name, bytes }] of (byEntry.get(entry.id) ?? []).entries())
        attachments.push(await write(`${entry.id.slice(0, 8)}-${at}-${name}`, bytes));
      kept.push({ ...entry, attachments });
    } else kept.push(entry);
  }
  return kept;
};
