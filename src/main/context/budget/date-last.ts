import type { Agent } from "#shared/contract/agents.ts";
import { STEADY_IN_MESSAGES } from "#shared/model/layer.ts";
import type { Profile } from "#shared/model/profile.ts";
import type { Values } from "../../agents/merge-values.ts";

/**
 * What puts the date as late as it can be, so that a new day breaks less of the cache: its line at the end of the
 * agent's prompt, and that prompt after the files. Empty where nothing can be moved.
 */
export const dateLast = ({
  agent,
  profile,
}: {
  readonly agent: Agent;
  readonly profile: Profile;
}): { readonly values: Values; readonly fields: Values } => {
  const template = dateAtEnd(agent.systemPromptTemplate);
  const layers = systemAfterFiles(profile.layers);
  return {
    values: template === null ? {} : { systemPromptTemplate: template },
    fields: layers === null ? {} : { layers },
  };
};

/** The template with its lines that print the date at the end; null when they are there, or cannot be moved. */
const dateAtEnd = (template: string): string | null => {
  const lines = template.trimEnd().split("\n");
  const moved = lines.filter((line, index) => DATE.test(line) && depthAt(lines, index) === 0);
  const others = lines.filter((line) => !moved.includes(line));
  const isLast = moved.every((line, index) => lines[lines.length - moved.length + index] === line);
  // A line with a block of its own would be torn apart.
  if (moved.length === 0 || isLast || moved.some((line) => BLOCK.test(line))) return null;
  const kept = others
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trimEnd();
  return `${kept}\n\n${moved.join("\n")}\n`;
};

const DATE = /\{\{\s*date\s*\}\}/;
const BLOCK = /\{\{\s*[#/]|\{\{\s*else\s*\}\}/;

/** How many `{{#if}}` blocks are open before a line. */
const depthAt = (lines: readonly string[], index: number): number => {
  const before = lines.slice(0, index).join("\n");
  return (before.match(/\{\{\s*#/g) ?? []).length - (before.match(/\{\{\s*\//g) ?? []).length;
};

type Layers = Profile["layers"];

/** Null when no steady layer of the same message comes after it. */
const systemAfterFiles = (layers: Layers): Layers | null => {
  const at = layers.findIndex(({ id }) => id === "system");
  const own = layers[at];
  if (own === undefined) return null;
  const last = layers.findLastIndex(({ id, role }) => role === own.role && STEADY_IN_MESSAGES.has(id));
  if (last <= at) return null;
  return [...layers.slice(0, at), ...layers.slice(at + 1, last + 1), own, ...layers.slice(last + 1)];
};
