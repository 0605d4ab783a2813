import { z } from "zod";
import { clamped } from "./clamped.ts";
import { tool } from "./tool.ts";

const MAX_BULLETS = 10;
const MAX_BYTES = 6144;

export const whatDoIKnow = tool({
  name: "what_do_i_know",
  description: "The sections of MEMORY.md with their first entries.",
  input: z.object({
    section: z.string().optional().describe("Part of a heading, in any case."),
    limit: clamped(1, 50, 20),
  }),
  asks: false,
  shared: false,
  run: async ({ section, limit }, { workspace, agent, saw }) => {
    const text = await workspace.readManaged(agent.workspace, "MEMORY.md");
    saw(text);
    return JSON.stringify({ workspace_dir: agent.workspace || ".", ...knownSections(text, section, limit) });
  },
});

type Section = {
  readonly heading: string;
  readonly bullets: readonly string[];
  readonly extra_bullets: number | null;
};

/** `## ` headings with the bullets at column 0 below them; bullets under `###` belong to the section, too. */
export const knownSections = (
  text: string,
  filter: string | undefined,
  limit: number,
): { readonly sections: readonly Section[]; readonly truncated: boolean } => {
  const matching = sectionsOf(text).filter(
    ({ heading }) => filter === undefined || heading.toLowerCase().includes(filter.toLowerCase()),
  );
  const sections: Section[] = [];
  for (const section of matching.slice(0, limit)) {
    const bytes = Buffer.byteLength(JSON.stringify([...sections, section]));
    if (sections.length > 0 && bytes > MAX_BYTES) return { sections, truncated: true };
    sections.push(section);
  }
  return { sections, truncated: matching.length > limit };
};

const sectionsOf = (text: string): Section[] => {
  const found: { heading: string; bullets: string[] }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const heading = /^## (.*)$/.exec(line)?.[1];
    const bullet = /^[-*] (.*)$/.exec(line)?.[1];
    if (heading !== undefined) found.push({ heading: heading.trim(), bullets: [] });
    else if (bullet !== undefined) found.at(-1)?.bullets.push(bullet.trim());
  }
  return found.map(({ heading, bullets }) => ({
    heading,
    bullets: bullets.slice(0, MAX_BULLETS),
    extra_bullets: bullets.length > MAX_BULLETS ? bullets.length - MAX_BULLETS : null,
  }));
};
