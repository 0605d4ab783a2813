import type { IncomingMessage } from "node:http";
import { isFrameScript } from "../page-policy.ts";

export type Refusal = { readonly status: 403 | 404 | 405; readonly reason: string; readonly message: string };

/**
 * Which requests the server accepts at all. `Host` must be exactly the printed address: a page that rebinds
 * its own name to 127.0.0.1 still sends its own name. `Origin`, if present, must be ours: pages always send
 * it with a WebSocket; programs send none, and need only the token.
 */
export const guardRequest = (request: IncomingMessage, host: string): Refusal | null => {
  if (request.headers.host !== host) {
    return {
      status: 403,
      reason: "foreign-host",
      message: `Satchel only answers at http://${host}. Open the address that it printed when it started.`,
    };
  }
  const { origin } = request.headers;
  if (isFrameScript(request.url ?? "", origin)) return null;
  if (origin !== undefined && origin !== `http://${host}`) {
    return {
      status: 403,
      reason: "foreign-origin",
      message: "Satchel does not answer pages of other sites.",
    };
  }
  return null;
};
