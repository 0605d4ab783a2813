import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Overrides } from "#shared/contract/context.ts";
import type { Segment } from "#shared/model/manifest.ts";
import { agent, file, gathered, hit, words } from "../test-gathered.ts";
import { at, conversationOf, projectFile, runIfItFits, toolsOf } from "../test-prompts.ts";
import type { Gathered } from "../types.ts";

/**
 * Raising a limit may bring something in, and what comes in may push out what stands behind it. It never
 * pushes out what stands before it: files by their order, then messages from the newest to the oldest, then
 * memory hits by rank.
 */

const size = fc.integer({ min: 0, max: 700 });
const text = (name: string, tokens: number) => (tokens === 0 ? "" : words(tokens, `${name} `));

const inputs = fc
  .record({
    core: fc.tuple(size, size, size),
    others: fc.array(fc.record({ size, priority: fc.option(fc.integer({ min: 0, max: 9 })) }), {
      maxLength: 8,
    }),
    notes: fc.tuple(size, size),
    memory: size,
    knowledge: size,
    rules: fc.array(size, { maxLength: 3 }),
    hits: fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 8 }),
    history: fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 10 }),
    tools: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 2 }),
    project: fc.array(size, { maxLength: 8 }),
    window: fc.integer({ min: 1_500, max: 9_000 }),
  })
  .map((given): Gathered =>
    gathered({
      agent: agent({ maxContextTokens: given.window, maxOutputTokens: 100 }),
      soul: [file("SOUL.md", "Be kind.")],
      files: [
        file(at("AGENTS.md"), text("agents", given.core[0])),
        file(at("USER.md"), text("user", given.core[1])),
        file(at("IDENTITY.md"), `- name: Kate\n${text("identity", given.core[2])}`),
        ...given.others.map(({ size: tokens, priority }, index) =>
          file(at(`f${index}.md`), text(`f${index}`, tokens), { priority }),
        ),
      ],
      notes: given.notes.map((tokens, index) => ({
        date: `2026-03-0${4 - index}`,
        files: [file(at(`memory/2026-03-0${4 - index}.md`), text("note", tokens))],
      })),
      memoryFile: file(at("MEMORY.md"), text("memory", given.memory)),
      knowledge: file(at("knowledge/KNOWLEDGE.md"), text("knowledge", given.knowledge)),
      knowledgePaths: ["knowledge/KNOWLEDGE.md"],
      additional: given.rules.map((tokens, index) => ({
        asked: `r${index}.md`,
        file: file(at(`r${index}.md`), text(`r${index}`, tokens), { role: "other" }),
      })),
      hits: given.hits.map((tokens, index) => hit(`h${index}`, words(tokens))),
      tools: toolsOf(given.tools),
      history: conversationOf(given.history),
      projectFiles: given.project.map((tokens, index) => {
        const body = text(`p${index}`, tokens);
        return projectFile(index, body);
      }),
    }),
  );

const attempt = (input: Gathered, profile: string, overrides: Overrides) =>
  runIfItFits(input, profile, overrides)?.manifest.segments ?? null;

const isIn = ({ status }: Segment) => status === "included" || status === "truncated";
const isFile = ({ layer }: Segment) => layer === "core" || layer === "files" || layer === "soul";
/** MEMORY.md is a file in its place; hits come last. */
const isHit = ({ id }: Segment) => /^memory:h\d+$/.test(id);

const kindOf = (each: Segment) => (isHit(each) ? "hit" : each.layer === "history" ? "history" : "file");

/** Highest first. */
const byStanding = (segments: readonly Segment[]): readonly Segment[] => {
  const others = segments.filter((each) => !isHit(each));
  return [
    ...others.filter((each) => isFile(each) || each.layer === "memory"),
    ...others.filter(({ layer }) => layer === "history").toReversed(),
    ...segments.filter(isHit),
  ];
};

/** Limits as they are at first, and how far each is raised. */
const profiles = [
  [
    "layered",
    { perFile: 300, total: 1_500, memoryTokens: 300, memoryHits: 4, "history.maxTokens": 600 },
    { perFile: 500, total: 2_000, memoryTokens: 900, memoryHits: 5, "history.maxTokens": 900 },
  ],
  [
    "harness",
    { "injection.maxContextTokens": 400, "history.maxTokens": 600 },
    { "injection.maxContextTokens": 2_000, "history.maxTokens": 900 },
  ],
  [
    "persona",
    { perFile: 900, total: 3_000, "history.maxTokens": 600 },
    { perFile: 2_100, total: 9_000, "history.maxTokens": 900 },
  ],
  [
    "snapshot",
    {
      maxFiles: 3,
      maxChars: 4_000,
      "history.maxMessages": 4,
      "history.maxChars": 1_500,
      "history.maxTokens": 400,
    },
    {
      maxFiles: 5,
      maxChars: 8_000,
      "history.maxMessages": 5,
      "history.maxChars": 3_000,
      "history.maxTokens": 900,
    },
  ],
] as const;

const cases = profiles.flatMap(([profile, low, steps]) =>
  ["window", ...Object.keys(steps)].map((limit) => [profile, limit, low, steps] as const),
);

it.each(cases)("%s: raising %s never removes a segment of higher priority", (profile, limit, low, steps) => {
  const most =
    limit === "window" ? 6_000 : (Object.entries(steps).find(([name]) => name === limit)?.[1] ?? 0);
  fc.assert(
    fc.property(inputs, fc.integer({ min: 1, max: most }), (input, by) => {
      const window = input.agent.maxContextTokens ?? 0;
      const value = Object.entries(low).find(([name]) => name === limit)?.[1] ?? 0;
      const before = attempt(input, profile, { window, profile: { ...low } });
      const after = attempt(
        input,
        profile,
        limit === "window"
          ? { window: window + by, profile: { ...low } }
          : { window, profile: { ...low, [limit]: value + by } },
      );
      if (!before) return;
      // A prompt that was possible stays possible.
      if (!after) throw new Error("Refused with the higher limit.");
      const wasIn = new Set(before.filter(isIn).map(({ id }) => id));
      const order = byStanding(after);
      const firstLost = order.findIndex((each) => wasIn.has(each.id) && !isIn(each));
      const lost = order[firstLost];
      if (!lost) return;
      // Room that files leave may go to messages and hits, but to no file behind them.
      const sameKind = order.slice(firstLost).filter((each) => kindOf(each) === kindOf(lost));
      const gained = sameKind.filter((each) => isIn(each) && !wasIn.has(each.id));
      expect(gained.map(({ id }) => id)).toEqual([]);
      // Whatever left made room for itself or for something before it that the limit held back.
      const wasHeldBack = order.slice(0, firstLost + 1).some((each) => {
        const was = before.find(({ id }) => id === each.id);
        return was && (was.reason !== each.reason || each.sent.tokens > was.sent.tokens);
      });
      expect(wasHeldBack, `${lost.id} left for nothing`).toBe(true);
    }),
    { numRuns: 200 },
  );
});
