import type { IncomingMessage } from "node:http";

/** Why a request is not forwarded. */
export type Refused = { readonly status: number; readonly message: string };

/**
 * As at the web host, `Host` must be exactly the printed address, so that a page cannot rebind its own name to
 * 127.0.0.1. No page may use the address: it would spend the keys of nobody, but reach a server in the user's own
 * network. Browsers say where a request comes from in `Origin` or `Sec-Fetch-Site`; programs send neither.
 */
export const guardWatched = ({ headers }: Pick<IncomingMessage, "headers">, host: string): Refused | null => {
  if (headers.host !== host) return { status: 403, message: `This address only answers at http://${host}.` };
  const site = headers["sec-fetch-site"];
  if (headers.origin !== undefined || (site !== undefined && site !== "none"))
    return { status: 403, message: "This address does not answer pages." };
  if (headers.upgrade?.toLowerCase() === "websocket")
    return { status: 501, message: "This address forwards plain requests only, no WebSockets." };
  return null;
};
