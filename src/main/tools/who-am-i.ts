import { z } from "zod";
import { parseIdentity } from "../workspace/identity.ts";
import { tool, type ToolContext } from "./tool.ts";

const excerptChars = 2048;

export const whoAmI = tool({
  name: "who_am_i",
  description: "Your own id, model, identity and the beginning of SOUL.md.",
  input: z.object({}),
  asks: false,
  shared: true,
  run: async (_args, context) => {
    const { agent, model, scope, workspace } = context;
    const identity = parseIdentity(await workspace.readManaged(agent.workspace, "IDENTITY.md"));
    return JSON.stringify({
      agent_id: agent.id,
      model,
      workspace_dir: scope === "main" ? agent.workspace : null,
      identity,
      soul_excerpt: excerpt(await soul(context)),
    });
  },
});

const soul = async ({ workspace, agent }: ToolContext): Promise<string> => {
  const texts = [
    await workspace.readManaged("", "SOUL.md"),
    await workspace.readManaged(agent.workspace, "SOUL.md"),
  ];
  return texts.filter((text) => text.trim() !== "").join("\n\n");
};

const excerpt = (text: string): string | null => {
  if (text === "") return null;
  return text.length > excerptChars ? `${text.slice(0, excerptChars)}…` : text;
};
