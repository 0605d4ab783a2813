import { expect, it } from "vitest";
import type { Agent } from "#shared/contract/agents.ts";
import type { Manifest, Segment } from "#shared/model/manifest.ts";
import { testProfile } from "#shared/model/test-profile.ts";
import type { AdviceInput } from "./advice-input.ts";
import { advise } from "./advise.ts";

it("says where the date breaks the cache and what is read again because of it", () => {
  const [finding] = advise(
    inputOf([
      { id: "soul:SOUL.md", layer: "soul", source: "SOUL.md", text: "Be kind.", tokens: 100 },
      {
        id: "system:prompt",
        layer: "system",
        source: "prompt",
        text: "Today is 2026-11-16. Answer.",
        tokens: 28,
      },
      { id: "files:a", layer: "files", source: "workspace/a.md", text: "long", tokens: 900 },
    ]),
  );
  expect(finding).toMatchObject({ kind: "date", at: 109, saves: 919, files: ["agents.yaml"] });
  expect(finding?.text).toContain("token ~109");
  expect(finding?.edit).toEqual({ kind: "date-last" });
});

it("keeps quiet about a date that is as late as it can be", () => {
  const { target, ...input } = inputOf([
    { id: "system:prompt", layer: "system", source: "prompt", text: "Today is 2026-11-16.\n", tokens: 12 },
    { id: "system:skills", layer: "system", source: "skills", text: "Skills", tokens: 110 },
  ]);
  const agent = { systemPromptTemplate: "Today is {{date}}.\n" } as Agent;
  expect(advise({ ...input, target: { ...target, agent } })).toEqual([]);
});

it("keeps quiet about a date after which nothing steady comes", () => {
  expect(
    advise(
      inputOf([
        { id: "files:a", layer: "files", source: "workspace/a.md", text: "long", tokens: 900 },
        { id: "system:prompt", layer: "system", source: "prompt", text: "Today is 2026-11-16.", tokens: 12 },
        { id: "memory:m", layer: "memory", source: "MEMORY.md", text: "- a fact", tokens: 700 },
      ]),
    ),
  ).toEqual([]);
});

it("finds two files that share most of their lines, and what the smaller one costs", () => {
  const lines = Array.from({ length: 10 }, (_, index) => `line number ${index} of the common part`);
  const own = Array.from({ length: 10 }, (_, index) => `line number ${index} of the other part`);
  const [finding] = advise(
    inputOf([
      {
        id: "files:a",
        layer: "files" as const,
        source: "workspace/A.md",
        text: lines.slice(0, 10).join("\n"),
        tokens: 200,
      },
      {
        id: "files:b",
        layer: "files" as const,
        source: "workspace/B.md",
        text: [...lines.slice(0, 6), ...own].join("\n"),
        tokens: 400,
      },
    ]),
  );
  expect(finding).toMatchObject({
    kind: "shared-lines",
    saves: 120,
    files: ["workspace/A.md", "workspace/B.md"],
  });
  expect(finding?.text).toBe("A.md shares 60 % of its lines with B.md.");
});

it("calls a file a duplicate when another one holds all of it", () => {
  const text = Array.from({ length: 6 }, (_, index) => `the same line with number ${index}`).join("\n");
  const [finding] = advise(
    inputOf([
      {
        id: "core:a",
        layer: "core",
        source: "workspace/AGENTS.md",
        text: `${text}\nand one more line here`,
        tokens: 90,
      },
      { id: "files:b", layer: "files", source: "workspace/HOURS.md", text, tokens: 80 },
    ]),
  );
  expect(finding).toMatchObject({
    kind: "duplicate",
    saves: 80,
    edit: { kind: "exclude", path: "workspace/HOURS.md", on: true },
  });
  expect(finding?.text).toContain("HOURS.md is also in AGENTS.md");
});

it("warns of a file that is nearly cut", () => {
  const [finding] = advise(
    inputOf([
      {
        id: "core:a",
        layer: "core",
        source: "workspace/AGENTS.md",
        text: "x",
        tokens: 920,
        detail: { nearLimit: true, limit: 1000 },
      },
    ]),
  );
  expect(finding).toMatchObject({
    kind: "near-limit",
    saves: 70,
    edit: { kind: "raise", fields: { perFile: 1200 } },
  });
  expect(finding?.text).toContain("92 %");
});

it("sends a file that often changes behind the others", () => {
  const files = ["AGENTS.md", "PRICES.md"].map((name, index) => ({
    id: `files:${name}`,
    layer: "files" as const,
    source: `workspace/${name}`,
    text: "x",
    tokens: 300,
    detail: { priority: 100 + index },
  }));
  const input = inputOf(files);
  const broken = (brokenBy: string) =>
    advise({
      ...input,
      manifest: { ...input.manifest, prefix: { hash: "", stableTokens: 40, brokenBy } },
    })[0];
  expect(broken("files:AGENTS.md")).toMatchObject({
    kind: "broken-cache",
    edit: { kind: "priority", path: "workspace/AGENTS.md", priority: 102 },
  });
  expect(broken("files:PRICES.md")).toBeUndefined();
});

it("names tools as unused only after enough answers", () => {
  const tools = ["read_file", "who_am_i"].map((name) => ({
    id: `tools:${name}`,
    layer: "tools" as const,
    source: `tool:${name}`,
    text: "",
    tokens: 100,
  }));
  expect(advise({ ...inputOf(tools), usedTools: new Set(["read_file"]), answers: 3 })).toEqual([]);
  expect(advise({ ...inputOf(tools), usedTools: new Set(["read_file"]), answers: 10 })).toMatchObject([
    { kind: "unused-tools", saves: 100, edit: { kind: "agent", allowedTools: ["read_file"] } },
  ]);
});

it("gives at most three findings, the largest saving first", () => {
  const near = [100, 400, 300, 200].map((tokens, index) => ({
    id: `files:${index}`,
    layer: "files" as const,
    source: `workspace/${index}.md`,
    text: "x",
    tokens,
    detail: { nearLimit: true, limit: tokens },
  }));
  expect(advise(inputOf(near)).map(({ files }) => files[0])).toEqual([
    "workspace/1.md",
    "workspace/2.md",
    "workspace/3.md",
  ]);
});

type Piece = Pick<Segment, "id" | "layer" | "source" | "detail"> & { text: string; tokens: number };

const profile = testProfile({
  rules: { ...testProfile().rules, limits: ["perFile", "total"] },
});

const inputOf = (pieces: readonly Piece[]): AdviceInput => {
  let content = "";
  const segments = pieces.map(({ id, layer, source, text, tokens, detail }): Segment => {
    const start = content.length;
    content += text;
    const size = { tokens, chars: text.length };
    return {
      id,
      layer,
      source,
      role: "system",
      raw: size,
      sent: size,
      removed: 0,
      status: "included",
      reason: null,
      sha256: "",
      message: layer === "tools" ? null : 0,
      range: layer === "tools" ? null : [start, content.length],
      ...(detail ? { detail } : {}),
    };
  });
  const manifest = {
    segments,
    prefix: { hash: "", stableTokens: 0, brokenBy: null },
  } satisfies Partial<Manifest> as unknown as Manifest;
  return {
    manifest,
    messages: [{ role: "system", content }],
    date: "2026-11-16",
    usedTools: new Set(),
    answers: 0,
    target: { agent: { systemPromptTemplate: "Today is {{date}}. Answer.\nShortly." } as Agent, profile },
  };
};
