import type { Agent } from "#shared/contract/agents.ts";
import type { Overrides } from "#shared/contract/context.ts";
import { Failure } from "#shared/contract/index.ts";
import { numberField, type Profile } from "#shared/model/profile.ts";
import type { PromptEdit, SimpleEdit } from "#shared/model/prompt-edit.ts";
import { limitField, type LimitId } from "#shared/model/prompt-limit.ts";
import { mergeValues, type Values } from "../../agents/merge-values.ts";
import { dateLast } from "./date-last.ts";
import { mergeOverrides } from "./merge-overrides.ts";
import { withFields } from "./with-fields.ts";

/** The target of an edit: the agent that the prompt is for and the profile that shapes it. */
export type EditTarget = { readonly agent: Agent; readonly profile: Profile };

/** A change to the front matter of a file, or its whole text. */
export type FileEdit =
  | { readonly path: string; readonly priority: number }
  | { readonly path: string; readonly tag: string }
  | { readonly path: string; readonly text: string };

/** An edit as writes: fields of the profile, keys of the agent, front matter of files. */
export type PlannedEdit = {
  /** Dots name fields of fields. */
  readonly fields: Values;
  /** As in agents.yaml. */
  readonly values: Values;
  readonly files: readonly FileEdit[];
  /** The same for a preview, except tags, which need the file's text. */
  readonly tried: Overrides;
};

const NOTHING: PlannedEdit = { fields: {}, values: {}, files: [], tried: {} };

export const planEdit = (edit: PromptEdit, target: EditTarget): PlannedEdit => {
  if (edit.kind !== "all") return planSimple(edit, target);
  return edit.edits.reduce((plan, each) => together(plan, planSimple(each, after(target, plan))), NOTHING);
};

/** The target after the plan is carried out. */
export const after = ({ agent, profile }: EditTarget, { fields, values }: PlannedEdit): EditTarget => ({
  // Both are checked against their schemas when they are written or previewed.
  agent: mergeValues(agent, values) as Agent,
  profile: withFields(profile, fields) as Profile,
});

const together = (a: PlannedEdit, b: PlannedEdit): PlannedEdit => ({
  fields: { ...a.fields, ...b.fields },
  values: mergeValues(a.values, b.values),
  files: [...a.files, ...b.files],
  tried: mergeOverrides(a.tried, b.tried),
});

const planSimple = (edit: SimpleEdit, target: EditTarget): PlannedEdit => {
  switch (edit.kind) {
    case "limit":
      return planLimit(edit.limit, edit.tokens, target);
    case "raise":
      return inProfile(raisable(edit.fields, target));
    case "pin":
      return inProfile({ pin: withEntry(target.profile.pin, edit.path, edit.on) });
    case "exclude":
      return planExclude(edit.path, edit.on, target);
    case "priority": {
      const { path, priority } = edit;
      return { ...NOTHING, files: [{ path, priority }], tried: { files: { [path]: { priority } } } };
    }
    case "tag":
      return { ...NOTHING, files: [{ path: edit.path, tag: edit.tag }] };
    case "window":
      return { ...NOTHING, values: { maxContextTokens: edit.tokens }, tried: { window: edit.tokens } };
    case "date-last": {
      const { values, fields } = dateLast(target);
      return { ...inProfile(fields), values };
    }
  }
};

const inProfile = (fields: Values): PlannedEdit => ({
  ...NOTHING,
  fields,
  tried: { profile: { ...fields } },
});

/** The reserve for the answer is a field of the agent, unless the profile sets it. */
const planLimit = (limit: LimitId, tokens: number, { profile }: EditTarget): PlannedEdit => {
  if (limit === "reserved") {
    return profile.reservedOutput === null
      ? { ...NOTHING, values: { maxOutputTokens: tokens }, tried: { reservedOutput: tokens } }
      : inProfile({ reservedOutput: tokens });
  }
  const field = limitField(limit, profile);
  if (field === undefined) {
    throw new Failure("layer-without-budget", `The profile "${profile.title}" has no limit for ${limit}.`, {
      limit,
    });
  }
  // One file cannot have more than all files together, so a higher limit per file is lowered as well.
  const { limits } = profile.rules;
  const smaller = limits.slice(0, Math.max(0, limits.indexOf(field)));
  const tied = smaller.filter((each) => (numberField(profile, each) ?? 0) > tokens);
  return inProfile(Object.fromEntries([field, ...tied].map((each) => [each, tokens])));
};

/** Only fields that hold a count. */
const raisable = (fields: Values, { profile }: EditTarget): Values => {
  const counts = new Set(profile.rules.fields.filter(({ input }) => input === "count").map(({ key }) => key));
  const unknown = Object.keys(fields).find((field) => !counts.has(field));
  if (unknown === undefined) return fields;
  throw new Failure("profile-invalid", `The profile "${profile.title}" has no limit called "${unknown}".`, {
    field: unknown,
  });
};

/** Leaves a file out in the profile, or removes it from every list that leaves it out, the agent's own included. */
const planExclude = (path: string, excluded: boolean, { agent, profile }: EditTarget): PlannedEdit => {
  const own = agent.workspaceFiles.exclude;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const named = (entry: string) => entry === name || entry === path;
  const inAgent = !excluded && own.some(named);
  const inList = excluded || profile.exclude.some(named);
  const fromAgent: PlannedEdit = {
    ...NOTHING,
    values: { workspaceFiles: { exclude: own.filter((entry) => !named(entry)) } },
    tried: { files: { [path]: { exclude: false } } },
  };
  const kept = profile.exclude.filter((entry) => excluded || entry !== name);
  const fromProfile = inProfile({ exclude: withEntry(kept, path, excluded) });
  if (!inAgent) return fromProfile;
  return inList ? together(fromProfile, fromAgent) : fromAgent;
};

const withEntry = (list: readonly string[], entry: string, present: boolean): readonly string[] =>
  present ? [...new Set([...list, entry])] : list.filter((each) => each !== entry);
