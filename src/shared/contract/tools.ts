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

/** What an agent could be allowed; `tokens` is what a definition takes in each prompt. */
export const toolChoices = z.object({
  tools: z.array(
    z.object({ name: z.string(), text: z.string(), tokens: z.number().int(), asks: z.boolean() }),
  ),
  /** False: the counts are estimates. */
  exact: z.boolean(),
});
export type ToolChoices = z.output<typeof toolChoices>;

export const toolsRoutes = {
  /** What an agent may use; in a session, what that session's scope allows of it. */
  "tools.list": route(z.object(caller), z.object({ tools: z.array(toolInfo) })),
  /** Every tool that an agent could be allowed, whatever its `allowedTools` say. */
  "tools.choices": route(z.object({ agent: z.string() }), toolChoices),
  /** Runs a tool as the agent would. It needs no approval, because the user calls it. */
  "tools.run": route(
    z.object({ ...caller, name: z.string(), args: z.unknown().optional() }),
    z.object({ content: z.string() }),
  ),
};
