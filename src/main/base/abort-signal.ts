import type { Signal } from "#shared/contract/index.ts";

/** Converts a call's signal into the AbortSignal that Node's functions expect. */
export const abortSignal = (signal: Signal): AbortSignal => {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  if (signal.aborted) controller.abort(signal.reason);
  else signal.addEventListener("abort", () => controller.abort(signal.reason));
  return controller.signal;
};
