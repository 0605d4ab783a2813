import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Failure } from "#shared/contract/index.ts";
import { agent, file, gathered, hit, run, turn, words } from "./test-gathered.ts";
import { at, runIfItFits, toolsOf } from "./test-prompts.ts";
import type { Gathered, HistoryMessage, SourceFile } from "./types.ts";

const profiles = ["layered", "harness", "persona", "snapshot"] as const;
const CORE = ["AGENTS.md", "USER.md", "IDENTITY.md"];

/** Text that says whose it is, so that a leak can be found. */
const text = (name: string, tokens: number) => (tokens === 0 ? "" : `${name}!${words(tokens, "x ")}`);

const sizes = fc.integer({ min: 0, max: 3_000 });
const coreFiles = fc.tuple(sizes, sizes, sizes).map((tokens) =>
  CORE.map((name, index) => {
    const body =
      index === 2 ? `- name: Kate\n${text(name, tokens[index] ?? 0)}` : text(name, tokens[index] ?? 0);
    return file(at(name), body);
  }),
);
const otherFiles = fc
  .array(
    fc.record({
      tokens: sizes,
      priority: fc.option(fc.integer({ min: 0, max: 200 })),
      tags: fc.subarray(["code", "food", "shared"]),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list.map(({ tokens, priority, tags }, index) =>
      file(at(`f${index}.md`), text(`f${index}.md`, tokens), { priority, tags }),
    ),
  );
const history = fc
  .array(fc.tuple(fc.constantFrom("user", "assistant"), fc.integer({ min: 1, max: 400 })), { maxLength: 12 })
  .map((list) => [
    ...list.map(([role, tokens], index): HistoryMessage => turn(`m${index}`, role as "user", words(tokens))),
    turn("newest", "user", "and now?"),
  ]);

const inputs = fc
  .record({
    core: coreFiles,
    other: otherFiles,
    history,
    soul: fc.integer({ min: 1, max: 200 }),
    hits: fc.array(fc.integer({ min: 1, max: 600 }), { maxLength: 25 }),
    tools: fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 4 }),
    window: fc.integer({ min: 600, max: 20_000 }),
    memory: sizes,
    additional: sizes,
    projectFiles: fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 6 }),
    scope: fc.constantFrom("main" as const, "shared" as const),
    includeTags: fc.subarray(["code"]),
  })
  .map((given): Gathered =>
    gathered({
      agent: agent({
        maxContextTokens: given.window,
        maxOutputTokens: 200,
        workspaceFiles: { include: ["*.md"], includeTags: given.includeTags, exclude: [] },
      }),
      scope: given.scope,
      soul: [file("SOUL.md", text("SOUL.md", given.soul))],
      files: [...given.core, ...given.other],
      memoryFile: file(at("MEMORY.md"), text("MEMORY.md", given.memory)),
      additional: [{ asked: "RULES.md", file: file(at("RULES.md"), text("RULES.md", given.additional)) }],
      hits: given.hits.map((tokens, index) => hit(`h${index}`, `HIT!${words(tokens)}`)),
      tools: toolsOf(given.tools),
      history: given.history,
      projectFiles: given.projectFiles.map((tokens, index) => ({
        path: `src/p${index}.ts`,
        text: text(`p${index}.ts`, tokens),
        origin: "you" as const,
        utf8Bytes: tokens * 4,
        changedAt: index,
        tokens,
        sha256: "00",
      })),
    }),
  );

const check = (property: (input: Gathered, profile: string) => void) =>
  fc.assert(fc.property(inputs, fc.constantFrom(...profiles), property), { numRuns: 150 });

