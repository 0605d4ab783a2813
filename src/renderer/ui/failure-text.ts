import { Failure } from "#shared/contract/index.ts";

/** The sentence that says what went wrong. A failure has one of its own; anything else is shown as it is. */
export const failureText = (error: unknown): string =>
  error instanceof Failure ? error.message : String(error);
