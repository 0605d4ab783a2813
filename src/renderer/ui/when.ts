/** `today 14:03`, `yesterday 09:12`, `13 Nov 18:40`, `2 Jan 2025`. */
export const formatWhen = (iso: string, now = new Date()): string => {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const time = clock.format(at);
  const days = dayNumber(now) - dayNumber(at);
  if (days === 0) return `today ${time}`;
  if (days === 1) return `yesterday ${time}`;
  if (at.getFullYear() === now.getFullYear()) return `${dayAndMonth.format(at)} ${time}`;
  return withYear.format(at);
};

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const dayAndMonth = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const withYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** Days of the local calendar, so that midnight separates yesterday from today. */
const dayNumber = (date: Date): number =>
  Math.round(new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime() / 86_400_000);
