import type { Overrides } from "#shared/contract/context.ts";
import { Failure } from "#shared/contract/index.ts";
import type { SimpleEdit } from "#shared/model/prompt-edit.ts";
import type { Values } from "../../agents/merge-values.ts";
import { mergeOverrides } from "./merge-overrides.ts";
import { after, type EditTarget, planEdit, type PlannedEdit } from "./plan-edit.ts";

/** What a preview tried out, as writes: the prompts after it are those of the preview. */
export const planOverrides = (overrides: Overrides, target: EditTarget, more: Values = {}): PlannedEdit => {
  let plan: PlannedEdit = {
    fields: { ...overrides.profile, ...layerFields(overrides.layers, target) },
    values: {
      ...more,
      ...(overrides.window === undefined ? {} : { maxContextTokens: overrides.window }),
      ...(overrides.include === undefined ? {} : { workspaceFiles: { include: overrides.include } }),
    },
    files: textsOf(overrides),
    tried: {},
  };
  for (const edit of [...fileEdits(overrides), ...reserve(overrides), ...(overrides.edits ?? [])])
    plan = joined(plan, planEdit(edit, after(target, plan)));
  return plan;
};

const joined = (a: PlannedEdit, b: PlannedEdit): PlannedEdit => ({
  fields: { ...a.fields, ...b.fields },
  values: mergedOnce(a.values, b.values),
  files: [...a.files, ...b.files],
  tried: mergeOverrides(a.tried, b.tried),
});

/** One level deep is enough: `workspaceFiles` has two lists. */
const mergedOnce = (a: Values, b: Values): Values => {
  const both = { ...a, ...b };
  const [first, second] = [a["workspaceFiles"], b["workspaceFiles"]];
  return first && second ? { ...both, workspaceFiles: { ...first, ...second } } : both;
};

const layerFields = (layers: Overrides["layers"], { profile }: EditTarget): Values =>
  Object.fromEntries(
    Object.entries(layers ?? {}).map(([layer, tokens]) => {
      const field = Object.entries(profile.rules.budgets).find(([id]) => id === layer)?.[1];
      if (field !== undefined) return [field, tokens];
      throw new Failure("layer-without-budget", `The layer "${layer}" of this profile has no budget.`, {
        layer,
      });
    }),
  );

const fileEdits = ({ files = {} }: Overrides): SimpleEdit[] =>
  Object.entries(files).flatMap(([path, { pin, exclude, priority }]): SimpleEdit[] => [
    ...(pin === undefined ? [] : [{ kind: "pin" as const, path, on: pin }]),
    ...(exclude === undefined ? [] : [{ kind: "exclude" as const, path, on: exclude }]),
    ...(priority === undefined ? [] : [{ kind: "priority" as const, path, priority }]),
  ]);

const reserve = ({ reservedOutput }: Overrides): SimpleEdit[] =>
  reservedOutput === undefined ? [] : [{ kind: "limit", limit: "reserved", tokens: reservedOutput }];

const textsOf = ({ files = {} }: Overrides) =>
  Object.entries(files).flatMap(([path, { text }]) => (text === undefined ? [] : [{ path, text }]));
