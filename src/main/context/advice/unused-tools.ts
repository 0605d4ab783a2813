import type { Finding } from "#shared/contract/context.ts";
import type { Segment } from "#shared/model/manifest.ts";
import type { AdviceInput } from "./advice-input.ts";

/** Tools that are described to the model on every turn and that it never called. */
export const findUnusedTools = ({ manifest, usedTools, answers }: AdviceInput): readonly Finding[] => {
  const tools = manifest.segments.filter(({ layer, reason }) => layer === "tools" && reason !== "shelf");
  const isUsed = ({ source }: Segment) => usedTools.has(nameOf(source));
  const unused = tools.filter((tool) => !isUsed(tool));
  if (answers < ENOUGH || unused.length === 0) return [];
  return [
    {
      kind: "unused-tools",
      text: `${unused.length} of ${tools.length} tools have never been used in ${answers} answers: they can be switched off.`,
      saves: unused.reduce((sum, { sent }) => sum + sent.tokens, 0),
      exact: manifest.exact,
      files: ["agents.yaml"],
      at: null,
      edit: {
        kind: "agent",
        allowedTools: tools.filter(isUsed).map(({ source }) => nameOf(source)),
      },
    },
  ];
};

const PREFIX = "tool:";
const nameOf = (source: string): string => source.slice(PREFIX.length);

/** Fewer answers are not enough to judge what is needed. */
const ENOUGH = 10;
