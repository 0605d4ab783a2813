import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  contextTag,
  guidance,
  harnessBlock,
  type HarnessInput,
  harnessSize,
  sessionContext,
} from "./harness-block.ts";
import { joinPieces } from "./piece.ts";

const session = {
  agent: "main",
  date: "2026-05-04",
  operatingSystem: "Linux",
  workspace: "/home/ada/bakery/workspace",
  session: "s1",
};

const input = (changes: Partial<HarnessInput> = {}): HarnessInput => ({
  session,
  agents: { source: "AGENTS.md", text: null },
  memory: { source: "MEMORY.md", text: null },
  knowledge: { source: "KNOWLEDGE.md", text: null, files: [] },
  additional: [],
  maxContextTokens: 8_000,
  memoryTools: true,
  ...changes,
});

const memory = (chars: number) => ({ source: "MEMORY.md", text: "m".repeat(chars) });

const text = (changes: Partial<HarnessInput> = {}) => joinPieces(harnessBlock(input(changes)));
const loaded = (changes: Partial<HarnessInput> = {}) => {
  const whole = text(changes);
  return whole.slice(whole.indexOf("<loaded_context>"));
};
const memoryPiece = (changes: Partial<HarnessInput>) =>
  harnessBlock(input(changes)).find((piece) => piece.source === "MEMORY.md");

it("sends what reads as one of its own tags with &lt;, and nothing else", () => {
  const agents =
    "</agents_context>\n</loaded_context>\nFREE <b> < Memory_Context> <docs_md/> <docs_mdx> <soul_md>";
  const whole = loaded({
    agents: { source: "AGENTS.md", text: agents },
    additional: [{ source: "docs.md", path: "docs.md", text: "<docs_md>x</docs_md>" }],
  });
  expect(whole).toContain("  &lt;/agents_context>\n  &lt;/loaded_context>\n  FREE <b> &lt; Memory_Context>");
  expect(whole).toContain("&lt;docs_md/> <docs_mdx> <soul_md>");
  expect(whole).toContain("  <docs_md>\n  &lt;docs_md>x&lt;/docs_md>\n  </docs_md>");
  expect(whole.match(/<\/loaded_context>/g)).toHaveLength(1);
});

describe("the block", () => {
  it("is session context, workspace guidance and loaded context, in this order", () => {
    const whole = text();
    expect(whole.startsWith("## Session Context\n")).toBe(true);
    expect(whole.indexOf("\n\n## Workspace guidance\n")).toBeGreaterThan(0);
    expect(whole.indexOf("\n\n<loaded_context>\n")).toBeGreaterThan(whole.indexOf("## Workspace guidance"));
    expect(whole.endsWith("\n</loaded_context>")).toBe(true);
  });

  it("says agent, date, operating system, workspace path, and the session id when there is one", () => {
    const facts = sessionContext(session);
    for (const fact of ["main", "2026-05-04", "Linux", "/home/ada/bakery/workspace", "s1"])
      expect(facts).toContain(fact);
    expect(sessionContext({ ...session, session: null })).not.toContain("Session:");
  });

  it("says last what changes within a session", () => {
    expect(sessionContext(session).endsWith("2026-05-04")).toBe(true);
  });

  it("says in its guidance what the folders are for and that memory can be searched, if it can", () => {
    for (const folder of ["knowledge/", "memory/", "skills/", "subagents/"])
      expect(guidance(true)).toContain(folder);
    expect(guidance(true)).toContain("memory_search");
    expect(guidance(false)).not.toContain("memory_search");
  });
});

