import type { RequestLine } from "./providers-store.ts";

/** Questions about a server that are asked again and again, without the user. */
const ROUTINE: ReadonlySet<string> = new Set(["models", "window", "discover"]);

/**
 * Routine questions to one server, as one line with their number between two requests of other kinds: so that they do
 * not drown what was said. Sizes are added up; nothing is left out.
 */
export const folded = (
  newestFirst: readonly RequestLine[],
): readonly (RequestLine & { readonly times: number })[] => {
  const lines: (RequestLine & { times: number })[] = [];
  let group = new Map<string, RequestLine & { times: number }>();
  for (const request of newestFirst) {
    const { host, purpose, status, bytesSent, bytesReceived } = request;
    const isRoutine = ROUTINE.has(purpose);
    const known = isRoutine ? group.get(`${host} ${purpose} ${status}`) : undefined;
    if (known) {
      known.times += 1;
      Object.assign(known, {
        bytesSent: known.bytesSent + bytesSent,
        bytesReceived: known.bytesReceived + bytesReceived,
      });
      continue;
    }
    const line = { ...request, times: 1 };
    lines.push(line);
    if (isRoutine) group.set(`${host} ${purpose} ${status}`, line);
    else group = new Map();
  }
  return lines;
};
