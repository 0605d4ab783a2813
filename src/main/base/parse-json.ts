/** JSON, also with comments and with commas at the end, as editors write it; undefined where it does not parse. */
export const parseJson = (text: string): unknown => {
  const plain = text.replace(/^\uFEFF/, "");
  for (const form of [() => plain, () => withoutCommas(withoutComments(plain))]) {
    try {
      return JSON.parse(form()) as unknown;
    } catch {
      // The other form is tried.
    }
  }
  return undefined;
};

// Strings and comments that have no end match up to the end of their line or text: the time stays linear.
const withoutComments = (text: string): string =>
  text.replaceAll(/"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, keptString);
const withoutCommas = (text: string): string =>
  text.replaceAll(/"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|,(?=\s*[}\]])/g, keptString);
const keptString = (found: string): string => (found.startsWith('"') ? found : "");
