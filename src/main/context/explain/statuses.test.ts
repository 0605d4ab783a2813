import type { Gathered } from "../types.ts";
import { describe, expect, it } from "vitest";
import { type Segment, segmentReason, segmentStatus } from "#shared/model/manifest.ts";
import { missingSource } from "../gather/gather-sources.ts";
import { agent, file, gathered, hit, run, segment, turn, words } from "../test-gathered.ts";

const at = (name: string) => `workspace/${name}`;
const project = (path: string, text: string) => ({
  path,
  text,
  origin: "you" as const,
  utf8Bytes: text.length,
  changedAt: 0,
  tokens: Math.ceil(text.length / 4),
  sha256: "00",
});

/** One prompt in which files meet every limit of `layered`. */
const layered = () =>
  run(
    gathered({
      agent: agent({ workspaceFiles: { include: ["*.md"], includeTags: ["code"], exclude: ["secret.md"] } }),
      files: [
        file(at("AGENTS.md"), words(400)),
        missingSource(at("USER.md"), "user"),
        file(at("IDENTITY.md"), " \n"),
        file(at("a.md"), words(90), { tags: ["code"] }),
        file(at("b.md"), words(90), { tags: ["code"] }),
        file(at("food.md"), words(10)),
        file(at("secret.md"), words(10), { tags: ["code"] }),
      ],
      hits: [hit("1", words(100)), hit("2", words(100))],
      history: [{ ...turn("s", "user", "summary"), summary: true }, turn("1", "user", "hi")],
      summarised: [turn("0", "user", "long ago")],
    }),
    "layered",
    { profile: { perFile: 100, total: 200, memoryTokens: 150 } },
  ).manifest;

const tight = () =>
  run(
    gathered({
      agent: agent({ maxContextTokens: 1_000, maxOutputTokens: 100 }),
      files: [file(at("AGENTS.md"), words(3_000)), file(at("z.md"), words(300))],
      hits: [hit("1", words(200))],
      history: [turn("old", "user", words(500)), turn("new", "user", "hi")],
    }),
  ).manifest;

const shared = () => run(gathered({ scope: "shared", files: [file(at("USER.md"), "mine")] })).manifest;

const harness = () =>
  run(
    gathered({
      memoryFile: file(at("MEMORY.md"), words(9_000)),
      additional: [{ asked: "../x.md", file: missingSource("../x.md", "other", "traversal") }],
    }),
    "harness",
  ).manifest;

const snapshot = () =>
  run(
    gathered({
      projectFiles: [
        project("big.ts", "x".repeat(900)),
        project("a.ts", "a"),
        project("b.ts", "b"),
        project("c.ts", "c"),
      ],
      history: Array.from({ length: 4 }, (_, index) => turn(String(index), "user", "x".repeat(40))),
    }),
    "snapshot",
    { profile: { maxFiles: 2, maxChars: 500, history: { maxMessages: 3, maxChars: 100 } } },
  ).manifest;

const served = () => {
  const parameters = { type: "object", description: "x".repeat(900) };
  const tools: Gathered["tools"] = [
    { name: "find_tools", description: "Finds tools.", parameters: {}, finds: true },
    { name: "mcp__a__b", description: "Says hello.", parameters, origin: "outside" },
  ];
  return run(gathered({ tools, shelf: { share: 0, keep: new Set(), joined: new Set() } })).manifest;
};

const attached = () => {
  const cut = [{ path: "Lease.pdf", chars: 90_000, kept: 2, passages: 1, places: ["Page 62"] }];
  const pictureSizes = [{ name: "oven.png", width: 9, height: 9, tokens: 576, held: "model" as const }];
  return run(
    gathered({
      history: [
        { ...turn("seen", "user", "Is it clean?"), pictureSizes },
        { ...turn("asked", "user", "hi"), cut },
      ],
    }),
  ).manifest;
};

describe("§3 statuses and reasons", () => {
  it.each([
    ["included", null, at("a.md"), layered],
    ["truncated", "per-file-limit", at("AGENTS.md"), layered],
    ["excluded", "total-limit", at("b.md"), layered],
    ["excluded", "tag-filter", at("food.md"), layered],
    ["excluded", "explicit-exclude", at("secret.md"), layered],
    ["excluded", "empty", at("IDENTITY.md"), layered],
    ["missing", null, at("USER.md"), layered],
    ["summarised", null, "message:0", layered],
    ["truncated", "window", at("AGENTS.md"), tight],
    ["excluded", "window", at("z.md"), tight],
    ["trimmed", "window", "memory/2026-03-01.md", tight],
    ["dropped", "window", "message:old", tight],
    ["excluded", "scope", at("USER.md"), shared],
    ["truncated", "memory-budget", at("MEMORY.md"), harness],
    ["excluded", "traversal", "../x.md", harness],
    ["excluded", "char-limit", "big.ts", snapshot],
    ["excluded", "file-limit", "c.ts", snapshot],
    ["excluded", "shelf", "tool:mcp__a__b", served],
    ["truncated", "passages", "message:asked", attached],
    ["truncated", "pictures", "message:seen", attached],
    ["dropped", "total-limit", "message:0", snapshot],
    ["dropped", "char-limit", "message:1", snapshot],
  ] as const)("says %s with the reason %s of %s", (status, reason, source, manifest) => {
    expect(segment(manifest(), source)).toMatchObject({ status, reason });
  });

  it("says trimmed with memory-budget of a hit that its budget drops", () => {
    const hits = layered().segments.filter(({ layer }) => layer === "memory");
    expect(hits.map(({ status, reason }) => [status, reason])).toEqual([
      ["included", null],
      ["trimmed", "memory-budget"],
    ]);
  });

  it("has no status and no reason that the tests above do not show", () => {
    const seen = [layered(), tight(), shared(), harness(), snapshot(), served(), attached()].flatMap(
      ({ segments }) => segments,
    );
    const values = (of: (each: Segment) => string | null) =>
      [...new Set(seen.map(of))].filter((value) => value !== null).toSorted();
    expect(values(({ status }) => status)).toEqual(segmentStatus.options.toSorted());
    expect(values(({ reason }) => reason)).toEqual(segmentReason.options.toSorted());
  });
});
