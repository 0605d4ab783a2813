import { cleanText } from "./input/decode-text.ts";

/** Values from files of other programs: of any shape, and read without trust. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An own member; undefined for anything that is not an object. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown => {
  let now = value;
  for (const key of path) {
    if (Array.isArray(now) && typeof key === "number") now = now[key] as unknown;
    else if (isRecord(now) && typeof key === "string" && Object.hasOwn(now, key)) now = now[key];
    else return undefined;
  }
  return now;
};

/** The text at a path; empty when there is none. */
export const textAt = (value: unknown, ...path: readonly (string | number)[]): string => {
  const found = at(value, ...path);
  return typeof found === "string" ? cleanText(found) : "";
};

export const listAt = (value: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? (found as unknown[]) : [];
};

const numberAt = (value: unknown, ...path: readonly (string | number)[]): number | null => {
  const found = at(value, ...path);
  return typeof found === "number" && Number.isFinite(found) ? found : null;
};

/** A count of tokens; null when it is none. */
export const countAt = (value: unknown, ...path: readonly (string | number)[]): number | null => {
  const found = numberAt(value, ...path);
  return found === null || found < 0 ? null : Math.round(found);
};

/** A JSON text as a value; the text itself when it is not JSON. */
export const parsedOr = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** An id that is a text or a number; empty when there is none. */
export const idAt = (value: unknown, ...path: readonly (string | number)[]): string => {
  const found = at(value, ...path);
  return typeof found === "number" ? String(found) : textAt(value, ...path);
};
