import { SHORT_DESCRIPTION_CHARS } from "#shared/model/short-description.ts";
import { sha256 } from "../text-hash.ts";
import { cutStart } from "../../base/cut-text.ts";
import type { ToolDefinition } from "#shared/model/tool.ts";
import type { Candidate, Meter } from "../types.ts";

/** The tools with shortened descriptions, for one turn. */
export const shortenTools = (tools: readonly ToolDefinition[]): readonly ToolDefinition[] =>
  tools.map((tool) =>
    tool.description.length <= SHORT_DESCRIPTION_CHARS
      ? tool
      : { ...tool, description: cutStart(tool.description, SHORT_DESCRIPTION_CHARS) },
  );

/** Tool definitions are sent outside the messages, as JSON, and count. */
export const planTools = (
  whole: readonly ToolDefinition[],
  sent: readonly ToolDefinition[],
  meter: Meter,
): readonly Candidate[] =>
  whole.map((tool, index) => {
    const { text: rawText, sha256: hash } = printed(tool);
    const { text } = printed(sent[index] ?? tool);
    const raw = { tokens: meter.tokens(rawText), chars: rawText.length };
    const tokens = text === rawText ? raw.tokens : meter.tokens(text);
    const isCut = text !== rawText;
    return {
      id: `tools:${tool.name}`,
      layer: "tools",
      source: `tool:${tool.name}`,
      role: "system",
      // The definitions of built-in tools ship with Satchel.
      origin: tool.origin ?? "you",
      hold: "fixed",
      place: "outside",
      text,
      tokens,
      raw,
      keptTokens: Math.min(tokens, raw.tokens),
      status: isCut ? "truncated" : "included",
      reason: isCut ? "window" : null,
      sha256: hash,
      detail: { title: tool.name },
    };
  });

/** A tool whose definition is not sent in this turn. */
export const leftOutTool = (
  tool: Candidate,
  reason: "window" | "shelf" = "window",
  limit?: number,
): Candidate => ({
  ...tool,
  text: "",
  tokens: 0,
  keptTokens: 0,
  status: "excluded",
  reason,
  ...(limit !== undefined && { detail: { ...tool.detail, limit } }),
});

type Printed = { readonly text: string; readonly sha256: string };

/** Cached per definition, which is the same object in every preview. */
const printed = (tool: ToolDefinition): Printed => {
  const known = prints.get(tool);
  if (known) return known;
  const text = definitionText(tool);
  const made = { text, sha256: sha256(text) };
  prints.set(tool, made);
  return made;
};

const prints = new WeakMap<ToolDefinition, Printed>();

/** What a definition is counted by. */
export const definitionText = (tool: ToolDefinition) =>
  JSON.stringify({ name: tool.name, description: tool.description, parameters: tool.parameters });