describe("§3 properties", () => {
  it("the same input gives the same bytes", () => {
    check((input, profile) => {
      expect(JSON.stringify(runIfItFits(input, profile))).toBe(
        JSON.stringify(runIfItFits(structuredClone(input), profile)),
      );
    });
  });

  it("limits, pins and marks that were tried before change nothing", () => {
    // Few values, so that a prompt often meets what an earlier one left behind.
    const tried = fc.record(
      {
        window: fc.constantFrom(2_000, 4_000, 8_000, 20_000),
        profile: fc.record(
          {
            total: fc.constantFrom(3_000, 6_000),
            perFile: fc.constantFrom(500, 3_000),
            pin: fc.subarray([at("f0.md"), at("f1.md")]),
            exclude: fc.subarray(["f1.md", "f2.md"]),
            fileHeader: fc.constantFrom("## {name}", ""),
            marker: fc.constantFrom("[cut at {limit}]", "…"),
          },
          { requiredKeys: [] },
        ),
        files: fc.dictionary(
          fc.constantFrom(at("f0.md"), at("f3.md")),
          fc.record(
            { pin: fc.boolean(), exclude: fc.boolean(), priority: fc.integer({ min: 0, max: 200 }) },
            { requiredKeys: [] },
          ),
          { maxKeys: 2 },
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(inputs, fc.array(tried, { minLength: 2, maxLength: 8 }), (input, series) => {
        // Copies are met for the first time, so nothing that was kept from an earlier prompt is used for them.
        for (const overrides of series)
          expect(runIfItFits(input, "layered", overrides)).toEqual(
            runIfItFits(structuredClone(input), "layered", overrides),
          );
      }),
      { numRuns: 150 },
    );
  });

  it("sent tokens never exceed the window", () => {
    check((input, profile) => {
      const manifest = runIfItFits(input, profile)?.manifest;
      if (!manifest) return;
      expect(manifest.window.used + manifest.window.reservedOutput).toBeLessThanOrEqual(manifest.window.max);
      expect(manifest.window.free).toBeGreaterThanOrEqual(0);
    });
  });

  it("segments' sent tokens add up to the total, the overhead being a line of its own", () => {
    check((input, profile) => {
      const manifest = runIfItFits(input, profile)?.manifest;
      if (!manifest) return;
      const sum = manifest.segments.reduce((total, each) => total + each.sent.tokens, 0);
      expect(sum).toBe(manifest.window.used);
      expect(manifest.layers.reduce((total, each) => total + each.tokens, 0)).toBe(sum);
      expect(manifest.segments.filter((each) => each.layer === "overhead")).toHaveLength(1);
    });
  });

  it("a priority file is never excluded by budget", () => {
    check((input, profile) => {
      for (const each of runIfItFits(input, profile)?.manifest.segments ?? []) {
        if (each.layer !== "core") continue;
        expect(
          ["total-limit", "window", "file-limit"].includes(each.reason ?? "") && each.status === "excluded",
        ).toBe(false);
      }
    });
  });

  it("raising any limit never removes a segment of higher priority", () => {
    const limits = fc.record({
      window: fc.integer({ min: 0, max: 5_000 }),
      total: fc.integer({ min: 0, max: 5_000 }),
      perFile: fc.integer({ min: 0, max: 2_000 }),
    });
    fc.assert(
      fc.property(inputs, limits, (input, raised) => {
        const low = { window: 8_000, profile: { total: 6_000, perFile: 1_500 } };
        const high = {
          window: low.window + raised.window,
          profile: { total: 6_000 + raised.total, perFile: 1_500 + raised.perFile },
        };
        for (const [name, changed] of Object.entries({
          window: { ...low, window: high.window },
          total: { ...low, profile: { ...low.profile, total: high.profile.total } },
          perFile: { ...low, profile: { ...low.profile, perFile: high.profile.perFile } },
        })) {
          const before = runIfItFits(input, "layered", low);
          const after = runIfItFits(input, "layered", changed);
          if (!before) continue;
          const kept = (result: typeof before) =>
            result.manifest.segments
              .filter((each) => ["core", "files"].includes(each.layer))
              .map((each) => ({
                id: each.id,
                isIn: each.status === "included" || each.status === "truncated",
              }));
          const wasIn = new Set(
            kept(before)
              .filter((each) => each.isIn)
              .map((each) => each.id),
          );
          const isIn = kept(after ?? before);
          // Room goes to the front of the order first: whatever left, everything behind it left too.
          const firstGone = isIn.findIndex((each) => wasIn.has(each.id) && !each.isIn);
          if (firstGone < 0) continue;
          expect(name).toBe("perFile");
          const behind = isIn.slice(firstGone).filter((each) => each.isIn && each.id.startsWith("files:"));
          expect(behind).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("is refused only when SOUL, prompt, tools and newest message alone are over, and names the largest", () => {
    const refusalOf = (input: Gathered, profile: string): string | null => {
      try {
        run(input, profile);
        return null;
      } catch (error) {
        if (error instanceof Failure && error.code === "window-too-small") return error.message;
        throw error;
      }
    };
    check((input, profile) => {
      const tight = { ...input, agent: { ...input.agent, maxContextTokens: 700 } };
      const bare = { ...tight, files: [], hits: [], additional: [], notes: [], projectFiles: [] };
      const alone = { ...bare, memoryFile: input.knowledge, history: input.history.slice(-1) };
      const refusal = refusalOf(tight, profile);
      expect(refusal === null).toBe(refusalOf(alone, profile) === null);
      expect(refusal ?? "The largest parts: none (0)").toMatch(/The largest parts: .+ \(\d+\)/);
    });
  });

  it("every candidate appears exactly once", () => {
    check((input, profile) => {
      const manifest = runIfItFits(input, profile)?.manifest;
      if (!manifest) return;
      const ids = manifest.segments.map((each) => each.id);
      expect(new Set(ids).size).toBe(ids.length);
      const sources = new Set(manifest.segments.map((each) => each.source));
      const expected: Record<string, (SourceFile | { path: string })[]> = {
        layered: [...input.soul, ...input.files],
        harness: [...input.files.filter((each) => each.role === "agents"), input.memoryFile, input.knowledge],
        persona: [...input.soul, ...input.files.filter((each) => each.role !== "context"), input.memoryFile],
        snapshot: [...input.soul, ...input.projectFiles],
      };
      for (const { path } of expected[profile] ?? []) expect(sources).toContain(path);
      for (const message of input.history) expect(sources).toContain(`message:${message.id}`);
      const hits = profile === "layered" ? input.hits.map((each) => `memory:${each.id}`) : [];
      expect(ids).toEqual(expect.arrayContaining(hits));
    });
  });

  it("what is not sent has no size and no place, and a raw size is given in tokens and characters", () => {
    check((input, profile) => {
      for (const each of runIfItFits(input, profile)?.manifest.segments ?? []) {
        const hasBoth = each.raw.tokens > 0 === each.raw.chars > 0;
        expect(hasBoth || each.layer === "overhead" ? null : each.id).toBeNull();
        const isSent = ["included", "truncated", "summarised"].includes(each.status);
        const isNowhere = each.sent.tokens + each.sent.chars === 0 && each.message === null && !each.range;
        expect(isSent || isNowhere ? null : each.id).toBeNull();
      }
    });
  });

  it("text of a main-only file never appears in a shared prompt", () => {
    check((input, profile) => {
      const result = runIfItFits({ ...input, scope: "shared" }, profile);
      const prompt = JSON.stringify(result?.messages ?? []);
      const open = new Set(
        input.files.filter((each) => each.tags.includes("shared") && each.role === "context"),
      );
      for (const each of [...input.files, input.memoryFile]) {
        if (["agents", "identity"].includes(each.role) || open.has(each)) continue;
        expect(prompt).not.toContain(`${each.name}!`);
      }
      expect(prompt).not.toContain("HIT!");
      expect(prompt).not.toContain("RULES.md!");
      expect(prompt).not.toContain(".ts!");
    });
  });

  it("each segment stands in its message where its range says, and ranges do not overlap", () => {
    check((input, profile) => {
      const result = runIfItFits(input, profile);
      if (!result) return;
      const byMessage = new Map<number, [number, number][]>();
      for (const { message, range, status, sent } of result.manifest.segments) {
        if (message === null || range === null) continue;
        expect(["included", "truncated"]).toContain(status);
        expect(range[1]).toBeLessThanOrEqual(result.messages[message]?.content.length ?? 0);
        expect(sent.chars).toBe(range[1] - range[0]);
        byMessage.set(message, [...(byMessage.get(message) ?? []), range]);
      }
      for (const ranges of byMessage.values()) {
        const sorted = ranges.toSorted((a, b) => a[0] - b[0]);
        for (const [index, range] of sorted.entries()) {
          expect(range[0]).toBeGreaterThanOrEqual(sorted[index - 1]?.[1] ?? 0);
        }
      }
    });
  });
});
