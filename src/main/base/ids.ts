import { randomUUID } from "node:crypto";

/** Makes ids; passed in so that tests and replays can name them. */
export type Ids = { next(): string };

export const randomIds: Ids = { next: () => randomUUID() };
