/** A JSON schema, as far as zod's own converter makes one. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly maxItems?: number;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
};

/** A schema as a type that a person can read: `{ folder: string (1 or more characters), create?: boolean = false }`. */
export const typeText = (schema: Schema, indent = ""): string => {
  const { anyOf, oneOf, allOf, enum: values, prefixItems } = schema;
  if (schema.$ref !== undefined)
    return schema.$ref.replace(/^#\/\$defs\//, "").replace(/^#$/, "the same again");
  if (values) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const either = anyOf ?? oneOf;
  if (either) return [...new Set(either.map((one) => typeText(one, indent)))].join(" | ");
  if (allOf) return allOf.map((one) => typeText(one, indent)).join(" & ");
  if (prefixItems) return `[${prefixItems.map((one) => typeText(one, indent)).join(", ")}]`;
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => typeText({ ...schema, type }, indent)).join(" | ");
  if (schema.type === "array") return listText(schema, indent);
  if (schema.type === "object") return objectText(schema, indent);
  if (schema.type === "string") return `string${lengthText(schema)}`;
  if (schema.type === "number" || schema.type === "integer") return `${schema.type}${rangeText(schema)}`;
  return typeof schema.type === "string" ? schema.type : "anything";
};

const listText = ({ items = {}, maxItems }: Schema, indent: string): string => {
  const each = typeText(items, indent);
  const most = maxItems === undefined ? "" : ` (at most ${maxItems})`;
  return `${/^[\w" ]+$/.test(each) && !each.includes(" ") ? each : `(${each})`}[]${most}`;
};

const objectText = ({ properties, required = [], additionalProperties }: Schema, indent: string): string => {
  const entries = Object.entries(properties ?? {});
  if (entries.length === 0) {
    const isMap = typeof additionalProperties === "object";
    return isMap ? `{ [name]: ${typeText(additionalProperties, indent)} }` : "{}";
  }
  const inner = `${indent}  `;
  const fields = entries.map(([name, field]) => {
    const optional = required.includes(name) && field.default === undefined ? "" : "?";
    const usual = field.default === undefined ? "" : ` = ${JSON.stringify(field.default)}`;
    return `${name}${optional}: ${typeText(field, inner)}${usual}`;
  });
  const line = `{ ${fields.join(", ")} }`;
  const fits = line.length + indent.length <= 100 && !line.includes("\n");
  return fits ? line : `{\n${fields.map((field) => `${inner}${field},\n`).join("")}${indent}}`;
};

const lengthText = ({ minLength, maxLength }: Schema): string => {
  const parts = [
    ...(minLength ? [`at least ${minLength}`] : []),
    ...(maxLength === undefined ? [] : [`at most ${maxLength}`]),
  ];
  return parts.length === 0 ? "" : ` (${parts.join(", ")} characters)`;
};

/** Zod writes the limits of a safe integer for every whole number; they say nothing. */
const rangeText = (schema: Schema): string => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const isReal = (limit: number | undefined): limit is number =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  const parts = [
    ...(isReal(minimum) ? [`from ${minimum}`] : []),
    ...(isReal(exclusiveMinimum) ? [`above ${exclusiveMinimum}`] : []),
    ...(isReal(maximum) ? [`to ${maximum}`] : []),
    ...(isReal(exclusiveMaximum) ? [`below ${exclusiveMaximum}`] : []),
  ];
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
};
