import { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import { skillBody } from "./list-skills.ts";
import { tool } from "./tool.ts";

/** The prompt contains names and descriptions only; the body of a skill is loaded when it is needed. */
export const loadSkill = tool({
  name: "load_skill",
  description: "Reads one of the available skills, by its name.",
  input: z.object({ name: z.string().min(1) }),
  asks: false,
  trustedOnly: true,
  shared: false,
  run: async ({ name }, { workspace, agent, saw }) => {
    await workspace.files.ready();
    const body = skillBody(workspace.files.list(agent.workspace), name);
    if (body === null) throw new Failure("skill-not-found", `There is no skill called "${name}".`, { name });
    saw(body);
    return body;
  },
});
