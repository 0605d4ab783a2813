import { Failure } from "#shared/contract/index.ts";
import type { Ids } from "../base/ids.ts";
import type { Replacement } from "../workspace/replace-files.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { RelativeEdit } from "./xray.ts";

/**
 * Writes edits as one change that can be undone, all of them or none. Fails with `changed-since` when a file is
 * not what the edit was made for. Returns the change's id, or null when there was nothing to do.
 */
export const applyEdits = async (
  workspace: Workspace,
  ids: Ids,
  title: string,
  edits: readonly RelativeEdit[],
): Promise<string | null> => {
  if (edits.length === 0) return null;
  const replacements: Replacement[] = [];
  for (const { path, text, before } of edits) {
    const place = { path, layer: "base" } as const;
    const now = await workspace.exact.look(place, async (state) => state);
    const isAsShown = before === null ? now === null : now?.bytes?.toString("utf8") === before;
    if (!isAsShown)
      throw new Failure("changed-since", `${path} was changed meanwhile. Nothing was written.`, { path });
    replacements.push({
      ...place,
      expected: now?.hash ?? null,
      bytes: text === null ? null : Buffer.from(text),
      mode: now?.mode,
    });
  }
  const change = ids.next();
  await workspace.exact.replaceAll(replacements, { actor: "you", title, change });
  return change;
};
