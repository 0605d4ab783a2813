/**
 * The comments of a schema's source, by the path of the key that follows each: `network.proxy`. Keys are found by
 * their indentation, which the formatter keeps.
 */
export const commentsIn = (source: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const open: { readonly indent: number; readonly key: string }[] = [];
  let comment: string | null = null;
  let reading: string[] | null = null;
  for (const line of source.split("\n")) {
    const text = line.trim();
    if (reading !== null || text.startsWith("/**")) {
      reading = [...(reading ?? []), text];
      if (!text.endsWith("*/")) continue;
      comment = wordsOf(reading);
      reading = null;
      continue;
    }
    const key = /^(\s*)(?:"([\w.]+)"|([A-Za-z_]\w*)):/.exec(line);
    if (key) {
      const indent = key[1]?.length ?? 0;
      while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
      open.push({ indent, key: key[2] ?? key[3] ?? "" });
      if (comment !== null) found.set(open.map((one) => one.key).join("."), comment);
    }
    comment = null;
  }
  return found;
};

const wordsOf = (lines: readonly string[]): string =>
  lines
    .map((line) => line.replace(/^\/\*\*\s?|\s?\*\/$/g, "").replace(/^\*\s?/, ""))
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();
