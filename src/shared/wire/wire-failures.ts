import type { Reply } from "../contract/index.ts";

const failed = (code: string, message: string): Reply => ({ ok: false, error: { code, message } });

/** Replies that the client creates itself, without an answer from the server. */
export const requestCancelled = failed("cancelled", "The request was cancelled.");
export const connectionLost = failed(
  "connection-lost",
  "The connection to Satchel was lost before the answer came. The change may or may not have been made.",
);
/** The request did not run and can be asked again. */
export const NOT_SENT = "request-not-sent";
export const requestNotSent = failed(
  NOT_SENT,
  "The connection to Satchel was lost before the request was read. Nothing was changed. Try again.",
);
export const connectionRefused = failed(
  "connection-refused",
  "Satchel refused the connection. Open the address that it printed when it started.",
);
