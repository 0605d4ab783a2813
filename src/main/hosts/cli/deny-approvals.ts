import type { Core } from "../../create-core.ts";

/**
 * A turn waits for the word of a person before a tool writes. Where nobody can give it any more (one call and no
 * more input), it would wait for ever: nobody to ask is a no.
 */
export const denyWhatNobodyAnswers = (core: Pick<Core, "dispatch" | "on">) => {
  const waiting = new Set<string>();
  let alone = false;
  const deny = (approval: string) => {
    waiting.delete(approval);
    void core.dispatch("chat.approve", { approval, decision: "deny" });
  };
  const close = core.on((event) => {
    if (event.event === "chat.approved") waiting.delete(event.approval);
    if (event.event !== "chat.approval") return;
    waiting.add(event.id);
    if (alone) deny(event.id);
  });
  const nobodyIsThere = () => {
    alone = true;
    for (const approval of waiting) deny(approval);
  };
  return { nobodyIsThere, close };
};
