import { type Client, Failure } from "#shared/contract/index.ts";
import type { Profile } from "#shared/model/profile.ts";
import { type Change, type Target } from "./changes.ts";
import { t } from "../ui/messages/index.ts";
import { withPriority, withTag } from "./edit-front-matter.ts";

/** A change on disk, where it went, and the way back. */
export type Applied = {
  /** `profile`, `copy` (a shipped profile got a copy of its own first), `agents` or `file`. */
  readonly where: "profile" | "copy" | "agents" | "file";
  /** Title of the profile, or path of the file. */
  readonly name: string;
  /** The profile that was written to. */
  readonly profile: string | null;
  undo(): Promise<void>;
};

export const applyChange = (client: Client, change: Change, target: Target): Promise<Applied> => {
  switch (change.kind) {
    case "profile":
      return target.profile.builtIn
        ? saveCopy(client, change.fields, target)
        : saveProfile(client, change.fields, target.profile);
    case "agent":
      return saveAgent(client, change.values, target);
    case "priority":
      return saveText(client, change.path, (text) => withPriority(text, change.priority));
    case "tag":
      return saveText(client, change.path, (text) => withTag(text, change.tag));
    case "all":
      return saveAll(client, change.changes, target);
  }
};

/** One after the other; when one fails, those before it are undone. */
const saveAll = async (client: Client, changes: readonly Change[], target: Target): Promise<Applied> => {
  const done: Applied[] = [];
  const undo = async () => {
    for (const applied of done.splice(0).reverse()) await applied.undo();
  };
  try {
    for (const change of changes) done.push(await applyChange(client, change, target));
  } catch (error) {
    await undo();
    throw error;
  }
  const [first] = done;
  if (!first) throw new Error("There is nothing to change.");
  return { ...first, undo };
};

/** Newest first. What was changed since is merged; where that fails nothing is written. */
const undoChanges = async (client: Client, changes: readonly (string | null)[]): Promise<void> => {
  for (const id of changes) {
    if (id === null) continue;
    const undone = await client.call("changes.undo", { id });
    if (undone.status === "done") continue;
    const message = t.changes.conflict(undone.conflicts.map(({ path }) => path));
    throw new Failure("conflict", message);
  }
};

type Fields = Readonly<Record<string, unknown>>;

const saveProfile = async (client: Client, fields: Fields, before: Profile): Promise<Applied> => {
  const { change } = await client.call("profiles.save", { profile: withFields(before, fields) });
  return {
    where: "profile",
    name: before.title,
    profile: before.id,
    undo: () => undoChanges(client, [change]),
  };
};

/** The four that ship with the app stay as they are: the agent gets a copy and uses it from now on. */
const saveCopy = async (
  client: Client,
  fields: Fields,
  { agent, profile: shipped }: Target,
): Promise<Applied> => {
  const { profiles } = await client.call("profiles.list", {});
  const id = freeId(
    `${agent.id}-${shipped.id}`,
    profiles.map((each) => each.id),
  );
  const title = `${agent.displayName}, ${shipped.title.toLowerCase()}`;
  const copy = withFields({ ...shipped, id, title, from: shipped.id, builtIn: false }, fields);
  const saved = await client.call("profiles.save", { profile: copy });
  const uses = agent.profile === shipped.id;
  const used = uses ? await client.call("agents.save", { id: agent.id, values: { profile: id } }) : null;
  return {
    where: "copy",
    name: title,
    profile: id,
    undo: () => undoChanges(client, [used?.change ?? null, saved.change]),
  };
};

const saveAgent = async (client: Client, values: Fields, { agent }: Target): Promise<Applied> => {
  const { change } = await client.call("agents.save", { id: agent.id, values });
  return {
    where: "agents",
    name: "agents.yaml",
    profile: null,
    undo: () => undoChanges(client, [change]),
  };
};

const saveText = async (client: Client, path: string, edit: (text: string) => string): Promise<Applied> => {
  const at = { path, root: "project" as const };
  const { text, hash } = await client.call("workspace.read", at);
  const written = await client.call("workspace.write", {
    ...at,
    text: edit(text),
    baseHash: hash,
    title: t.changes.budget(path),
  });
  return {
    where: "file",
    name: path,
    profile: null,
    undo: () => undoChanges(client, [written.change]),
  };
};

/** `history.maxTokens` names a field of a field. */
const withFields = (profile: Fields, fields: Fields): Record<string, unknown> => {
  const next: Record<string, unknown> = { ...profile };
  for (const [name, value] of Object.entries(fields)) {
    const [outer = name, inner] = name.split(".");
    next[outer] = inner === undefined ? value : { ...asRecord(next[outer]), [inner]: value };
  }
  return next;
};

const freeId = (wanted: string, taken: readonly string[]): string => {
  let id = wanted;
  for (let n = 2; taken.includes(id); n += 1) id = `${wanted}-${n}`;
  return id;
};

const asRecord = (value: unknown): Fields => (isRecord(value) ? value : {});

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
