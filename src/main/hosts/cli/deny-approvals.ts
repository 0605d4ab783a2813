import type { Core } from "../../create-core.ts";

/**
 * A turn waits for the user's approval before a tool writes. Where no one can answer any more (a single call
 * without further input), it would wait forever, so the tool call is denied.
 */
export const denyWhatNobodyAnswers = (
  core: Pick<Core, "dispatch" | "on">,
  startedHere: (session: string) => boolean = () => true,
) => {
  const waiting = new Set<string>();
  let alone = false;
  const deny = (approval: string) => {
    waiting.delete(approval);
    void core.dispatch("chat.approve", { approval, decision: "deny" });
  };
  const close = core.on((event) => {
    if (event.event === "chat.approved") waiting.delete(event.approval);
    if (event.event !== "chat.approval" || !startedHere(event.session)) return;
    waiting.add(event.id);
    if (alone) deny(event.id);
  });
  const nobodyIsThere = () => {
    alone = true;
    for (const approval of waiting) deny(approval);
  };
  return { nobodyIsThere, close };
};
