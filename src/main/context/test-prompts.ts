import * as fc from "fast-check";
import type { Overrides } from "#shared/contract/context.ts";
import { Failure } from "#shared/contract/index.ts";
import type { ToolDefinition } from "#shared/model/tool.ts";
import type { Assembled } from "./assemble.ts";
import { agent, file, gathered, hit, run, turn, words } from "./test-gathered.ts";
import type { Gathered, HistoryMessage, ProjectFile } from "./types.ts";

export const at = (name: string) => `workspace/${name}`;
const text = (name: string, tokens: number) => (tokens === 0 ? "" : `${name}!${words(tokens, "x ")}`);

const size = fc.integer({ min: 0, max: 900 });

export const toolsOf = (sizes: readonly number[]): readonly ToolDefinition[] =>
  sizes.map((tokens, index) => ({ name: `tool${index}`, description: words(tokens), parameters: {} }));

export const conversationOf = (sizes: readonly number[]): readonly HistoryMessage[] => [
  ...sizes.map((tokens, index) => turn(`m${index}`, index % 2 === 0 ? "user" : "assistant", words(tokens))),
  turn("newest", "user", "and now?"),
];

export const projectFile = (index: number, text: string): ProjectFile => ({
  path: `src/p${index}.ts`,
  text,
  origin: "you",
  utf8Bytes: text.length,
  changedAt: index,
  tokens: Math.ceil(text.length / 4),
  sha256: "00",
});

/** Null when the window is too small: a refusal is an answer too. */
export const runIfItFits = (
  input: Gathered,
  profile: string,
  overrides: Overrides = {},
): Assembled | null => {
  try {
    return run(input, profile, overrides);
  } catch (error) {
    if (error instanceof Failure && error.code === "window-too-small") return null;
    throw error;
  }
};

/** Prompts of every kind of content, in windows from small to large enough. */
export const prompts = fc
  .record({
    core: fc.tuple(size, size, size),
    others: fc.array(
      fc.record({
        size,
        tags: fc.subarray(["code"]),
        priority: fc.option(fc.integer({ min: 0, max: 9 })),
      }),
      { maxLength: 8 },
    ),
    excluded: fc.subarray([at("f0.md"), at("f1.md")]),
    includeTags: fc.subarray(["code"]),
    notes: size,
    memory: size,
    hits: fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 8 }),
    history: fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 10 }),
    tools: fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 2 }),
    skills: fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 4 }),
    window: fc.integer({ min: 1_200, max: 12_000 }),
    scope: fc.constantFrom("main" as const, "main" as const, "shared" as const),
    template: fc.constantFrom("You are {{agent.displayName}}.", "Known: {{memory}}"),
  })
  .map((given): Gathered =>
    gathered({
      scope: given.scope,
      agent: agent({
        maxContextTokens: given.window,
        maxOutputTokens: 100,
        systemPromptTemplate: given.template,
        workspaceFiles: { include: ["*.md"], includeTags: given.includeTags, exclude: given.excluded },
      }),
      soul: [file("SOUL.md", "Be kind.")],
      files: [
        file(at("AGENTS.md"), text("AGENTS.md", given.core[0])),
        file(at("USER.md"), text("USER.md", given.core[1])),
        file(at("IDENTITY.md"), `- name: Kate\n${text("IDENTITY.md", given.core[2])}`),
        ...given.others.map(({ size: tokens, tags, priority }, index) =>
          file(at(`f${index}.md`), text(`f${index}.md`, tokens), { tags, priority }),
        ),
      ],
      notes: [
        {
          date: "2026-03-04",
          files: [file(at("memory/2026-03-04.md"), text("note", given.notes))],
        },
      ],
      memoryFile: file(at("MEMORY.md"), text("MEMORY.md", given.memory)),
      additional: [{ asked: "RULES.md", file: file(at("RULES.md"), text("RULES.md", given.notes)) }],
      hits: given.hits.map((tokens, index) => hit(`h${index}`, words(tokens))),
      tools: toolsOf(given.tools),
      skills: given.skills.map((tokens, index) => ({
        name: `skill${index}`,
        description: words(tokens),
      })),
      history: conversationOf(given.history),
      projectFiles: given.others.map(({ size: tokens }, index) => {
        const body = `${text(`p${index}.ts`, tokens)}${index % 3 === 0 ? "\n```\n" : ""}`;
        return projectFile(index, body);
      }),
    }),
  );
