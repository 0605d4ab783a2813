import { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import { tool } from "./tool.ts";

/** Runs a task as a nested turn of a different agent, and waits for its answer. */
export const delegate = tool({
  name: "delegate",
  description: "Hands a task to a different agent and waits for its answer.",
  describedFor: ({ allowedDelegates }) =>
    `Hands a task to a different agent and waits for its answer. Agents: ${allowedDelegates.join(", ")}.`,
  input: z.object({ agent: z.string().min(1), task: z.string().min(1) }),
  origin: "agent",
  asks: false,
  trustedOnly: true,
  shared: true,
  listed: ({ allowedDelegates }) => allowedDelegates.length > 0,
  run: async (asked, context) => {
    if (!context.delegate)
      throw new Failure("delegate-outside-turn", "A task is handed on only during an answer.");
    const { content, origin } = await context.delegate(asked, context);
    context.sawFrom(origin);
    return content;
  },
});
