/** The request did not run, because its process no longer has the project. It can be repeated. */
export const CORE_CLOSING = "core-closing";

/** The socket path of one ownership of a project. */
export const ownerPath = (nonce: string): string => `/owner/${nonce}`;
