import { language } from "./messages/index.ts";

/** A date or a time in the language that is shown. English is written as in Britain: day before month. */
export const dateText = (at: string | number | Date, options: Intl.DateTimeFormatOptions): string => {
  const locale = language() === "en" ? "en-GB" : language();
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(locale, options)));
  return format.format(new Date(at));
};

/** A formatter is slow to make, and lists format a date per row. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** `14:03` */
export const timeText = (at: string | number | Date): string =>
  dateText(at, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** `13 Nov`, and `2 Jan 2025` of another year. */
export const shortDayText = (at: string | number | Date, now = new Date()): string =>
  dateText(at, {
    day: "numeric",
    month: "short",
    ...(new Date(at).getFullYear() !== now.getFullYear() && { year: "numeric" }),
  });
