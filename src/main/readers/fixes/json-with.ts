/** A JSON text with one value set, two spaces deep; null when the text is not plain JSON or has it already. */
export const jsonWith = (text: string, keys: readonly [string, string], value: string): string | null => {
  if (text.length > 256 * 1024) return null;
  let whole: unknown;
  try {
    whole = text.trim() === "" ? {} : JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(whole)) return null;
  const [outer, inner] = keys;
  const part = Object.hasOwn(whole, outer) ? whole[outer] : {};
  if (!isObject(part) || Object.hasOwn(part, inner)) return null;
  return `${JSON.stringify({ ...whole, [outer]: { ...part, [inner]: value } }, null, 2)}\n`;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
