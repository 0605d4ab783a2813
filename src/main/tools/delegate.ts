import { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import type { Agent, DelegateOffer } from "#shared/contract/agents.ts";
import { cutStart } from "../base/cut-text.ts";
import { tool, type Tool } from "./tool.ts";

/** Characters about one agent in the description of the tool. */
const MAX_ABOUT_CHARS = 200;

/** Runs a task as a nested turn of a different agent, and waits for its answer. */
export const delegate = (
  offersFor: (agent: Agent) => readonly Pick<DelegateOffer, "id" | "description" | "allowed">[],
): Tool =>
  tool({
    name: "delegate",
    description: "Hands a task to a different agent and waits for its answer.",
    describedFor: (agent) => {
      const known = new Map(offersFor(agent).map(({ id, description }) => [id, description]));
      const named = agent.allowedDelegates.map((id) => {
        const about = cutStart(known.get(id)?.replaceAll(/\s+/g, " ") ?? "", MAX_ABOUT_CHARS);
        return about === "" ? id : `${id} (${about})`;
      });
      return `Hands a task to a different agent and waits for its answer. Agents: ${named.join(", ")}.`;
    },
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
