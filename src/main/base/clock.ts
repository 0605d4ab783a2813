/** The current time. Passed in wherever it matters, so that the same input produces the same bytes. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
