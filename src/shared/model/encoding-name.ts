/** An encoding as people read it: that of a tokenizer file without the hash that tells two files apart. */
export const encodingName = (encoding: string): string =>
  encoding === "estimate" ? "no known tokenizer" : encoding.replace(/@[0-9a-f]{16}$/, "");
