import { z } from "zod";

/**
 * A conversation in an input: its id, or the conversation as `sessions.create` and `sessions.list` gave it, so that
 * a script can hand on what it was given.
 */
export const sessionId = z
  .union([z.string(), z.object({ id: z.string() })])
  .transform((session) => (typeof session === "string" ? session : session.id));
