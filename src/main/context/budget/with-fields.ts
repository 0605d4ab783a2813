import { isValues, type Values } from "../../agents/merge-values.ts";

/** The values with fields replaced; `history.maxTokens` names a field of a field. */
export const withFields = (values: Values, fields: Values): Values => {
  const next = new Map(Object.entries(values));
  for (const [name, value] of Object.entries(fields)) {
    const [outer = name, inner] = name.split(".");
    const group = next.get(outer);
    next.set(outer, inner === undefined ? value : { ...(isValues(group) ? group : {}), [inner]: value });
  }
  return Object.fromEntries(next);
};
