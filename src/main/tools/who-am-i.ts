import { z } from "zod";
import { cutStart } from "../base/cut-text.ts";
import { parseIdentity } from "../workspace/identity.ts";
import { readOwn } from "./reachable-files.ts";
import { tool, type ToolContext } from "./tool.ts";

const MAX_EXCERPT_CHARS = 2048;

export const whoAmI = tool({
  name: "who_am_i",
  description: "Your own id, model, identity and the beginning of SOUL.md.",
  input: z.object({}),
  asks: false,
  shared: true,
  run: async (_args, context) => {
    const { agent, model, scope } = context;
    const identity = parseIdentity(await readOwn(agent.workspace, "IDENTITY.md", context));
    return JSON.stringify({
      agent_id: agent.id,
      model,
      workspace_dir: scope === "main" ? agent.workspace || "." : null,
      identity,
      soul_excerpt: excerpt(await soul(context)),
    });
  },
});

const soul = async (context: ToolContext): Promise<string> => {
  const texts = [
    await readOwn("", "SOUL.md", context),
    await readOwn(context.agent.workspace, "SOUL.md", context),
  ];
  return texts.filter((text) => text.trim() !== "").join("\n\n");
};

const excerpt = (text: string): string | null => {
  if (text === "") return null;
  return text.length > MAX_EXCERPT_CHARS ? `${cutStart(text, MAX_EXCERPT_CHARS)}…` : text;
};
