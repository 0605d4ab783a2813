import type { ToolDefinition } from "#shared/model/tool.ts";
import { cutStart } from "../../base/cut-text.ts";
import { definitionText } from "../plan/plan-tools.ts";
import type { Gathered, Meter } from "../types.ts";

/** Characters that the names on the shelf may take in the definition of the tool that finds them. */
const MAX_NAMES_CHARS = 4_000;

export type Shelved = {
  readonly tools: readonly ToolDefinition[];
  /** Tokens that all definitions may use before some are put on the shelf. */
  readonly limit: number;
  /** Tokens that the prompt has fewer. */
  readonly freed: number;
};

/**
 * When definitions use more than their share of the prompt, those of tool servers are not sent, except those that
 * the user keeps and those that the conversation has found. In their place is one tool that finds them by what they
 * do, with a line of their names.
 */
export const shelveTools = (
  { tools, shelf }: Pick<Gathered, "tools" | "shelf">,
  usable: number,
  meter: Meter,
): { readonly tools: readonly ToolDefinition[]; readonly shelved: Shelved | null } => {
  const finder = tools.find(({ finds }) => finds === true);
  if (!finder) return { tools, shelved: null };
  const all = tools.filter((tool) => tool !== finder);
  const isShelved = ({ name, origin }: ToolDefinition) =>
    origin === "outside" && !shelf.keep.has(name) && !shelf.joined.has(name);
  const limit = Math.floor(usable * shelf.share);
  const shelved = all.filter(isShelved);
  const whole = tokensOf(all, meter);
  if (whole <= limit || shelved.length === 0) return { tools: all, shelved: null };
  const sent = [...all.filter((tool) => !isShelved(tool)), withNames(finder, shelved)];
  const freed = whole - tokensOf(sent, meter);
  return freed > 0
    ? { tools: sent, shelved: { tools: shelved, limit, freed } }
    : { tools: all, shelved: null };
};

const tokensOf = (tools: readonly ToolDefinition[], meter: Meter): number =>
  tools.reduce((sum, tool) => sum + meter.tokens(definitionText(tool)), 0);

/** The same object for the same names: what is counted of a definition is found again by it. */
const withNames = (finder: ToolDefinition, shelved: readonly ToolDefinition[]): ToolDefinition => {
  const names = shelved.map(({ name }) => name).join(", ");
  const listed = names.length > MAX_NAMES_CHARS ? `${cutStart(names, MAX_NAMES_CHARS)}…` : names;
  const known = named.get(finder);
  if (known?.names === names) return known.tool;
  // Servers chose the names.
  const tool: ToolDefinition = {
    ...finder,
    description: `${finder.description} Names: ${listed}`,
    origin: "outside",
  };
  named.set(finder, { names, tool });
  return tool;
};

const named = new WeakMap<ToolDefinition, { readonly names: string; readonly tool: ToolDefinition }>();
