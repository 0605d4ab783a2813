import { z } from "zod";
import { lowestOrigin, type Origin } from "#shared/model/origin.ts";
import type { Agent } from "#shared/contract/agents.ts";
import { tool } from "./tool.ts";

/** Proposes a text to the team space of the project; says whether the server has it. */
export type ProposeToTeam = (
  agent: Agent,
  proposal: { readonly heading: string; readonly body: string; readonly origin: Origin },
) => Promise<"sent" | "waiting">;

/** What a model proposes leaves this computer, so the user sees each text before it goes. */
export const teamPropose = (isUsed: () => boolean, propose: ProposeToTeam) =>
  tool({
    name: "team_propose",
    description:
      "Proposes one fact to the shared memory of the person's team. A reviewer of the team decides; until then nobody has it. For what others in the team need to know, not for private matters.",
    input: z.object({
      title: z.string().trim().max(200).default(""),
      text: z.string().trim().min(1).max(4000).describe("One or a few sentences that stand on their own."),
    }),
    asks: true,
    trustedOnly: true,
    shared: false,
    listed: (agent) => agent.memory.enabled && isUsed(),
    run: async ({ title, text }, { agent, origin }) => {
      const proposal = { heading: title, body: text, origin: lowestOrigin(origin, "agent") };
      const arrival = await propose(agent, proposal);
      return arrival === "sent"
        ? "Proposed to the team. A reviewer decides."
        : "Stored here. It is proposed to the team when its server answers.";
    },
  });
