import { Failure } from "#shared/contract/failure.ts";
import type { Graph } from "../tables/graph.ts";
import type { StoredMemory } from "../tables/memory-store.ts";
import type { Procedures } from "../tables/procedures.ts";
import type { Json } from "../tables/profile-document.ts";
import type { ProfileStore } from "../tables/profile-store.ts";

export type EditedTables = {
  readonly graph: Graph;
  readonly procedures: Procedures;
  readonly profiles: ProfileStore;
  readonly user: string;
};

/**
 * Changes the words of a memory in a table, in the format in which it is shown. Returns the item that they
 * refer to afterwards. Fails with `wrong-shape`.
 */
export const editItem = (
  tables: EditedTables,
  memory: StoredMemory,
  words: string,
  at: Date,
): string | null => {
  const { tier, item, workspace } = memory;
  if (item === null) return null;
  if (tier === "graph") return editRelation(tables.graph, workspace, item, words, at);
  if (tier === "procedural") editProcedure(tables.procedures, item, words);
  if (tier === "profile") editProfile(tables, item, words, at);
  return item;
};

const editRelation = (graph: Graph, workspace: string, id: string, words: string, at: Date): string => {
  const [, from, type, to] = /^(.+?) — (.+?) → (.+)$/s.exec(words.trim()) ?? [];
  if (!from || !type || !to) {
    throw new Failure("wrong-shape", "A link is written as: who or what — how → who or what.", { words });
  }
  const known = graph.relations(workspace).find((relation) => relation.id === id);
  if (!known) return id;
  graph.remove([id]);
  const { confidence } = known;
  const added = graph.upsert(
    workspace,
    { entities: [], relations: [{ from, type, to, confidence }] },
    at,
    "you",
  );
  for (const end of [known.source, known.target]) graph.removeLone(end);
  return added.relations[0] ?? id;
};

const editProcedure = (procedures: Procedures, id: string, words: string): void => {
  const [name = "", ...steps] = words
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  if (!procedures.rewrite(id, name, steps)) {
    throw new Failure("known-already", "A different workflow already has this name.", { name });
  }
};

const editProfile = ({ profiles, user }: EditedTables, key: string, words: string, at: Date): void => {
  const document = profiles.get(user);
  const text = words.startsWith(`${key}:`) ? words.slice(key.length + 1).trim() : words.trim();
  profiles.set(
    user,
    { ...document, [key]: typeof document[key] === "string" ? text : parsed(text) },
    at,
    key,
  );
};

/** A value that is no longer a list or a number is treated as text. */
const parsed = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
};
