import { z } from "zod";
import type { Agent } from "#shared/contract/agents.ts";
import { tool, type Tool } from "./tool.ts";

/** Tools that one search adds to the conversation. */
const MAX_FOUND = 8;
const MAX_DESCRIPTION_CHARS = 300;

/** Finds tools of servers whose definitions are not in the prompt. What it finds is sent for the rest of the conversation. */
export const findTools = (served: (agent: Agent, scope: "main" | "shared") => readonly Tool[]): Tool =>
  tool({
    name: "find_tools",
    description:
      "Finds tools that are not described here, by what they do. A tool that is found can be called from then on.",
    input: z.object({ query: z.string().min(1).max(500) }),
    origin: "outside",
    asks: false,
    trustedOnly: true,
    shared: false,
    finds: true,
    listed: (agent) => served(agent, "main").length > 0,
    run: async ({ query }, context) => {
      const found = bestFor(query, served(context.agent, context.scope));
      if (found.length === 0) return `No tool matches "${query}". Use other words, or a name from the list.`;
      context.join(found.map(({ name }) => name));
      return ["These tools can be called now:", ...found.map(lineOf)].join("\n");
    },
  });

const lineOf = ({ name, description }: Tool): string => {
  const [first = ""] = description.trim().split("\n");
  return `- ${name}: ${first.length > MAX_DESCRIPTION_CHARS ? `${first.slice(0, MAX_DESCRIPTION_CHARS)}…` : first}`;
};

/** By how many of the words occur; a word of the name counts three times. A name that is asked for comes first. */
const bestFor = (query: string, tools: readonly Tool[]): readonly Tool[] => {
  const asked = query.trim().toLowerCase();
  const words = wordsOf(asked);
  return tools
    .map((one) => ({ one, score: scoreOf(one, asked, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_FOUND)
    .map(({ one }) => one);
};

const scoreOf = ({ name, description }: Tool, asked: string, words: readonly string[]): number => {
  if (name.toLowerCase() === asked) return Number.POSITIVE_INFINITY;
  const inName = wordsOf(name);
  const inText = wordsOf(description);
  const has = (list: readonly string[], word: string) => list.some((each) => each.startsWith(word));
  return words.reduce((sum, word) => sum + (has(inName, word) ? 3 : has(inText, word) ? 1 : 0), 0);
};

const MIN_WORD = 2;
/** A plural finds its singular. */
const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length >= MIN_WORD)
    .map((word) => (word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word));
