/** Written in place of a text that the user wants forgotten. */
export const forgottenMark = "[forgotten]";

/**
 * Replaces a text in every string of a JSON value. Returns the same value when the text does not occur in it.
 */
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

/** Selects lines; lines that are not JSON cannot be identified. */
export type LineFilter = (value: Readonly<Record<string, unknown>>) => boolean;

/** The same for a file with one JSON value per line; lines that are not JSON are treated as plain text. */
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
    // In a line of a longer value the text is escaped as JSON.
    return line.replaceAll(text, forgottenMark).replaceAll(JSON.stringify(text).slice(1, -1), forgottenMark);
  }
};
