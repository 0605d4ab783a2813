import { trimBody } from "./plan/cut-text.ts";
import { renderTemplate, type TemplateValues } from "./plan/template.ts";
import type { Skill } from "../skills/parse-skill.ts";
import type { Gathered } from "./types.ts";

export type Prompt = {
  readonly text: string;
  readonly usesMemory: boolean;
  /** Where in the text memory was first printed; -1 when it was not. */
  readonly memoryAt: number;
  readonly warnings: readonly string[];
};

/** The agent's prompt from its template. `memory` is the text that `{{memory}}` prints. */
export const renderPrompt = (gathered: Gathered, memory: string): Prompt => {
  const rendered = renderTemplate(gathered.agent.systemPromptTemplate, templateValues(gathered, memory));
  const text = trimBody(rendered.text);
  const printed = rendered.memoryRanges[0];
  return {
    text,
    usesMemory: rendered.usesMemory,
    // Trimming takes whole blank lines off the start only.
    memoryAt: printed === undefined ? -1 : printed[0] - Math.max(0, rendered.text.indexOf(text)),
    warnings: rendered.warnings,
  };
};

/** Names and descriptions only; a body is loaded on demand. Empty when there is no skill. */
export const skillsText = (skills: readonly Skill[]): string => {
  if (skills.length === 0) return "";
  const items = skills.map(({ name, description }) =>
    description === ""
      ? `  <skill><name>${escapeXml(name)}</name></skill>`
      : `  <skill>\n    <name>${escapeXml(name)}</name>\n    <description>${escapeXml(description)}</description>\n  </skill>`,
  );
  return ["<available_skills>", ...items, "</available_skills>"].join("\n");
};

const templateValues = ({ agent, date, projectName, user }: Gathered, memory: string): TemplateValues => ({
  agent: { displayName: agent.displayName, id: agent.id },
  domain: agent.domain,
  date,
  workspace: { name: projectName },
  user: { name: user.name, id: user.id },
  memory,
});

const escapeXml = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
