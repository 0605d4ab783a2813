import { Failure } from "#shared/contract/index.ts";
import type { FileEdits } from "#shared/contract/workspace.ts";
import type { TextChange } from "./edit-files.ts";

/** The text of a file with some places of it replaced. Fails with `invalid-edit` where they overlap or end outside. */
export const applyEdits = (path: string, text: string, edits: FileEdits["edits"]): string => {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, insert } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < from || end < start || end > text.length) {
      throw new Failure("invalid-edit", `An edit of ${path} does not fit its text.`, { path, start, end });
    }
    parts.push(text.slice(from, start), insert);
    from = end;
  }
  return parts.join("") + text.slice(from);
};

/** New texts of all files, each read again; fails with `changed-since` when one is no longer what was looked at. */
export const textChanges = async (
  files: readonly FileEdits[],
  read: (path: string) => Promise<{ readonly text: string; readonly hash: string }>,
): Promise<readonly TextChange[]> => {
  const changes: TextChange[] = [];
  for (const { path, baseHash, edits } of files) {
    const { text, hash } = await read(path);
    if (hash !== baseHash) {
      throw new Failure("changed-since", `${path} was changed meanwhile. Nothing was written.`, { path });
    }
    changes.push({ path, text: applyEdits(path, text, edits), baseHash });
  }
  return changes;
};
