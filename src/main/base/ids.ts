import { randomUUID } from "node:crypto";

/** Creates ids. Passed in so that tests and replays can choose them. */
export type Ids = { next(): string };

export const randomIds: Ids = { next: () => randomUUID() };
