import { shortDayText } from "../ui/dates.ts";
import { t } from "../ui/messages/index.ts";

/**
 * `today`, `yesterday`, `5 days ago`, `2 Nov`, `2 Nov 2025`. A date is a local day; a time is converted to
 * one.
 */
export const formatDay = (date: string, now = new Date()): string => {
  const day = dayOf(date);
  if (day === null) return "";
  const days = Math.round((midnight(now) - day.getTime()) / 86_400_000);
  if (days === 0) return t.memory.days.today;
  if (days === 1) return t.memory.days.yesterday;
  if (days > 1 && days < 14) return t.memory.days.ago(days);
  return shortDayText(day, now);
};

const dayOf = (date: string): Date | null => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  if (year) return new Date(Number(year), Number(month) - 1, Number(day));
  const at = new Date(date);
  return date === "" || Number.isNaN(at.getTime()) ? null : new Date(midnight(at));
};

const midnight = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
