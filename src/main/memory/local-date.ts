/** `YYYY-MM-DD` where the person is: in the workspace's time zone, else the computer's. */
export const localDate = (now: Date, timeZone: string | undefined): string =>
  // The Swedish way to write a date is ISO 8601.
  new Intl.DateTimeFormat("sv-SE", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(now);