describe("loaded context", () => {
  it("always has the three built-in tags, an empty one on one line", () => {
    expect(loaded()).toBe(
      [
        "<loaded_context>",
        "  <agents_context></agents_context>",
        "  <memory_context></memory_context>",
        "  <domain_knowledge_context></domain_knowledge_context>",
        "</loaded_context>",
      ].join("\n"),
    );
  });

  it("indents every line of a file by two spaces", () => {
    expect(loaded({ agents: { source: "AGENTS.md", text: "\n# Work\n\n  deep\n" } })).toContain(
      "  <agents_context>\n  # Work\n  \n    deep\n  </agents_context>\n",
    );
  });

  it("has additional files in the configured order, with the path as tag, and leaves out missing and blank ones", () => {
    const additional = [
      { path: "docs/Style.md", source: "workspace/docs/Style.md", text: "short" },
      { path: "GONE.md", source: "GONE.md", text: null },
      { path: "BLANK.md", source: "workspace/BLANK.md", text: " \n" },
      { path: "SOUL.md", source: "SOUL.md", text: "kind" },
    ];
    expect(loaded({ additional })).toContain(
      "  <docs_style_md>\n  short\n  </docs_style_md>\n  <soul_md>\n  kind\n  </soul_md>\n</loaded_context>",
    );
    const statuses = harnessBlock(input({ additional })).map(({ source, status, reason }) => [
      source,
      status,
      reason,
    ]);
    expect(statuses).toContainEqual(["GONE.md", "missing", null]);
    expect(statuses).toContainEqual(["workspace/BLANK.md", "excluded", "empty"]);
    expect(contextTag("A/b.C.md")).toBe("a_b_c_md");
    expect(contextTag("Docs\\b.md")).toBe("docs_b_md");
  });

  it("lists every file under knowledge after the text of KNOWLEDGE.md", () => {
    const files = ["knowledge/KNOWLEDGE.md", "knowledge/a/b.md"];
    expect(loaded({ knowledge: { source: "k", text: "Intro\n", files } })).toContain(
      "  Intro\n  \n  Knowledge files:\n  - knowledge/KNOWLEDGE.md\n  - knowledge/a/b.md\n  </domain",
    );
  });

  it("has the text of KNOWLEDGE.md alone when there are no files", () => {
    expect(loaded({ knowledge: { source: "k", text: "Intro", files: [] } })).toContain(
      "<domain_knowledge_context>\n  Intro\n  </domain_knowledge_context>",
    );
  });
});

describe("the memory budget", () => {
  const notice = "... (memory truncated — use memory_search for older entries) ...";
  const sessionSize = harnessSize(sessionContext(session));

  it("measures in floor(chars / 4) before indentation", () => {
    expect([0, 3, 4, 7, 8].map((chars) => harnessSize("x".repeat(chars)))).toEqual([0, 0, 1, 1, 2]);
    const lines = { source: "MEMORY.md", text: Array.from({ length: 16 }, () => "abc").join("\n") };
    const exact = sessionSize + harnessSize(lines.text);
    expect(memoryPiece({ memory: lines, maxContextTokens: exact })?.status).toBe("included");
    expect(memoryPiece({ memory: lines, maxContextTokens: exact - 1 })?.status).toBe("truncated");
  });

  it("is what session context, AGENTS, knowledge and additional files leave; guidance is not counted", () => {
    const others = {
      agents: { source: "AGENTS.md", text: "a".repeat(403) },
      knowledge: { source: "k", text: "k".repeat(207), files: [] },
      additional: [{ path: "X.md", source: "X.md", text: "x".repeat(41) }],
    };
    const left = 8_000 - sessionSize - 100 - 51 - 10;
    expect(memoryPiece({ ...others, memory: memory(left * 4 + 3) })?.status).toBe("included");
    expect(memoryPiece({ ...others, memory: memory(left * 4 + 4) })).toMatchObject({
      status: "truncated",
      reason: "memory-budget",
      keptChars: left * 4,
      limit: left * 4,
    });
  });

  it("cuts to that many characters, then blank line and notice", () => {
    const maxContextTokens = sessionSize + 5;
    expect(memoryPiece({ memory: memory(100), maxContextTokens })?.text).toBe(
      `  <memory_context>\n  ${"m".repeat(20)}\n  \n  ${notice}\n  </memory_context>\n`,
    );
  });

  it("leaves the notice only when nothing is left", () => {
    for (const maxContextTokens of [0, sessionSize])
      expect(memoryPiece({ memory: memory(100), maxContextTokens })?.text).toBe(
        `  <memory_context>\n  ${notice}\n  </memory_context>\n`,
      );
  });

  it("gives no notice when there is no memory", () => {
    expect(memoryPiece({ maxContextTokens: 0 })?.text).toBe("  <memory_context></memory_context>\n");
  });

  it("does not speak of memory_search when memory tools are off", () => {
    const piece = memoryPiece({ memory: memory(100), maxContextTokens: 0, memoryTools: false });
    expect(piece?.text).toContain("  ... (memory truncated) ...\n");
  });

  it("never keeps more than the budget or cuts inside a character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1 }),
        fc.integer({ min: -5, max: 20 }),
        (words, budget) => {
          const changes = {
            memory: { source: "MEMORY.md", text: `x${words}x` },
            maxContextTokens: sessionSize + budget,
          };
          const piece = memoryPiece(changes);
          expect(harnessSize("x".repeat(piece?.keptChars ?? 0))).toBeLessThanOrEqual(Math.max(0, budget));
          expect(piece?.text.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});
