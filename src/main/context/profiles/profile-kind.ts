import type { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import type { LayerId } from "#shared/model/layer.ts";
import {
  DEFAULT_COMPACT_AT,
  numberField,
  type Profile,
  type ProfileData,
  type ProfileRules,
  readField,
} from "#shared/model/profile.ts";
import type { Allowance, Gathered, Meter, Plan } from "../types.ts";
import { editableFields } from "./editable-fields.ts";

/**
 * A profile is plain data; what data cannot say (how its layers become text) is the `plan` of its kind.
 * One file in this folder is one kind: the data it ships with, the schema of that data, what it reads,
 * and its plan. Everything else asks for these facts and never for the kind.
 */

export const commonDefaults = {
  from: null,
  builtIn: true,
  history: { maxMessages: null, maxChars: null, maxTokens: null },
  compactAt: DEFAULT_COMPACT_AT,
  reservedOutput: null,
  pin: [],
  exclude: [],
} as const satisfies Partial<Record<keyof ProfileData, unknown>>;

/** What a kind declares about sources that every prompt could have. Its `gather` reads the rest. */
export type Need =
  /** What memory finds for the message; other kinds send MEMORY.md. */
  | "recall"
  /** SOUL.md as it was first read: a change would break the provider's cache for every agent. */
  | "kept-soul"
  /** Every text file at the top of the workspace, so one that cannot be read is worth a warning. */
  | "top-files"
  /** The path of every file of knowledge, in every prompt. */
  | "knowledge-list"
  /** The files of the project; a preview then names files as seen from the project. */
  | "project-files";

/** Sources that only some kinds read. Nothing is read before it is asked for. */
export type OwnSources = Pick<Gathered, "knowledgePaths" | "notes" | "additional" | "projectFiles">;

/** What a kind may read by itself, each within the limits and the gate of the gatherer. */
export type ProfileReads = {
  readonly [Source in keyof OwnSources]: () => Promise<OwnSources[Source]>;
};

/** A profile with its rules: ready to gather for and to plan. */
export type BoundProfile = {
  readonly data: ProfileData;
  readonly needs: ReadonlySet<Need>;
  readonly sharing: ProfileRules["sharing"];
  /** Tokens the layer may use; null where it takes what remains or counts in another unit. */
  budget(layer: LayerId): number | null;
  gather(read: ProfileReads): Promise<Partial<OwnSources>>;
  plan(gathered: Gathered, allowance: Allowance, meter: Meter): Plan;
};

export type ProfileKind = {
  readonly shipped: ProfileData;
  readonly rules: ProfileRules;
  /** Fails with `profile-invalid` and names the field. */
  bind(fields: unknown): BoundProfile;
};

export type ProfileDefinition<P extends ProfileData> = Omit<ProfileRules, "fields"> & {
  readonly shipped: P;
  readonly schema: z.ZodObject & z.ZodType<P>;
  readonly needs: readonly Need[];
  /** Reads the sources that only this kind sends. Absent when there are none. */
  readonly gather?: (read: ProfileReads) => Promise<Partial<OwnSources>>;
  readonly plan: (gathered: Gathered, profile: P, allowance: Allowance, meter: Meter) => Plan;
};

export const defineProfile = <P extends ProfileData>(definition: ProfileDefinition<P>): ProfileKind => {
  const { shipped, schema, budgets, limits, ranksFiles, sharing, plan } = definition;
  const gather = definition.gather ?? (async () => ({}));
  const needs = new Set(definition.needs);
  return {
    shipped,
    rules: { budgets, limits, ranksFiles, sharing, fields: editableFields(schema) },
    bind: (fields) => {
      const data = parseProfile(schema, shipped, fields);
      return {
        data,
        needs,
        sharing,
        budget: (layer) => numberField(data, budgets[layer]),
        gather,
        plan: (gathered, allowance, meter) => plan(gathered, data, allowance, meter),
      };
    },
  };
};

/** As the contract hands it out. */
export const withRules = (data: ProfileData, { rules }: ProfileKind): Profile => ({ ...data, rules });

const parseProfile = <P extends ProfileData>(schema: z.ZodType<P>, shipped: P, fields: unknown): P => {
  const parsed = schema.safeParse(fields);
  const name = nameOf(fields);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(describeIssue);
    throw invalid(`The profile "${name}" cannot be used: ${problems.join("; ")}.`, { problems });
  }
  checkLayers(name, parsed.data, shipped);
  return parsed.data;
};

/** A layer may move, but it cannot be invented, lost, doubled, or sent in a different role. */
const checkLayers = (name: string, data: ProfileData, shipped: ProfileData) => {
  const refuse = (problem: string) =>
    invalid(`The profile "${name}" cannot be used: ${problem}.`, { problems: [problem] });
  const roles = new Map(shipped.layers.map((layer) => [layer.id, layer.role]));
  const seen = new Set<string>();
  for (const layer of data.layers) {
    const expected = roles.get(layer.id);
    if (expected === undefined) {
      throw refuse(`layers: there is no layer "${layer.id}" (known: ${[...roles.keys()].join(", ")})`);
    }
    if (seen.has(layer.id)) throw refuse(`layers: "${layer.id}" is listed twice`);
    if (layer.role !== expected) throw refuse(`layers: "${layer.id}" must have the role ${expected}`);
    seen.add(layer.id);
  }
  const lost = [...roles.keys()].find((id) => !seen.has(id));
  if (lost !== undefined) throw refuse(`layers: "${lost}" is not in the list`);
};

/** The message of a contradiction already names its fields. */
const describeIssue = (issue: z.core.$ZodIssue): string =>
  issue.path.length === 0 ? issue.message : `${issue.path.join(".")}: ${issue.message}`;

const nameOf = (fields: unknown): string => {
  const id = readField(fields, "id");
  return typeof id === "string" ? id : "";
};

const invalid = (message: string, detail: unknown) => new Failure("profile-invalid", message, detail);
