import { z } from "zod";

/**
 * A conversation in an input: its id, or the object that `sessions.create` and `sessions.list` return, so
 * that a script can pass on what it received.
 */
export const sessionId = z
  .union([z.string(), z.object({ id: z.string() })])
  .transform((session) => (typeof session === "string" ? session : session.id));
