import { cleanText } from "./input/decode-text.ts";

const MAX_DEPTH = 40;
const MAX_VALUES = 20_000;
const MAX_TEXT_CHARS = 80_000;

/**
 * A JSON value from elsewhere as it can be stored: texts are cleaned, and what nests too deeply, or is one too many,
 * is left out. Deep values make recursive code fail, and storing is recursive.
 */
export const boundedValue = (value: unknown): unknown => {
  let left = MAX_VALUES;
  const bounded = (given: unknown, depth: number): unknown => {
    left -= 1;
    if (typeof given === "string") {
      const text = cleanText(given);
      return text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS)}…` : text;
    }
    if (typeof given === "number" || typeof given === "boolean" || given === null) return given;
    if (typeof given !== "object") return null;
    if (depth >= MAX_DEPTH || left <= 0) return "…";
    if (Array.isArray(given)) return given.slice(0, left).map((each) => bounded(each, depth + 1));
    const kept: [string, unknown][] = [];
    for (const [key, each] of Object.entries(given)) {
      if (left <= 0) break;
      kept.push([cleanText(key), bounded(each, depth + 1)]);
    }
    return Object.fromEntries(kept);
  };
  return bounded(value, 0);
};
