import { hash } from "node:crypto";

/** SHA-256 in hex, as in the manifest and in workspace rows. */
export const sha256 = (text: string): string => hash("sha256", text);
