import type { Overrides } from "#shared/contract/context.ts";
import { numberField, type Profile } from "#shared/model/profile.ts";
import type { Agent } from "#shared/contract/agents.ts";
import { dividerField, type DividerId } from "./next/dividers.ts";

/** One thing a person can change about a prompt. Plain data: it can be tried in a preview before it is done. */
export type Change =
  /** Fields of the profile, dots for nested ones. */
  | { readonly kind: "profile"; readonly fields: Readonly<Record<string, unknown>> }
  /** Keys of the agent in agents.yaml; `null` takes one away. */
  | { readonly kind: "agent"; readonly values: Readonly<Record<string, unknown>>; readonly tried: Overrides }
  | { readonly kind: "priority"; readonly path: string; readonly priority: number }
  | { readonly kind: "tag"; readonly path: string; readonly tag: string }
  /** Several at once, done and undone together. */
  | { readonly kind: "all"; readonly changes: readonly Change[] };

/** Who is tuned: the agent and the profile it uses (or one that is only tried). */
export type Target = { readonly agent: Agent; readonly profile: Profile };

export const limitChange = (divider: DividerId, value: number, { profile }: Target): Change | null => {
  if (divider === "reserved") {
    return profile.reservedOutput === null
      ? { kind: "agent", values: { maxOutputTokens: value }, tried: { reservedOutput: value } }
      : { kind: "profile", fields: { reservedOutput: value } };
  }
  const field = dividerField(divider, profile);
  if (field === undefined) return null;
  // A file cannot have more than all files together: where it could, its limit comes along.
  const { limits } = profile.rules;
  const smaller = limits.slice(0, Math.max(0, limits.indexOf(field)));
  const tied = smaller.filter((each) => (numberField(profile, each) ?? 0) > value);
  return { kind: "profile", fields: Object.fromEntries([field, ...tied].map((each) => [each, value])) };
};

export const pinChange = (path: string, pinned: boolean, { profile }: Target): Change => ({
  kind: "profile",
  fields: { pin: withEntry(profile.pin, path, pinned) },
});

/** Left out by the profile; brought back from wherever it is left out, the agent's own list included. */
export const excludeChange = (path: string, excluded: boolean, { agent, profile }: Target): Change => {
  const own = agent.workspaceFiles.exclude;
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (!excluded && own.some((entry) => entry === name || entry === path)) {
    const exclude = own.filter((entry) => entry !== name && entry !== path);
    return {
      kind: "agent",
      values: { workspaceFiles: { exclude } },
      tried: { files: { [path]: { exclude: false } } },
    };
  }
  const listed = profile.exclude.filter((entry) => excluded || entry !== name);
  return { kind: "profile", fields: { exclude: withEntry(listed, path, excluded) } };
};

export const windowChange = (tokens: number): Change => ({
  kind: "agent",
  values: { maxContextTokens: tokens },
  tried: { window: tokens },
});

export const isPinned = (path: string, profile: Profile): boolean => profile.pin.includes(path);

/** What a preview needs to be told to answer as if the change were made. A tag needs the file's text. */
export const triedAs = (change: Change, taggedText?: string): Overrides => {
  switch (change.kind) {
    case "profile":
      return { profile: { ...change.fields } };
    case "agent":
      return change.tried;
    case "priority":
      return { files: { [change.path]: { priority: change.priority } } };
    case "tag":
      return taggedText === undefined ? {} : { files: { [change.path]: { text: taggedText } } };
    case "all":
      return change.changes.map((each) => triedAs(each, taggedText)).reduce(mergeOverrides, {});
  }
};

/** Two sets of overrides, the second on top. */
export const mergeOverrides = (under: Overrides, over: Overrides): Overrides => {
  const files: NonNullable<Overrides["files"]> = { ...under.files };
  for (const [path, change] of Object.entries(over.files ?? {})) files[path] = { ...files[path], ...change };
  return {
    ...under,
    ...over,
    ...(under.layers || over.layers ? { layers: { ...under.layers, ...over.layers } } : {}),
    ...(Object.keys(files).length > 0 ? { files } : {}),
    ...(under.profile || over.profile ? { profile: { ...under.profile, ...over.profile } } : {}),
  };
};

const withEntry = (list: readonly string[], entry: string, present: boolean): readonly string[] =>
  present ? [...new Set([...list, entry])] : list.filter((each) => each !== entry);
