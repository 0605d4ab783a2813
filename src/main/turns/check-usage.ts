import type { z } from "zod";
import type { readLess } from "#shared/contract/chat.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { Usage } from "../providers/provider.ts";

/** Exact counts differ from a provider's by its chat format; estimates by much more. */
const tolerance = { exact: 0.9, estimated: 0.65 };
/** A smaller difference comes from the chat format, not from a lost part of the prompt. */
const MIN_LOST_TOKENS = 150;

/** What the pictures of a prompt were estimated at. */
export const pictureTokensIn = ({ segments }: Manifest): number =>
  segments
    .filter(({ message }) => message !== null)
    .flatMap(({ detail }) => detail?.pictures ?? [])
    .reduce((sum, { tokens, held }) => sum + (held === undefined ? tokens : 0), 0);

/**
 * Whether the server clearly read less than was sent, as a server with a smaller window does silently. Null
 * when it read everything, or does not report its usage.
 */
export const serverReadLess = (manifest: Manifest, usage: Usage): z.output<typeof readLess> | null => {
  // A picture may take less than its size in pixels suggests.
  const sent = manifest.window.used - pictureTokensIn(manifest);
  const read = usage.input;
  if (read === null || read <= 0) return null;
  const least = sent * (manifest.exact ? tolerance.exact : tolerance.estimated);
  if (read >= least || sent - read < MIN_LOST_TOKENS) return null;
  return {
    sent,
    exact: manifest.exact,
    read,
    fix: "Raise the server's context length, or set the agent's window to what it holds.",
  };
};
