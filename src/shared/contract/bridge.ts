import type { Events } from "./contract.ts";
import type { Reply } from "./failure.ts";

/**
 * Everything that the preload script exposes to the page as `window.satchel`: a generic carrier that knows no
 * methods. Only values that can be cloned pass, so cancelling is a message with the id of the request instead
 * of an AbortSignal.
 */
export type Bridge = {
  /** `id` names this request for `cancel`; it must be unique among the requests of the page. */
  request(method: string, input: unknown, id: string): Promise<Reply>;
  cancel(id: string): void;
  /** Subscribes to all events of the core; returns an unsubscribe function. */
  listen(callback: (event: Events) => void): () => void;
  /** Where a file or folder is that the user dropped on the window; empty for one made by the page. */
  pathOf(file: object): string;
};

/** The name of the bridge in the page. */
export const bridgeName = "satchel";

/** Between the preload script and the main process: calls with answers, cancelled calls, and events. */
export const bridgeChannels = {
  call: "satchel:call",
  cancel: "satchel:cancel",
  event: "satchel:event",
} as const;
