/** A time as another program writes it, in ISO 8601 with milliseconds; `hasNoZone` when the zone was guessed. */
export type ReadTime = { readonly iso: string; readonly hasNoZone: boolean };

/** Larger numbers are milliseconds, smaller ones seconds: 1e11 seconds is the year 5138. */
const FIRST_MILLISECONDS = 1e11;

const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** Null when it is no time. */
export const readTime = (value: unknown): ReadTime | null => {
  if (typeof value === "number") return fromNumber(value);
  if (typeof value !== "string" || value.length > 100) return null;
  const text = value.trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) return fromNumber(Number(text));
  const match = ISO.exec(text);
  if (!match) return null;
  const [, date = "", time = "00:00:00", fraction = "", zone = ""] = match;
  const ms = Date.parse(
    `${date}T${time.length === 5 ? `${time}:00` : time}.${milliseconds(fraction)}${zone}`,
  );
  // A date alone is a day of UTC, as everywhere in JavaScript.
  const hasNoZone = zone === "" && match[2] !== undefined;
  return fromMs(match[2] === undefined ? Date.parse(`${date}T00:00:00Z`) : ms, hasNoZone);
};

export const isoOf = (value: unknown): string | null => readTime(value)?.iso ?? null;

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

const milliseconds = (fraction: string): string => fraction.slice(0, 3).padEnd(3, "0");

const fromNumber = (value: number): ReadTime | null =>
  value > 0 ? fromMs(Math.round(value < FIRST_MILLISECONDS ? value * 1000 : value), false) : null;

const fromMs = (ms: number, hasNoZone: boolean): ReadTime | null =>
  Number.isFinite(ms) && ms <= LAST_MS ? { iso: new Date(ms).toISOString(), hasNoZone } : null;
