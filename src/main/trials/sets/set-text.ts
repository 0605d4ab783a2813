import { stringify } from "yaml";
import type { Check, QuestionSet, Variant } from "#shared/model/trial.ts";
import { samplingOf } from "#shared/model/sampling.ts";

/** A set as YAML that people read and write; read again, it is the same set. */
export const setText = ({ title, questions, variants, repeats, judge }: QuestionSet): string =>
  stringify(
    {
      ...(title !== "" && { title }),
      ...(repeats !== 1 && { repeats }),
      ...(judge && { judge: { ...judge } }),
      questions: questions.map(({ ask, checks }) =>
        checks.length === 0 ? { ask } : { ask, checks: checks.map(plainCheck) },
      ),
      ...(variants.length > 0 && { variants: variants.map(plainVariant) }),
    },
    { lineWidth: 0, aliasDuplicateObjects: false },
  );

const plainCheck = (one: Check): Record<string, unknown> => {
  const { kind, ...rest } = one;
  switch (one.kind) {
    case "contains":
    case "lacks":
      return { [kind]: one.text };
    case "matches":
      return one.flags ? { matches: rest } : { matches: one.pattern };
    case "json":
      return one.equals === undefined ? { json: one.path } : { json: rest };
    case "number":
      return { number: rest };
  }
};

const plainVariant = (one: Variant): Record<string, unknown> => {
  const { name, agent, model, profile, overrides } = one;
  return {
    name,
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
    ...(profile !== undefined && { profile }),
    ...samplingOf(one),
    ...(overrides && { overrides }),
  };
};
