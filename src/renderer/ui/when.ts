import { dateText, shortDayText, timeText } from "./dates.ts";
import { t } from "./messages/index.ts";

/** `today 14:03`, `yesterday 09:12`, `13 Nov 18:40`, `2 Jan 2025`. */
export const formatWhen = (iso: string, now = new Date()): string => {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const time = timeText(at);
  const days = dayNumber(now) - dayNumber(at);
  if (days === 0) return t.when.today(time);
  if (days === 1) return t.when.yesterday(time);
  if (at.getFullYear() === now.getFullYear()) return `${shortDayText(at, now)} ${time}`;
  return dateText(at, { day: "numeric", month: "short", year: "numeric" });
};

/** Days of the local calendar, so that midnight separates yesterday from today. */
const dayNumber = (date: Date): number =>
  Math.round(new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime() / 86_400_000);
