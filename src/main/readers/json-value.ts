/** A value inside a JSON text (comments allowed), or undefined when the text does not parse or has no such key. */
export const jsonValue = (text: string, keys: readonly string[]): unknown => {
  if (text === "" || text.length > MAX_CHARS) return undefined;
  let value = parsed(text);
  for (const key of keys) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
};

const MAX_CHARS = 256 * 1024;

const parsed = (text: string): unknown => {
  for (const candidate of [text, withoutComments(text)]) {
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // A second try without comments, then nothing.
    }
  }
  return undefined;
};

const withoutComments = (text: string): string =>
  text
    .replaceAll(
      /("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
      (_, quoted: string | undefined) => quoted ?? "",
    )
    .replaceAll(/,(\s*[}\]])/g, "$1");
