import { describe, expect, it } from "vitest";
import { agent, file, gathered, hit, run, segment, sentText, system, turn, words } from "../test-gathered.ts";

const at = (name: string) => `workspace/${name}`;
const core = [
  file(at("AGENTS.md"), "agents text"),
  file(at("USER.md"), "user text"),
  file(at("IDENTITY.md"), "identity text"),
];

describe("§4.1 layered", () => {
  it("orders SOUL, AGENTS, USER, IDENTITY, other files, system prompt, memory, then history", () => {
    const result = run(
      gathered({
        soul: [file("SOUL.md", "soul text")],
        files: [file(at("zebra.md"), "zebra text"), file(at("apple.md"), "apple text"), ...core],
        hits: [hit("1", "likes rye")],
        history: [turn("a", "user", "first"), turn("b", "assistant", "second"), turn("c", "user", "third")],
      }),
    );
    expect(result.messages.map((message) => message.role)).toEqual(["system", "user", "assistant", "user"]);
    expect(system(result)).toBe(
      [
        "soul text",
        "## AGENTS.md\nagents text",
        "## USER.md\nuser text",
        "## IDENTITY.md\nidentity text",
        "## apple.md\napple text",
        "## zebra.md\nzebra text",
        "You are Main.",
        "## Relevant memory\n- [daily · memory/2026-03-01.md · 2026-03-01] likes rye",
      ].join("\n\n"),
    );
  });

  it("gives SOUL no header, the project's first, then the workspace's", () => {
    const result = run(
      gathered({ soul: [file("SOUL.md", "\n\nproject soul\n"), file(at("SOUL.md"), "own soul\n\n")] }),
    );
    expect(system(result)).toBe("project soul\n\nown soul\n\nYou are Main.");
  });

  it("gives history what remains of the window, and all of it when there is room", () => {
    const history = [
      ...Array.from({ length: 50 }, (_, index) => turn(`${index}`, "user", words(96))),
      turn("n", "user", "hi"),
    ];
    const files = [file(at("AGENTS.md"), words(300))];
    const sent = (maxContextTokens: number) => {
      const own = agent({ maxContextTokens, maxOutputTokens: 100 });
      const { manifest } = run(gathered({ agent: own, files, history }));
      return {
        free: manifest.window.free,
        dropped: manifest.segments.filter((each) => each.status === "dropped"),
      };
    };
    expect(sent(100_000).dropped).toEqual([]);
    const tight = sent(2_000);
    expect(tight.dropped.length).toBeGreaterThan(0);
    // Less than one more message would need.
    expect(tight.free).toBeLessThan(100);
  });

  it("starts each workspace file with the profile's fileHeader", () => {
    const result = run(gathered({ files: core }), "layered", { profile: { fileHeader: "# File {name}" } });
    expect(system(result)).toContain("# File AGENTS.md\nagents text");
  });

  it("warns about SOUL over 2,000 and a system prompt over 4,000 tokens, and cuts neither", () => {
    const result = run(
      gathered({
        soul: [file("SOUL.md", words(2_001))],
        agent: agent({ systemPromptTemplate: words(4_001) }),
      }),
    );
    expect(sentText(result, "SOUL.md")).toBe(words(2_001));
    expect(sentText(result, "prompt")).toBe(words(4_001));
    expect(result.manifest.warnings).toEqual([
      expect.stringContaining("SOUL.md has 2,001 tokens"),
      expect.stringContaining("The system prompt has"),
    ]);
  });

  it("sorts by priority ascending, then by file name in UTF-16 order; front matter overrides", () => {
    const files = [
      file(at("b.md"), "b"),
      file(at("a.md"), "a"),
      file(at("Z.md"), "z"),
      file(at("early.md"), "e", { priority: 0 }),
      file(at("AGENTS.md"), "agents", { priority: 200 }),
      file(at("USER.md"), "user"),
    ];
    const { manifest } = run(gathered({ files }));
    expect(manifest.segments.map((each) => each.source).filter((source) => source.endsWith(".md"))).toEqual(
      ["early.md", "USER.md", "Z.md", "a.md", "b.md", "AGENTS.md"].map(at),
    );
  });

  it("cuts at 20,000 tokens, newline, [truncated at 20K tokens]", () => {
    const result = run(gathered({ files: [file(at("big.md"), words(23_150, "x"))] }));
    expect(sentText(result, at("big.md"))).toBe(
      `## big.md\n${"x".repeat(80_000)}\n[truncated at 20K tokens]`,
    );
    expect(segment(result.manifest, at("big.md"))).toMatchObject({
      status: "truncated",
      reason: "per-file-limit",
      raw: { tokens: 23_150 },
      removed: 1 - 20_000 / 23_150,
      detail: { fix: { raise: "perFile", to: 23_150 }, cutAt: 80_000 },
    });
  });

  it("does not count header and marker towards the file's limit", () => {
    const result = run(gathered({ files: [file(at("big.md"), words(20_000, "x"))] }));
    expect(segment(result.manifest, at("big.md")).status).toBe("included");
  });

  it.each([
    [5_000, "[truncated at 5K tokens]"],
    [1_234, "[truncated at 1234 tokens]"],
    [500, "[truncated at 500 tokens]"],
  ])("names the configured limit %i in the marker", (perFile, marker) => {
    const result = run(gathered({ files: [file(at("big.md"), words(9_000))] }), "layered", {
      profile: { perFile },
    });
    expect(sentText(result, at("big.md")).split("\n").at(-1)).toBe(marker);
  });

  it("excludes files beyond 150,000 tokens from the end of the list, counting min(count, limit)", () => {
    const files = [
      file(at("a.md"), words(60_000)),
      ...["b", "c", "d", "e", "f", "g"].map((name) => file(at(`${name}.md`), words(20_000))),
      file(at("h.md"), words(11_000)),
    ];
    const { manifest } = run(gathered({ files }));
    const out = manifest.segments.filter((each) => each.reason === "total-limit");
    expect(out.map((each) => each.source)).toEqual([at("h.md")]);
    expect(out[0]?.detail?.fix).toEqual({ raise: "total", to: 151_000 });
  });

  it("lets no smaller later file jump the queue", () => {
    const files = [file(at("a.md"), words(900)), file(at("b.md"), words(800)), file(at("c.md"), words(1))];
    const { manifest } = run(gathered({ files }), "layered", { profile: { total: 1_000 } });
    expect(segment(manifest, at("a.md")).status).toBe("included");
    expect(segment(manifest, at("b.md")).reason).toBe("total-limit");
    expect(segment(manifest, at("c.md")).reason).toBe("total-limit");
  });

  it("keeps AGENTS, USER and IDENTITY in whatever their number, and still cuts them at the limit", () => {
    const files = ["AGENTS.md", "USER.md", "IDENTITY.md"].map((name) =>
      file(at(name), words(3_000), { priority: 999 }),
    );
    const { manifest } = run(gathered({ files: [...files, file(at("a.md"), words(10))] }), "layered", {
      profile: { total: 100, perFile: 50 },
    });
    for (const name of ["AGENTS.md", "USER.md", "IDENTITY.md"]) {
      expect(segment(manifest, at(name))).toMatchObject({ status: "truncated", reason: "per-file-limit" });
    }
    expect(segment(manifest, at("a.md")).reason).toBe("total-limit");
  });

  it("keeps only files with one of includeTags; exclude beats it; priority files obey only exclude", () => {
    const files = [
      ...core,
      file(at("code.md"), "c", { tags: ["code"] }),
      file(at("other.md"), "o", { tags: ["food"] }),
      file(at("both.md"), "b", { tags: ["code"] }),
    ];
    const { manifest } = run(
      gathered({
        files,
        agent: agent({
          workspaceFiles: { include: ["*.md"], includeTags: ["code"], exclude: ["both.md", "USER.md"] },
        }),
      }),
    );
    expect(segment(manifest, at("code.md")).status).toBe("included");
    expect(segment(manifest, at("other.md"))).toMatchObject({
      reason: "tag-filter",
      detail: { fix: { tag: "code" } },
    });
    expect(segment(manifest, at("both.md"))).toMatchObject({
      reason: "explicit-exclude",
      detail: { fix: { unexclude: "both.md" } },
    });
    expect(segment(manifest, at("AGENTS.md")).status).toBe("included");
    expect(segment(manifest, at("USER.md")).reason).toBe("explicit-exclude");
  });

  it("sends the top 20 hits whole, in rank order", () => {
    const hits = Array.from({ length: 25 }, (_, index) => hit(String(index), `fact ${index}.`));
    const result = run(gathered({ hits }));
    const lines = system(result)
      .split("\n")
      .filter((line) => line.startsWith("- ["));
    expect(lines).toHaveLength(20);
    expect(lines[0]).toContain("fact 0.");
    expect(lines[19]).toContain("fact 19.");
    const trimmed = result.manifest.segments.filter((each) => each.status === "trimmed");
    expect(trimmed.map((each) => each.reason)).toEqual(Array(5).fill("memory-budget"));
  });

  it("stops before 8,000 tokens of memory; a later smaller hit does not slip in", () => {
    const hits = [hit("1", words(4_000, "a")), hit("2", words(4_500, "b")), hit("3", "small")];
    const { manifest } = run(gathered({ hits }));
    expect(manifest.segments.filter((each) => each.layer === "memory").map((each) => each.status)).toEqual([
      "included",
      "trimmed",
      "trimmed",
    ]);
  });

  it("has no memory layer without hits", () => {
    const result = run(gathered());
    expect(system(result)).toBe("You are Main.");
    expect(result.manifest.layers.map((layer) => layer.id)).not.toContain("memory");
  });

  it("prints memory where the template says, and not again as a layer", () => {
    const result = run(
      gathered({
        agent: agent({ systemPromptTemplate: "Know this:\n{{memory}}\nNow go." }),
        hits: [hit("1", "likes rye"), hit("2", "hates raisins")],
      }),
    );
    expect(system(result)).toBe(
      "Know this:\n- [daily · memory/2026-03-01.md · 2026-03-01] likes rye\n- [daily · memory/2026-03-01.md · 2026-03-01] hates raisins\nNow go.",
    );
    const hits = result.manifest.segments.filter((each) => each.layer === "memory");
    const texts = hits.map((each) => system(result).slice(...(each.range ?? [0, 0])));
    expect(texts).toEqual([
      "- [daily · memory/2026-03-01.md · 2026-03-01] likes rye",
      "- [daily · memory/2026-03-01.md · 2026-03-01] hates raisins",
    ]);
  });

  it("says missing for a priority file that is not there and empty for a blank one", () => {
    const { manifest } = run(
      gathered({
        files: [file(at("AGENTS.md"), "", { text: null, absent: "missing" }), file(at("USER.md"), " \n\n")],
      }),
    );
    expect(segment(manifest, at("AGENTS.md"))).toMatchObject({ status: "missing", reason: null });
    expect(segment(manifest, at("USER.md"))).toMatchObject({ status: "excluded", reason: "empty" });
  });

  it("lists skills after the agent's prompt, XML-escaped", () => {
    const result = run(gathered({ skills: [{ name: "a&b", description: "<x>" }] }));
    expect(system(result)).toBe(
      "You are Main.\n\n<available_skills>\n  <skill>\n    <name>a&amp;b</name>\n    <description>&lt;x&gt;</description>\n  </skill>\n</available_skills>",
    );
  });
});
