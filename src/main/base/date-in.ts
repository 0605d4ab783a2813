import { Failure } from "#shared/contract/failure.ts";

/** `YYYY-MM-DD` in a time zone such as `Europe/Berlin`; without one, in the machine's time zone. */
export const dateIn = (timeZone: string | undefined, now: Date): string => {
  const parts = dateFormat(timeZone).formatToParts(now);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
};

const dateFormat = (timeZone: string | undefined): Intl.DateTimeFormat => {
  const key = timeZone ?? "";
  const cached = dateFormats.get(key);
  if (cached) return cached;
  try {
    const format = new Intl.DateTimeFormat("en-CA", {
      ...(timeZone === undefined ? {} : { timeZone }),
      calendar: "gregory",
      numberingSystem: "latn",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
    dateFormats.set(key, format);
    return format;
  } catch {
    throw new Failure(
      "time-zone-unknown",
      `The time zone "${timeZone}" is not known. Use a name such as "Europe/Berlin".`,
      { timeZone },
    );
  }
};

/** Creating a formatter costs far more than using it, and a preview needs one on every move of a slider. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();
