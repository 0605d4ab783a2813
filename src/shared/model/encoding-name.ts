/**
 * An encoding's name as shown to people: for a tokenizer file without the hash that distinguishes two files.
 */
export const encodingName = (encoding: string): string =>
  encoding === "estimate" ? "no known tokenizer" : encoding.replace(/@[0-9a-f]{16}$/, "");
