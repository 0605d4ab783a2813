/** The request did not run: its process no longer has the project. It can be asked again. */
export const CORE_CLOSING = "core-closing";

/** The path of a socket that stands for one ownership of a project. */
export const ownerPath = (nonce: string): string => `/owner/${nonce}`;
