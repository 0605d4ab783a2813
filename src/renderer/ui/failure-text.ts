import { Failure } from "#shared/contract/index.ts";

/** The message of an error. A failure has its own sentence; any other error is shown unchanged. */
export const failureText = (error: unknown): string =>
  error instanceof Failure ? error.message : String(error);
