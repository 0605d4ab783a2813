import { z } from "zod";
import { route } from "./route.ts";
import { sessionId } from "./session-id.ts";

const caller = { agent: z.string().optional(), session: sessionId.optional() };

export const toolInfo = z.object({
  name: z.string(),
  description: z.string(),
  parameters: z.unknown(),
  asks: z.boolean(),
});

export const toolsRoutes = {
  /** What an agent may use; in a session, what that session's scope allows of it. */
  "tools.list": route(z.object(caller), z.object({ tools: z.array(toolInfo) })),
  /** Runs a tool as the agent would. It needs no approval, because the user calls it. */
  "tools.run": route(
    z.object({ ...caller, name: z.string(), args: z.unknown().optional() }),
    z.object({ content: z.string() }),
  ),
};
