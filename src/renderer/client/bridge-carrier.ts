import type { Bridge, Carrier } from "#shared/contract/index.ts";

/** A carrier over the preload bridge. */
export const bridgeCarrier = (bridge: Bridge): Carrier => ({
  request: async (method, input, signal) => {
    const id = crypto.randomUUID();
    const cancel = () => bridge.cancel(id);
    if (signal?.aborted) {
      return { ok: false, error: { code: "cancelled", message: "The request was cancelled." } };
    }
    signal?.addEventListener("abort", cancel);
    try {
      return await bridge.request(method, input, id);
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  },
  listen: (listener) => bridge.listen(listener),
});
