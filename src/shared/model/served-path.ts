import type { Origin } from "./origin.ts";
import { readFileBlocks } from "./tagged-text.ts";

/**
 * How a text of a tool server is named where files are attached: `mcp:server/uri`. What carries such a name is from
 * outside, also when a file of the project should be called so.
 */
const SERVED = "mcp:";

const MAX_PATH = 500;

export const servedPath = (server: string, what: string): string =>
  `${SERVED}${server}/${what.replaceAll(/\s+/g, " ")}`.slice(0, MAX_PATH);

export const isServedPath = (path: string): boolean => path.startsWith(SERVED);

/** The origin of what the user sends, by what is attached to it. */
export const attachedOrigin = (content: string): Origin =>
  readFileBlocks(content).files.some(({ path }) => isServedPath(path)) ? "outside" : "you";
