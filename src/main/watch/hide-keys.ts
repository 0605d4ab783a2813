import type { IncomingHttpHeaders } from "node:http";

const KEY_HEADERS = [
  "authorization",
  "x-api-key",
  "api-key",
  "x-goog-api-key",
  "cookie",
  "proxy-authorization",
];
/** Shorter values are no keys, and would be found in ordinary text. */
const MIN_KEY_CHARS = 8;
const HIDDEN = "[key]";

/**
 * Removes the keys of a request from a text. They come in headers, which are never kept; but a program may have put
 * the same key into a message, from a file of settings, say.
 */
export const keyHider = (headers: IncomingHttpHeaders): ((text: string) => string) => {
  const keys = KEY_HEADERS.flatMap((name) => [headers[name] ?? []].flat())
    .flatMap((value) => [value, value.replace(/^\S+\s+/, "")])
    .filter((value) => value.length >= MIN_KEY_CHARS);
  return (text) => keys.reduce((hidden, key) => hidden.replaceAll(key, HIDDEN), text);
};
