import { Failure } from "#shared/contract/index.ts";
import type { McpAnswer, McpField } from "#shared/model/mcp-question.ts";

const MAX_FIELDS = 30;
const MAX_OPTIONS = 200;
const MAX_NAME = 200;
const MAX_TEXT = 1_000;
/** Characters of what the user types into one field. */
const MAX_TYPED = 20_000;

type Json = Readonly<Record<string, unknown>>;

/**
 * The fields of a form as a server describes it (a flat JSON schema), bounded. Fails with `mcp-form` where it is not
 * such a form; nothing is left out of one, because the server would get an answer to a different question.
 */
export const formFields = (schema: unknown): readonly McpField[] => {
  const { properties, required } = recordOf(schema);
  const needed = Array.isArray(required) ? required : [];
  const named = Object.entries(recordOf(properties));
  if (named.length > MAX_FIELDS) throw wrongForm(`a form of more than ${MAX_FIELDS} fields`);
  return named.map(([name, one]) => {
    if (name.length > MAX_NAME) throw wrongForm("a field with a very long name");
    return { ...fieldOf(name, recordOf(one)), required: needed.includes(name) };
  });
};

const fieldOf = (name: string, own: Json): Omit<McpField, "required"> => {
  const words = {
    name,
    title: textOf(own.title).slice(0, MAX_NAME) || name,
    text: textOf(own.description).slice(0, MAX_TEXT),
  };
  const plain = { ...words, format: null, options: [], initial: null };
  if (own.type === "boolean")
    return { ...plain, ...NO_LIMITS, kind: "yes-no", initial: own.default === true };
  if (own.type === "number" || own.type === "integer") {
    const limits = { min: numberOf(own.minimum), max: numberOf(own.maximum) };
    return { ...plain, ...limits, kind: own.type, initial: numberOf(own.default) };
  }
  if (own.type === "array") {
    const limits = { min: numberOf(own.minItems), max: numberOf(own.maxItems) };
    const options = optionsOf(recordOf(own.items));
    const initial = Array.isArray(own.default) ? own.default.filter((one) => isOption(one, options)) : [];
    return { ...plain, ...limits, kind: "choices", options, initial };
  }
  if (own.type !== "string") throw wrongForm("a field of an unknown kind");
  if (Array.isArray(own.enum) || Array.isArray(own.oneOf)) {
    const options = optionsOf(own);
    const initial = isOption(own.default, options) ? String(own.default) : null;
    return { ...plain, ...NO_LIMITS, kind: "choice", options, initial };
  }
  const format = FORMATS.find((one) => one === own.format) ?? null;
  const limits = { min: numberOf(own.minLength), max: numberOf(own.maxLength) };
  const initial = textOf(own.default).slice(0, MAX_TYPED) || null;
  return { ...plain, ...limits, kind: "text", format, initial };
};

const optionsOf = (own: Json): McpField["options"] => {
  const titled = [own.oneOf, own.anyOf].find(Array.isArray) as unknown[] | undefined;
  const names = Array.isArray(own.enumNames) ? own.enumNames : [];
  const values = Array.isArray(own.enum) ? (own.enum as unknown[]) : [];
  const all = titled
    ? titled.map((one) => ({ value: textOf(recordOf(one).const), title: textOf(recordOf(one).title) }))
    : values.map((one, index) => ({ value: textOf(one), title: textOf(names[index]) }));
  if (all.length === 0) throw wrongForm("a choice between nothing");
  if (all.length > MAX_OPTIONS || all.some(({ value }) => value.length > MAX_NAME))
    throw wrongForm("a choice that is too long");
  return all.map(({ value, title }) => ({ value, title: (title || value).slice(0, MAX_NAME) }));
};

export type FormContent = Record<string, string | number | boolean | string[]>;

/** What was filled in, as the server gets it. Fails with `wrong-answer` and `{fields: [{name, message}]}`. */
export const filledForm = (fields: readonly McpField[], values: McpAnswer["values"]): FormContent => {
  const given = new Map(values.map(({ name, value }) => [name, value]));
  const wrong: { name: string; message: string }[] = [];
  const filled = fields.flatMap((field): [string, FormContent[string]][] => {
    const value = given.get(field.name);
    if (isEmpty(value)) {
      if (field.required) wrong.push({ name: field.name, message: `${field.title} is missing.` });
      return [];
    }
    const message = problemOf(field, value);
    if (message !== null) wrong.push({ name: field.name, message });
    return [[field.name, value]];
  });
  const [first] = wrong;
  if (first) throw new Failure("wrong-answer", first.message, { fields: wrong });
  // Defines each name as a property of its own, `__proto__` included.
  return Object.fromEntries(filled);
};

const isEmpty = (value: unknown): value is undefined =>
  value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

const problemOf = (field: McpField, value: McpAnswer["values"][number]["value"]): string | null => {
  const { title, kind, options } = field;
  if (kind === "yes-no") return typeof value === "boolean" ? null : `${title} has to be yes or no.`;
  if (kind === "number" || kind === "integer") {
    if (typeof value !== "number" || !Number.isFinite(value)) return `${title} has to be a number.`;
    if (kind === "integer" && !Number.isInteger(value)) return `${title} has to be a whole number.`;
    return outOf(field, value, "");
  }
  if (kind === "choices") {
    if (!Array.isArray(value) || !value.every((one) => isOption(one, options)))
      return `${title} has only the choices that are listed.`;
    return outOf(field, value.length, " chosen");
  }
  if (typeof value !== "string") return `${title} has to be a text.`;
  if (kind === "choice")
    return isOption(value, options) ? null : `${title} has only the choices that are listed.`;
  if (value.length > MAX_TYPED) return `${title} is too long.`;
  return outOf(field, Array.from(value).length, " characters") ?? formatProblem(field, value);
};

const outOf = ({ title, min, max }: McpField, size: number, unit: string): string | null => {
  if (min !== null && size < min) return `${title} has to be at least ${min}${unit}.`;
  return max !== null && size > max ? `${title} can be at most ${max}${unit}.` : null;
};

const formatProblem = ({ title, format }: McpField, value: string): string | null => {
  if (format === "email" && !/^[^\s@]+@[^\s@]+$/.test(value)) return `${title} has to be an e-mail address.`;
  if (format === "uri" && !URL.canParse(value))
    return `${title} has to be an address, such as https://example.org.`;
  if (format === "date" && !isDate(value)) return `${title} has to be a date, such as 2026-11-19.`;
  if (format === "date-time" && !(isDate(value.slice(0, 10)) && /T\d/.test(value) && isTime(value)))
    return `${title} has to be a date with a time, such as 2026-11-19T08:30:00Z.`;
  return null;
};

const isTime = (value: string) => !Number.isNaN(Date.parse(value));
const isDate = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value) && isTime(value);

const isOption = (value: unknown, options: McpField["options"]): boolean =>
  options.some((option) => option.value === value);

const FORMATS = ["email", "uri", "date", "date-time"] as const;
const NO_LIMITS = { min: null, max: null };

const wrongForm = (what: string) => new Failure("mcp-form", `The server asked for ${what}.`);

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const numberOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;
const recordOf = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
