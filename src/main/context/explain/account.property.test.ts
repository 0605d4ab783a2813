import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Failure } from "#shared/contract/index.ts";
import { loadEncoder } from "../../tokens/load-encoder.ts";
import { referenceCount } from "../../tokens/test-reference-count.ts";
import { assemble, type Assembled } from "../assemble.ts";
import { resolveProfile } from "../profiles/resolve-profile.ts";
import { agent, file, gathered, hit, turn } from "../test-gathered.ts";
import type { Gathered, Meter, SourceFile } from "../types.ts";

/** The account against the tokenizer's own count of what is sent, on text that tokenizers find hard. */

const encoder = await loadEncoder("o200k_base");
const never = () => {};
const meter: Meter = {
  tokens: (text) => encoder.count(text, never).tokens,
  cut: (text, limit) => encoder.cut(text, [Math.max(0, limit)], never).offsets[0] ?? 0,
};

const MARKS = ["-", "=", ":", ";", "…", "!", "#", "*", "`", "~", ".", ")", "|", ">", "/", "。", "—"];
const PARTS = [
  "the oven needs flour",
  "# Rye\n",
  "- item\n",
  "| a | b |\n|---|---|\n",
  "```ts\nconst x = 1;\n```\n",
  "烤面包的时间是早上六点。",
  "今日のパン、",
  "빵을 굽다 ",
  "🥖🍞👩‍🍳",
  "naïve café ",
  "\u00a0",
  "\u3000",
  "\t",
  "  ",
  "\n",
  "\r\n",
  "\n\n",
  "    indented\n",
  "<|endoftext|>",
  "https://example.org/a?b=c&d ",
  "1234567890 ",
  "'s ",
];
const part = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PARTS) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...MARKS), fc.integer({ min: 1, max: 40 }))
      .map(([mark, times]) => mark.repeat(times)),
  },
);
const text = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(""));

const source = (path: string, body: string): SourceFile =>
  file(path, body, { tokens: encoder.count(body, never).tokens });
const at = (name: string) => `workspace/${name}`;

const inputs = fc
  .record({
    core: fc.tuple(text, text, text),
    others: fc.array(text, { maxLength: 6 }),
    texts: fc.tuple(text, text, text, text),
    hits: fc.array(text, { maxLength: 4 }),
    history: fc.array(text, { maxLength: 6 }),
    template: fc.constantFrom("You are {{agent.displayName}}.", "Known:\n{{memory}}\n----------------", ""),
    description: text,
    window: fc.integer({ min: 900, max: 6_000 }),
  })
  .map((given): Gathered => {
    const [soul, memory, knowledge, rules] = given.texts;
    return gathered({
      agent: agent({
        maxContextTokens: given.window,
        maxOutputTokens: 100,
        systemPromptTemplate: given.template,
      }),
      soul: [source("SOUL.md", soul)],
      files: [
        ...["AGENTS.md", "USER.md", "IDENTITY.md"].map((name, index) =>
          source(at(name), `${index === 2 ? "- name: Kate!!!!\n" : ""}${given.core[index] ?? ""}`),
        ),
        ...given.others.map((body, index) => source(at(`f${index}.md`), body)),
      ],
      memoryFile: source(at("MEMORY.md"), memory),
      knowledge: source(at("knowledge/KNOWLEDGE.md"), knowledge),
      knowledgePaths: ["knowledge/KNOWLEDGE.md"],
      notes: [{ date: "2026-03-04", files: [source(at("memory/2026-03-04.md"), knowledge)] }],
      additional: [{ asked: "RULES.md", file: source(at("RULES.md"), rules) }],
      skills: [{ name: "bake", description: given.description }],
      hits: given.hits.map((body, index) => hit(`h${index}`, body)),
      tools: [{ name: "read_file", description: given.description, parameters: { type: "object" } }],
      history: [
        ...given.history.map((body, index) => turn(`m${index}`, index % 2 ? "assistant" : "user", body)),
        turn("newest", "user", "and now?"),
      ],
      projectFiles: given.others.map((body, index) => ({
        path: `src/p${index}.ts`,
        text: body,
        origin: "you" as const,
        utf8Bytes: Buffer.byteLength(body),
        changedAt: index,
        tokens: encoder.count(body, never).tokens,
        sha256: "00",
      })),
    });
  });

const attempt = (input: Gathered, profile: string, fields: Record<string, unknown>): Assembled | null => {
  const overrides = { profile: fields };
  try {
    return assemble({ ...input, overrides }, resolveProfile(profile, [], overrides), meter);
  } catch (error) {
    if (error instanceof Failure && error.code === "window-too-small") return null;
    throw error;
  }
};

/** Everything a server reads: contents, tool definitions, and what the chat format adds. */
const readByServer = ({ messages, tools }: Assembled): number =>
  messages.reduce((sum, { content }) => sum + referenceCount(content) + 4, 3) +
  tools.reduce((sum, tool) => sum + referenceCount(JSON.stringify(tool)), 0);

describe("the account, by the tokenizer's own count of the joined messages", () => {
  it.each([
    ["layered", { perFile: 60, total: 400 }],
    ["layered", {}],
    ["harness", { injection: { maxContextTokens: 300 } }],
    ["persona", { perFile: 200, total: 900 }],
    ["snapshot", { maxChars: 900 }],
  ])("%s %j never sends more than it says, nor more than the window holds", (profile, fields) => {
    fc.assert(
      fc.property(inputs, (input) => {
        const result = attempt(input, profile, fields);
        if (!result) return;
        const { used, max, reservedOutput } = result.manifest.window;
        const real = readByServer(result);
        expect(real).toBeLessThanOrEqual(used);
        expect(real + reservedOutput).toBeLessThanOrEqual(max);
      }),
      { numRuns: 150 },
    );
  });

  it("never cuts inside a character, whatever the limit and the text", () => {
    fc.assert(
      fc.property(inputs, fc.integer({ min: 1, max: 60 }), (input, perFile) => {
        for (const { content } of attempt(input, "layered", { perFile })?.messages ?? [])
          expect(content.isWellFormed()).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it("counts a run of marks with the line break that follows it", () => {
    const marks = ";".repeat(16);
    const input = gathered({ files: [1, 2, 3, 4, 5].map((index) => source(at(`${index}.md`), marks)) });
    const result = attempt(input, "layered", {});
    if (!result) throw new Error("refused");
    expect(referenceCount(`${marks}\n\n`)).toBeGreaterThan(referenceCount(marks) + referenceCount("\n\n"));
    expect(readByServer(result)).toBeLessThanOrEqual(result.manifest.window.used);
  });
});
