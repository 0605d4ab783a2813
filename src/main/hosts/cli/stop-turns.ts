import type { Core } from "../../create-core.ts";

/**
 * A turn runs on when whoever asked for it goes away, because a window may come back. A command does not: when it
 * is told to end, so are its turns, and what came of their answers is kept.
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
    // Where the core is another process's, its own windows talk, too.
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
