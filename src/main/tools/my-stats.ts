import { z } from "zod";
import type { Agent } from "#shared/contract/agents.ts";
import { tool, type ToolContext } from "./tool.ts";

/** Figures about one agent's memory. */
export type MemoryFigures = {
  readonly stored: number;
  readonly promoted: number;
  readonly lastPromotion: string | null;
  readonly recallEvents7d: number;
  readonly topConceptTags7d: readonly (readonly [string, number])[];
};

const asked = ["AGENTS.md", "USER.md", "IDENTITY.md", "SOUL.md", "MEMORY.md", "DREAMS.md"] as const;

export const myStats = (figuresOf: (agent: Agent) => MemoryFigures) =>
  tool({
    name: "my_stats",
    description: "Figures about yourself: sessions, memories, dreams, what you were asked about this week.",
    input: z.object({}),
    asks: false,
    shared: false,
    run: async (_args, context) => {
      const { agent, sessions } = context;
      const lists = await Promise.all(
        [false, true].map((archived) => sessions.list({ agent: agent.id, archived })),
      );
      const figures = figuresOf(agent);
      return JSON.stringify({
        agent_id: agent.id,
        sessions_total: lists.flat().length,
        memories_stored: figures.stored,
        memories_promoted: figures.promoted,
        last_dream_ts: figures.lastPromotion,
        recall_events_7d: figures.recallEvents7d,
        top_concept_tags_7d: figures.topConceptTags7d,
        workspace_files_present: await present(context),
      });
    },
  });

/** A blank file counts as missing. SOUL.md may be beside the workspace. */
const present = async ({ workspace, agent }: ToolContext): Promise<readonly string[]> => {
  const texts = await Promise.all(
    asked.map(async (name) => {
      const own = await workspace.readManaged(agent.workspace, name);
      return name === "SOUL.md" && own.trim() === "" ? workspace.readManaged("", name) : own;
    }),
  );
  return asked.filter((_, index) => texts[index]?.trim());
};
