import type { budgetRoutes } from "#shared/contract/budget.ts";
import { numberText } from "#shared/model/number-text.ts";
import { DEFAULT_PRIORITY, type ProfileData } from "#shared/model/profile.ts";
import type { AgentEdit, PromptEdit } from "#shared/model/prompt-edit.ts";
import type { z } from "zod";
import type { AgentsFile } from "../../agents/agents-file.ts";
import { mergeValues, type Values } from "../../agents/merge-values.ts";
import type { Ids } from "../../base/ids.ts";
import type { Changes } from "../../changes/changes.ts";
import type { ProfileFiles } from "../../settings/profile-files.ts";
import { withoutPriority, withPriority, withTag } from "../../workspace/edit-front-matter.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { deriveProfile } from "../profiles/resolve-profile.ts";
import { type EditTarget, type FileEdit, planEdit, type PlannedEdit } from "./plan-edit.ts";
import { withFields } from "./with-fields.ts";

export type WritePorts = {
  readonly agents: Pick<AgentsFile, "save">;
  readonly profiles: Pick<ProfileFiles<ProfileData>, "list" | "write">;
  readonly workspace: Pick<Workspace, "read" | "write">;
  readonly changes: Pick<Changes, "has" | "undo">;
  readonly ids: Ids;
};

export type Applied = z.output<(typeof budgetRoutes)["budget.apply"]["output"]>;
type Place = Applied["place"];

/** Writes an edit as one change. When a later file cannot be written, the earlier ones get their text back. */
export const writeEdit = async (
  ports: WritePorts,
  edit: PromptEdit | AgentEdit,
  target: EditTarget,
): Promise<Applied> => {
  const planned = edit.kind === "agent" ? agentValues(edit) : planEdit(edit, target);
  return writePlanned(ports, planned, target, titleOf(edit, target));
};

/** The same for what was planned already. */
export const writePlanned = async (
  ports: WritePorts,
  planned: PlannedEdit,
  target: EditTarget,
  title: string,
): Promise<Applied> => {
  // Everything is read and checked before the first write.
  const texts = await textsAfter(ports, planned.files);
  const profile = isEmpty(planned.fields) ? null : await profileAfter(ports, planned.fields, target);
  const isUsed = profile !== null && target.profile.builtIn && target.agent.profile === target.profile.id;
  const values = isUsed ? mergeValues(planned.values, { profile: profile.id }) : planned.values;
  const by = { title, change: ports.ids.next(), view: "budget" } as const;
  try {
    if (profile) await ports.profiles.write(profile, by);
    if (!isEmpty(values)) await ports.agents.save(target.agent.id, values, by);
    for (const { path, text, hash } of texts) {
      await ports.workspace.write("", path, text, hash, { actor: "you", kind: "write", ...by });
    }
  } catch (error) {
    if (ports.changes.has(by.change)) await ports.changes.undo(by.change);
    throw error;
  }
  return {
    change: ports.changes.has(by.change) ? by.change : null,
    place: placeOf(planned, target),
    name: profile?.title ?? (isEmpty(planned.values) ? (texts[0]?.path ?? "") : "agents.yaml"),
    profile: profile?.id ?? null,
  };
};

/** The first file that the edit is written to. */
export const placeOf = ({ fields, values }: PlannedEdit, { profile }: EditTarget): Place => {
  if (!isEmpty(fields)) return profile.builtIn ? "copy" : "profile";
  return isEmpty(values) ? "file" : "agents";
};

const agentValues = ({ model, window, profile, allowedTools }: AgentEdit): PlannedEdit => ({
  fields: {},
  values: {
    ...(model === undefined ? {} : { model }),
    ...(window === undefined ? {} : { maxContextTokens: window }),
    ...(profile === undefined ? {} : { profile }),
    ...(allowedTools === undefined ? {} : { allowedTools }),
  },
  files: [],
  tried: {},
});

const textsAfter = async ({ workspace }: WritePorts, edits: readonly FileEdit[]) => {
  const paths = [...new Set(edits.map(({ path }) => path))];
  return Promise.all(
    paths.map(async (path) => {
      const { text, hash } = await workspace.read("", path);
      const own = edits.filter((edit) => edit.path === path);
      return { path, hash, text: own.reduce(edited, text) };
    }),
  );
};

const edited = (text: string, edit: FileEdit): string => {
  if ("text" in edit) return edit.text;
  if ("tag" in edit) return withTag(text, edit.tag);
  // The priority that a file has anyway needs no comment.
  const isUsual = edit.priority === DEFAULT_PRIORITY && !CORE_NAME.test(edit.path);
  return isUsual ? withoutPriority(text) : withPriority(text, edit.priority);
};

/** Files with a priority of their own. */
const CORE_NAME = /(?:^|\/)(?:AGENTS|CLAUDE|USER|IDENTITY)\.md$/;

/** A shipped profile stays as it is: the agent gets a copy of its own. */
const profileAfter = async (
  { profiles }: WritePorts,
  fields: Values,
  { agent, profile }: EditTarget,
): Promise<ProfileData> => {
  const saved = (await profiles.list()).profiles;
  if (!profile.builtIn) return deriveProfile(withFields(profile, fields), saved);
  const taken = new Set(saved.map(({ id }) => id));
  const id = freeId(`${agent.id}-${profile.id}`, taken);
  const title = `${agent.displayName}, ${profile.title.toLowerCase()}`;
  const copy = { ...profile, id, title, from: profile.id, builtIn: false };
  return deriveProfile(withFields(copy, fields), saved);
};

const freeId = (wanted: string, taken: ReadonlySet<string>): string => {
  let id = wanted;
  for (let n = 2; taken.has(id); n += 1) id = `${wanted}-${n}`;
  return id;
};

/** As the list of changes shows it. */
const titleOf = (edit: PromptEdit | AgentEdit, target: EditTarget): string => {
  switch (edit.kind) {
    case "limit":
      return edit.limit === "reserved"
        ? `Kept ${numberText(edit.tokens)} tokens for the answer`
        : `Set the limit of ${edit.limit} to ${numberText(edit.tokens)} tokens`;
    case "raise":
      return `Raised a limit of the profile ${target.profile.title}`;
    case "pin":
      return edit.on ? `Always send ${nameOf(edit.path)}` : `No longer always send ${nameOf(edit.path)}`;
    case "exclude":
      return edit.on ? `Left ${nameOf(edit.path)} out` : `Brought ${nameOf(edit.path)} back`;
    case "priority":
      return `Gave ${nameOf(edit.path)} the priority ${edit.priority}`;
    case "tag":
      return `Tagged ${nameOf(edit.path)} with ${edit.tag}`;
    case "window":
      return `Set the window of ${target.agent.displayName} to ${numberText(edit.tokens)} tokens`;
    case "date-last":
      return `Moved the date to the end of the prompt of ${target.agent.displayName}`;
    case "agent":
      if (edit.allowedTools !== undefined) return `Chose the tools of ${target.agent.displayName}`;
      return `Changed the agent ${target.agent.displayName}`;
    case "all": {
      const last = edit.edits.at(-1);
      return last ? titleOf(last, target) : "";
    }
  }
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const isEmpty = (values: Values): boolean => Object.keys(values).length === 0;
