import type { EventOf } from "#shared/contract/index.ts";
import type { Looked } from "./file-index.ts";

export type FileChange = EventOf<"workspace.changed">["changes"][number];

/**
 * Turns a batch of examined files into events. The same bytes: no event. A file that vanished and one with
 * the same bytes that appeared in the same batch are one rename.
 */
export const changesOf = (looked: readonly Looked[]): FileChange[] => {
  const removed = new Map<string, string[]>();
  for (const { path, before, after } of looked) {
    if (!before || after || before.facts.sha === "") continue;
    removed.set(before.facts.sha, [...(removed.get(before.facts.sha) ?? []), path]);
  }
  const changes: FileChange[] = [];
  const renamed = new Set<string>();
  for (const { path, before, after } of looked) {
    if (!after) continue;
    const { sha } = after.facts;
    const known = { path, hash: sha || null, tokens: after.row?.token_count ?? null };
    const from = before ? undefined : removed.get(sha)?.shift();
    if (from !== undefined) {
      renamed.add(from);
      changes.push({ ...known, kind: "renamed", from });
    } else if (!before) changes.push({ ...known, kind: "added" });
    else if (!isSame(before, after)) changes.push({ ...known, kind: "changed" });
  }
  for (const { path, before, after } of looked) {
    if (before && !after && !renamed.has(path))
      changes.push({ path, kind: "removed", hash: null, tokens: null });
  }
  return changes;
};

const isSame = (before: NonNullable<Looked["before"]>, after: NonNullable<Looked["after"]>): boolean =>
  before.facts.sha === after.facts.sha &&
  // Files too large to hash are compared by time.
  (after.facts.sha !== "" || before.facts.modifiedMs === after.facts.modifiedMs);
