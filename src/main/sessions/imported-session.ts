import { hash } from "node:crypto";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { newestLeaf, pathTo } from "./branches.ts";
import { isMarker, type LoadedSession } from "./load-session.ts";

/** A conversation that was held elsewhere, ready to be stored. */
export type ImportedSession = {
  /** By `importedId`, so that the same conversation is recognised the next time. */
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly pinned: boolean;
  readonly archived: boolean;
  /** All branches, parents before children. */
  readonly log: readonly SessionEntry[];
  /** What the model sees when the conversation continues: the selected branch. */
  readonly context: readonly SessionEntry[];
  /** Files that belong to messages. */
  readonly files?: readonly ImportedFile[];
};

/** `name` is a plain file name. */
export type ImportedFile = { readonly entry: string; readonly name: string; readonly bytes: Uint8Array };

export type TakenIn = {
  readonly id: string;
  /** It was not here before. */
  readonly isNew: boolean;
  /** The entries that were not here before. */
  readonly added: readonly string[];
};

/**
 * The id that something of another program has here, a UUID made of the parts. The same thing has the same id in
 * every import, and nobody can choose one that exists already.
 */
export const importedId = (...parts: readonly string[]): string => {
  const hex = hash("sha256", parts.join("\n"), "hex");
  // Version 8: made by a rule of one's own.
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join("-");
};

/** As it is stored: from outside, whatever the file says about itself. */
export const asImported = (entry: SessionEntry, from: string): SessionEntry => {
  const marked = { ...entry, imported: entry.imported ?? from };
  return marked.type === "tool_use" || marked.type === "compaction"
    ? marked
    : { ...marked, origin: "outside" };
};

/** The branch to a leaf; without one, to the newest entry below the last one of the log. */
export const branchTo = (log: readonly SessionEntry[], leaf?: string): readonly SessionEntry[] => {
  const said = log.filter((entry) => !isMarker(entry));
  const last = leaf ?? said.at(-1)?.id;
  return last === undefined ? [] : pathTo(said, leaf ?? newestLeaf(said, last));
};

/**
 * What the model sees after an import. As long as nothing was said here, that is the branch that is selected
 * elsewhere. Later the conversation goes on here, and an import only adds to its log.
 */
export const contextAfterImport = (
  { log, context }: Pick<LoadedSession, "log" | "context">,
  imported: readonly SessionEntry[],
): readonly SessionEntry[] => (log.every((entry) => entry.imported !== undefined) ? imported : context);
