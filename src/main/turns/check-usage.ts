import type { z } from "zod";
import type { readLess } from "#shared/contract/chat.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { Usage } from "../providers/provider.ts";

/** Exact counts differ from a provider's by its chat format; estimates by a good deal more. */
const tolerance = { exact: 0.9, estimated: 0.65 };
/** Below this a difference is the chat format's, not a lost part of the prompt. */
const fewestLost = 150;

/**
 * Whether the server clearly read less than was sent, as one with a smaller window does without a word.
 * Null when it read everything, or does not say.
 */
export const serverReadLess = (manifest: Manifest, usage: Usage): z.output<typeof readLess> | null => {
  const sent = manifest.window.used;
  const read = usage.input;
  if (read === null || read <= 0) return null;
  const least = sent * (manifest.exact ? tolerance.exact : tolerance.estimated);
  if (read >= least || sent - read < fewestLost) return null;
  return {
    sent,
    read,
    fix: "Raise the server's context length, or set the agent's window to what it holds.",
  };
};
