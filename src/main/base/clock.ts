/** The time, passed in wherever it matters, so that the same input gives the same bytes. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
