import type { Finding } from "#shared/contract/context.ts";
import type { AdviceInput } from "./advice-input.ts";

/** Tools that are described to the model on every turn and that it never called. */
export const findUnusedTools = ({ manifest, usedTools, answers }: AdviceInput): readonly Finding[] => {
  const tools = manifest.segments.filter(({ layer }) => layer === "tools");
  const unused = tools.filter(({ source }) => !usedTools.has(source.slice(PREFIX.length)));
  if (answers < ENOUGH || unused.length === 0) return [];
  return [
    {
      kind: "unused-tools",
      text: `${unused.length} of ${tools.length} tools have never been used in ${answers} answers: switch them off in allowedTools.`,
      saves: unused.reduce((sum, { sent }) => sum + sent.tokens, 0),
      files: ["agents.yaml"],
      at: null,
    },
  ];
};

const PREFIX = "tool:";

/** Fewer answers are not enough to judge what is needed. */
const ENOUGH = 10;
