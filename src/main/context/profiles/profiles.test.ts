import { describe, expect, it } from "vitest";
import { Failure } from "#shared/contract/index.ts";
import { DEFAULT_PROFILE } from "#shared/model/profile.ts";
import { agent, file, gathered, run, segment, sentText, system, turn, words } from "../test-gathered.ts";
import { deriveProfile, resolveProfile, shippedProfiles } from "./resolve-profile.ts";

const at = (name: string) => `workspace/${name}`;

const failureOf = (call: () => unknown): Failure => {
  try {
    call();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("It did not fail.");
};

describe("§4 profiles", () => {
  it("ships layered, harness, persona and snapshot, each valid by its own schema", () => {
    expect(shippedProfiles().map((profile) => profile.id)).toEqual([
      "layered",
      "harness",
      "persona",
      "snapshot",
    ]);
    for (const { id } of shippedProfiles()) expect(resolveProfile(id, []).data.builtIn).toBe(true);
    expect(resolveProfile(DEFAULT_PROFILE, []).data.builtIn).toBe(true);
  });

  it("are plain data: layers with roles, unit and limits, markers, headers, identity, history, compaction", () => {
    for (const profile of shippedProfiles()) {
      expect(JSON.parse(JSON.stringify(profile))).toEqual(profile);
      expect(resolveProfile("copy", [{ ...profile, id: "copy", from: profile.id }]).data).toMatchObject({
        layers: profile.layers,
        unit: profile.unit,
        history: profile.history,
        compactAt: 0.85,
      });
    }
    expect(shippedProfiles().map(({ unit }) => unit)).toEqual(["tokens", "quarter-chars", "chars", "chars"]);
    expect(shippedProfiles()[0]).toMatchObject({
      layers: ["soul", "files", "system", "memory"].map((id) => ({ id, role: "system" })),
      perFile: 20_000,
      total: 150_000,
      memoryTokens: 8_000,
      memoryHits: 20,
      soft: { soul: 2_000, system: 4_000 },
      fileHeader: "## {name}",
      marker: "[truncated at {limit} tokens]",
      identity: "file",
    });
    expect(shippedProfiles()[2]).toMatchObject({ perFile: 12_000, total: 60_000, identity: "line" });
  });

  it("obey their data: another order of layers, another trigger of compaction", () => {
    const input = gathered({
      agent: agent({ maxContextTokens: 1_000, maxOutputTokens: 100 }),
      soul: [file("SOUL.md", "soul")],
      files: [file(at("AGENTS.md"), "agents")],
      history: [turn("1", "user", words(500)), turn("2", "user", "hi")],
    });
    const layers = ["system", "files", "soul", "memory"].map((id) => ({ id, role: "system" }));
    const changed = run(input, "layered", { profile: { layers, compactAt: 0.5 } });
    expect(system(changed)).toBe("You are Main.\n\n## AGENTS.md\nagents\n\nsoul");
    expect(changed.compaction?.because).toBe("threshold");
    expect(run(input).compaction).toBeNull();
  });

  it("join layers and files by one blank line, and bodies lose their outer blank lines", () => {
    const input = gathered({
      soul: [file("SOUL.md", "\n\n  soul \n\n")],
      files: [file(at("AGENTS.md"), "\r\n\nagents\n\nmore\n\n\n"), file(at("USER.md"), "\n\nuser\n")],
      agent: agent({ systemPromptTemplate: "\n\nprompt\n\n" }),
    });
    expect(system(run(input))).toBe("  soul \n\n## AGENTS.md\nagents\n\nmore\n\n## USER.md\nuser\n\nprompt");
    expect(system(run(input, "persona"))).toBe(
      "# SOUL\n  soul \n\n# USER\nuser\n\n# AGENTS\nagents\n\nmore\n\nprompt",
    );
    expect(system(run(input, "snapshot")).startsWith("  soul \n\nprompt\n\n## Handing back files\n")).toBe(
      true,
    );
  });

  it("count chars in UTF-16 units, and never cut inside a character", () => {
    const input = gathered({ files: [file(at("USER.md"), "🙂".repeat(10))] });
    const sent = (perFile: number) => system(run(input, "persona", { profile: { perFile } }));
    expect(sent(20)).toContain(`# USER\n${"🙂".repeat(10)}\n\nYou`);
    expect(sent(19)).toContain(`# USER\n${"🙂".repeat(9)}\n\n[truncated]`);
    expect(sent(18)).toContain(`# USER\n${"🙂".repeat(9)}\n\n[truncated]`);
  });

  it.each(["layered", "harness", "persona", "snapshot"])(
    "%s lists skills right after the agent's prompt",
    (id) => {
      const input = gathered({
        skills: [{ name: "bake", description: "Bakes & cools." }],
        files: [file(at("AGENTS.md"), "agents")],
        soul: [file("SOUL.md", "soul")],
      });
      expect(system(run(input, id))).toContain(
        "You are Main.\n\n<available_skills>\n  <skill>\n    <name>bake</name>\n    <description>Bakes &amp; cools.</description>",
      );
    },
  );

  it("cannot be edited in place, and can be derived and tuned", () => {
    expect(failureOf(() => deriveProfile({ id: "layered", perFile: 5 }, [])).code).toBe("profile-shipped");
    const own = deriveProfile({ id: "mine", from: "layered", perFile: 5_000 }, []);
    expect(own).toMatchObject({
      id: "mine",
      from: "layered",
      kind: "layered",
      perFile: 5_000,
      builtIn: false,
    });
  });

  it.each([
    [{ perFile: -1 }, "perFile"],
    [{ perFile: 500, total: 100 }, "perFile (500) is larger than total (100)"],
    [{ layers: [{ id: "dreams", role: "system" }] }, 'there is no layer "dreams"'],
    [{ nonsense: 1 }, "nonsense"],
    [{ compactAt: 2 }, "compactAt"],
  ])("refuses %j and names the thing", (changes, named) => {
    const failure = failureOf(() => deriveProfile({ id: "mine", from: "layered", ...changes }, []));
    expect(failure.code).toBe("profile-invalid");
    expect(failure.message).toContain(named);
  });

  it("refuses a template with an unclosed block", () => {
    const input = gathered({ agent: agent({ systemPromptTemplate: "{{#if domain}}x" }) });
    expect(failureOf(() => run(input)).code).toBe("template-unclosed");
  });
});

describe("§4.2 harness", () => {
  const input = gathered({
    files: [file(at("AGENTS.md"), "line one\nline two")],
    memoryFile: file(at("MEMORY.md"), "remember"),
    additional: [{ asked: "docs/Style.md", file: file(at("docs/Style.md"), "style") }],
  });

  it("puts the block after the agent's prompt in the same system message, a newline between", () => {
    const result = run(input, "harness");
    expect(system(result).startsWith("You are Main.\n## Session Context\n")).toBe(true);
    expect(system(result)).toContain(
      [
        "<loaded_context>",
        "  <agents_context>",
        "  line one",
        "  line two",
        "  </agents_context>",
        "  <memory_context>",
        "  remember",
        "  </memory_context>",
        "  <domain_knowledge_context></domain_knowledge_context>",
        "  <docs_style_md>",
        "  style",
        "  </docs_style_md>",
        "</loaded_context>",
      ].join("\n"),
    );
  });

  it.each(["You are it.", "You are it.\n", "You are it.\n\n"])(
    "puts one newline between the base prompt %j and the block",
    (systemPromptTemplate) => {
      const result = run({ ...input, agent: agent({ systemPromptTemplate }) }, "harness");
      expect(system(result).startsWith("You are it.\n## Session Context\n")).toBe(true);
    },
  );

  it("cuts MEMORY.md to what injection.maxContextTokens leaves, and offers the budget that holds it", () => {
    const long = { ...input, memoryFile: file(at("MEMORY.md"), words(9_000, "m")) };
    const { manifest } = run(long, "harness");
    const memory = segment(manifest, at("MEMORY.md"));
    expect(memory).toMatchObject({ status: "truncated", reason: "memory-budget" });
    const fix = memory.detail?.fix;
    const to = fix && "raise" in fix ? fix.to : 0;
    const raised = run(long, "harness", { profile: { "injection.maxContextTokens": to } });
    expect(segment(raised.manifest, at("MEMORY.md")).status).toBe("included");
  });
});

describe("§4.3 persona", () => {
  it("sends blocks, then the agent's prompt; over 12,000 characters a file is cut with [truncated]", () => {
    const result = run(
      gathered({
        soul: [file("SOUL.md", "soul")],
        files: [file(at("IDENTITY.md"), "- **Name:** Kate"), file(at("USER.md"), words(4_000, "u"))],
      }),
      "persona",
    );
    expect(system(result)).toBe(
      `# IDENTITY\nname=Kate\n\n# SOUL\nsoul\n\n# USER\n${"u".repeat(12_000)}\n\n[truncated]\n\nYou are Main.`,
    );
    expect(segment(result.manifest, at("USER.md"))).toMatchObject({
      status: "truncated",
      reason: "per-file-limit",
      detail: { fix: { raise: "perFile", to: 16_000 } },
    });
  });

  it("excludes later files when nothing remains of the total, and the offered total brings them back", () => {
    const additional = [1, 2, 3, 4, 5, 6].map((index) => ({
      asked: `r${index}.md`,
      file: file(at(`r${index}.md`), words(3_000, String(index))),
    }));
    const input = gathered({ additional });
    const last = segment(run(input, "persona").manifest, at("r6.md"));
    expect(last).toMatchObject({ status: "excluded", reason: "total-limit" });
    const fix = last.detail?.fix;
    const total = fix && "raise" in fix ? fix.to : 0;
    expect(segment(run(input, "persona", { profile: { total } }).manifest, at("r6.md")).status).toBe(
      "included",
    );
  });

  it.each(["harness", "persona"])(
    "%s leaves out what the person excluded, and says what brings it back",
    (kind) => {
      const input = gathered({
        agent: agent({
          workspaceFiles: { include: ["*.md"], includeTags: [], exclude: ["AGENTS.md", "./RULES.md"] },
        }),
        soul: [file("SOUL.md", "SOUL-TEXT")],
        files: [file("workspace/AGENTS.md", "AGENTS-TEXT"), file("workspace/USER.md", "USER-TEXT")],
        memoryFile: file("workspace/MEMORY.md", "MEMORY-TEXT"),
        additional: [{ asked: "RULES.md", file: file("workspace/RULES.md", "RULES-TEXT") }],
      });
      const out = run(input, kind, { files: { "workspace/MEMORY.md": { exclude: true } } });
      expect(system(out)).not.toMatch(/(AGENTS|MEMORY|RULES)-TEXT/);
      expect(segment(out.manifest, "workspace/RULES.md")).toMatchObject({
        status: "excluded",
        reason: "explicit-exclude",
        raw: { chars: 10 },
        sent: { tokens: 0, chars: 0 },
        detail: { fix: { unexclude: "./RULES.md" } },
      });
      const back = run(input, kind, { files: { "workspace/RULES.md": { exclude: false } } });
      expect(system(back)).toContain("RULES-TEXT");
      expect(system(back)).toContain("MEMORY-TEXT");
      expect(system(back)).not.toContain("AGENTS-TEXT");
    },
  );

  it("warns about a file at 85 % or more of its limit, in characters", () => {
    const warnings = (chars: number) =>
      run(gathered({ files: [file(at("USER.md"), "u".repeat(chars))] }), "persona").manifest.warnings;
    expect(warnings(10_200)).toEqual([expect.stringContaining("workspace/USER.md is at 85 % of its limit")]);
    expect(warnings(10_100)).toEqual([]);
  });

  it("has no block at all when nothing is loaded", () => {
    expect(system(run(gathered(), "persona"))).toBe("You are Main.");
  });
});

describe("§4.4 snapshot", () => {
  const project = (path: string, text: string) => ({
    path,
    text,
    origin: "you" as const,
    utf8Bytes: text.length,
    changedAt: 0,
    tokens: Math.ceil(text.length / 4),
    sha256: "00",
  });

  it("sends [system, user(snapshot), …history] and reserves 8,192 tokens for the reply", () => {
    const result = run(
      gathered({
        soul: [file("SOUL.md", "soul")],
        projectFiles: [project("a.ts", "let a;\n")],
        history: [turn("1", "user", "hi")],
      }),
      "snapshot",
    );
    expect(result.messages.map((message) => message.role)).toEqual(["system", "user", "user"]);
    expect(result.messages[1]?.content).toBe(
      "## Workspace (read-only snapshot)\nFiles: 1 of 1\n\n```a.ts\nlet a;\n```",
    );
    expect(sentText(result, "a.ts")).toBe("```a.ts\nlet a;\n```");
    expect(result.manifest.window.reservedOutput).toBe(8_192);
    expect(result.manifest.lastRun).toMatchObject({ includedFileCount: 1, totalProjectFileCount: 1 });
  });

  it("has no snapshot message and a null lastRun without files", () => {
    const result = run(gathered({ history: [turn("1", "user", "hi")] }), "snapshot");
    expect(result.messages.map((message) => message.role)).toEqual(["system", "user"]);
    expect(result.manifest.lastRun).toBeNull();
  });

  it("keeps the last 32 messages of history, then drops the oldest until 48,000 characters", () => {
    const history = Array.from({ length: 40 }, (_, index) => turn(String(index), "user", "x".repeat(2_000)));
    const { manifest } = run(gathered({ history }), "snapshot");
    const reasons = manifest.segments.filter((each) => each.status === "dropped").map((each) => each.reason);
    expect(reasons).toEqual([...Array(8).fill("total-limit"), ...Array(8).fill("char-limit")]);
  });
});
