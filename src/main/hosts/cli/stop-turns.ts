import type { Core } from "../../create-core.ts";

/**
 * A turn continues when its caller disconnects, because a window may come back. A command does not: when it
 * is told to end, its turns are stopped, and the received part of their answers is kept.
 */
export const stopTurns = (
  core: Pick<Core, "dispatch" | "on">,
  stop: AbortSignal,
  startedHere: (session: string) => boolean = () => true,
): (() => void) => {
  const running = new Set<string>();
  const stopAll = () => {
    for (const session of running) void core.dispatch("chat.stop", { session });
  };
  const stopListening = core.on((event) => {
    if (event.event === "chat.ended") running.delete(event.session);
    // If the core belongs to a different process, that process has turns of its own.
    if (event.event !== "chat.started" || !startedHere(event.session)) return;
    running.add(event.session);
    if (stop.aborted) stopAll();
  });
  stop.addEventListener("abort", stopAll);
  return () => {
    stop.removeEventListener("abort", stopAll);
    stopListening();
  };
};
