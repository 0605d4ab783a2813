import type { Clock } from "../base/clock.ts";
import type { Purpose } from "./provider.ts";

/** One request that left this process. No content, no keys, no path: only the host and the size. */
export type RequestEntry = {
  readonly at: string;
  readonly host: string;
  readonly purpose: Purpose;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
};

export type RequestLog = {
  entries(): readonly RequestEntry[];
  /** A `fetch` that records every request. The providers use no other. */
  fetchFor(purpose: Purpose): typeof fetch;
};

const MAX_ENTRIES = 2000;

export const createRequestLog = (clock: Clock): RequestLog => {
  const entries: { -readonly [Key in keyof RequestEntry]: RequestEntry[Key] }[] = [];
  return {
    entries: () => entries.map((entry) => ({ ...entry })),
    fetchFor: (purpose) => async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const entry = {
        at: clock.now().toISOString(),
        host: url.host,
        purpose,
        bytesSent: sizeOf(init?.body),
        bytesReceived: 0,
        status: null as number | null,
      };
      entries.push(entry);
      if (entries.length > MAX_ENTRIES) entries.shift();
      // A redirect would send the key to an address that the user did not enter.
      const response = await fetch(input, { ...init, redirect: "error" });
      entry.status = response.status;
      if (!response.body) return response;
      const counting = new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          entry.bytesReceived += chunk.byteLength;
          controller.enqueue(chunk);
        },
      });
      return new Response(response.body.pipeThrough(counting), {
        status: response.status,
        statusText: response.statusText,
        headers: response.headers,
      });
    },
  };
};

const sizeOf = (body: unknown): number => {
  if (typeof body === "string") return Buffer.byteLength(body);
  return body instanceof Uint8Array ? body.byteLength : 0;
};
