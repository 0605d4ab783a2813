/** What stands in place of a text that the user wants forgotten. */
export const forgottenMark = "[forgotten]";

/** Replaces a text in every string of a JSON value. The same value when it is nowhere in it. */
export const redactValue = (value: unknown, text: string): unknown => {
  if (typeof value === "string") return value.includes(text) ? value.replaceAll(text, forgottenMark) : value;
  if (Array.isArray(value)) {
    const items = value.map((item) => redactValue(item, text));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, redactValue(inner, text)] as const);
  return entries.some(([key, inner]) => inner !== (value as Record<string, unknown>)[key])
    ? Object.fromEntries(entries)
    : value;
};

export type RedactedLines = { readonly text: string; readonly lines: number };

/** Which lines; those that are no JSON have nothing to be known by. */
export type LineFilter = (value: Readonly<Record<string, unknown>>) => boolean;

/** The same for a file with one JSON value a line; lines that are none are looked at as they are. */
export const redactLines = (file: string, text: string, isMeant?: LineFilter): RedactedLines => {
  let lines = 0;
  const redacted = file.split("\n").map((line) => {
    const next = redactLine(line, text, isMeant);
    if (next !== line) lines += 1;
    return next;
  });
  return { text: lines === 0 ? file : redacted.join("\n"), lines };
};

const redactLine = (line: string, text: string, isMeant?: LineFilter): string => {
  try {
    const value: unknown = JSON.parse(line);
    if (isMeant && !(typeof value === "object" && value !== null && isMeant({ ...value }))) return line;
    const next = redactValue(value, text);
    return next === value ? line : JSON.stringify(next);
  } catch {
    if (isMeant) return line;
    // A line of a longer value says it as JSON writes it.
    return line.replaceAll(text, forgottenMark).replaceAll(JSON.stringify(text).slice(1, -1), forgottenMark);
  }
};
