import { parseJson } from "../base/parse-json.ts";

/** A value inside a JSON text (comments allowed), or undefined when the text does not parse or has no such key. */
export const jsonValue = (text: string, keys: readonly string[]): unknown => {
  if (text === "" || text.length > MAX_CHARS) return undefined;
  let value = parseJson(text);
  for (const key of keys) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
};

const MAX_CHARS = 256 * 1024;
