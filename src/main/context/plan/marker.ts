/** `20K` for 20,000, `23150` for 23,150: whole thousands are short, anything else is exact. */
export const limitName = (limit: number): string =>
  limit >= 1000 && limit % 1000 === 0 ? `${limit / 1000}K` : String(limit);

/** Fills `{limit}` of a profile's marker. */
export const markerText = (template: string, limit: number): string =>
  template.replaceAll("{limit}", limitName(limit));
