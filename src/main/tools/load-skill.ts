import { z } from "zod";
import type { FoundSkill, Skills } from "../skills/skills.ts";
import { tool } from "./tool.ts";

/** The prompt contains names and descriptions only; the body of a skill is loaded when it is needed. */
export const loadSkill = (
  skills: Skills,
  ready: () => Promise<void>,
  count: (text: string) => Promise<number>,
) =>
  tool({
    name: "load_skill",
    description: "Reads one of the available skills, by its name, or one of the files that it names.",
    input: z.object({
      name: z.string().min(1),
      file: z.string().optional().describe("A file in references/ or assets/ of the skill."),
    }),
    asks: false,
    trustedOnly: true,
    shared: false,
    skill: async ({ name }, { agent }) => {
      await ready();
      const found = skills.get(agent.workspace, name);
      if (found.place === "own") return null;
      return { ...shownOf(found), hash: await skills.seal(found), tokens: await count(found.body) };
    },
    run: async ({ name, file }, { agent, saw, sawFrom }) => {
      await ready();
      const found = skills.get(agent.workspace, name);
      if (file !== undefined) {
        const text = await skills.readFile(found, file);
        saw(text);
        return text;
      }
      sawFrom(found.origin);
      return found.files.length === 0
        ? found.body
        : `${found.body}\n\nFiles that load_skill can read: ${found.files.join(", ")}`;
    },
  });

const shownOf = ({ name, path, body, files }: FoundSkill) => ({
  name,
  path,
  text: body,
  files: [...files],
});
