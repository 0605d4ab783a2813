import type { Signal } from "#shared/contract/index.ts";

/** A call's signal as the AbortSignal that Node's own functions want. */
export const abortSignal = (signal: Signal): AbortSignal => {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  if (signal.aborted) controller.abort(signal.reason);
  else signal.addEventListener("abort", () => controller.abort(signal.reason));
  return controller.signal;
};
