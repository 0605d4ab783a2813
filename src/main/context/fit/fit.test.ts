import { describe, expect, it } from "vitest";
import { Failure } from "#shared/contract/index.ts";
import { agent, file, gathered, hit, run, segment, sentText, system, turn, words } from "../test-gathered.ts";
import type { Gathered } from "../types.ts";

const at = (name: string) => `workspace/${name}`;
const small = (window: number, changes: Partial<Gathered> = {}) =>
  gathered({ agent: agent({ maxContextTokens: window, maxOutputTokens: 100 }), ...changes });
const steps = (result: ReturnType<typeof run>) => result.manifest.actions.map((action) => action.step);

const failureOf = (call: () => unknown): Failure => {
  try {
    call();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("It did not fail.");
};

describe("skills", () => {
  const skills = (count: number, tokens: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `skill-${n}`, description: words(tokens, `d${n} `) }));

  it("use at most 5 % of usable before any file or message gives way", () => {
    const history = [
      turn("1", "user", words(30)),
      turn("2", "assistant", words(30)),
      turn("3", "user", words(30)),
    ];
    const result = run(
      small(4_096, {
        skills: skills(30, 130),
        files: [file(at("AGENTS.md"), words(600)), file(at("USER.md"), words(130))],
        history,
      }),
    );
    const listed = segment(result.manifest, "skills");
    expect(listed).toMatchObject({ status: "truncated", reason: "window" });
    expect(listed.sent.tokens).toBeLessThanOrEqual((4_096 - 100) * 0.05);
    expect(listed.raw.tokens).toBeGreaterThan(30 * 130);
    expect(segment(result.manifest, at("AGENTS.md")).status).toBe("included");
    expect(steps(result)).toEqual(["shorten-skills"]);
    expect(system(result)).toContain("<name>skill-0</name>");
  });

  it("shorten the long descriptions and leave the short ones whole", () => {
    const mixed = [{ name: "short", description: "Bakes." }, ...skills(2, 40_000)];
    const result = run(small(100_000, { skills: mixed }));
    expect(system(result)).toContain("<description>Bakes.</description>");
    expect(system(result).match(/…<\/description>/g)).toHaveLength(2);
    expect(segment(result.manifest, "skills").sent.tokens).toBeGreaterThan(4_000);
  });

  it("are sent whole while they fit", () => {
    const result = run(small(100_000, { skills: skills(3, 20) }));
    expect(segment(result.manifest, "skills").status).toBe("included");
  });
});

describe("§3 window", () => {
  it("4. lets the history that is left begin with a message of the user", () => {
    const history = Array.from({ length: 9 }, (_, n) =>
      turn(`${n}`, n % 2 === 0 ? "user" : "assistant", words(40, `${n}`)),
    );
    for (let window = 220; window < 560; window += 20) {
      const { messages } = run(small(window, { history }));
      expect(messages.find(({ role }) => role !== "system")?.role).toBe("user");
    }
  });

  it("4. keeps a pinned answer together with its question, which begins the history", () => {
    const history = Array.from({ length: 9 }, (_, n) => ({
      ...turn(`${n}`, n % 2 === 0 ? "user" : "assistant", words(40, `${n}`)),
      pinned: n === 3,
    }));
    const read = (window: number) => {
      const { segments } = run(small(window, { history })).manifest;
      const sent = segments.filter(
        ({ source, status }) => source.startsWith("message:") && status === "included",
      );
      return sent.map(({ source }) => source.slice("message:".length));
    };
    const windows = Array.from({ length: 12 }, (_, n) => 330 + 20 * n);
    const forgetful = windows.map(read).filter((sent) => sent.length < history.length);
    expect(forgetful.length).toBeGreaterThan(3);
    for (const sent of forgetful) expect(sent.slice(0, 2)).toEqual(["2", "3"]);
    expect(read(230)).toEqual(["8"]);
  });

  it("begins with a message of the user also where the profile's own rule drops old messages", () => {
    const history = Array.from({ length: 9 }, (_, n) =>
      turn(`${n}`, n % 2 === 0 ? "user" : "assistant", words(40, `${n}`)),
    );
    for (const rule of [
      { "history.maxMessages": 4 },
      { "history.maxTokens": 170 },
      { "history.maxChars": 800 },
    ]) {
      const { messages, manifest } = run(small(8_000, { history }), "layered", { profile: rule });
      expect(messages.find(({ role }) => role !== "system")?.role).toBe("user");
      const lost = manifest.segments.filter(({ status }) => status === "dropped");
      expect(lost.length).toBeGreaterThan(0);
      for (const { reason, detail } of lost) {
        expect(reason).not.toBe("window");
        expect(detail?.fix).toMatchObject({ raise: Object.keys(rule)[0] });
      }
    }
  });

  it("takes the smaller of the agent's window and the one the server serves; usable is less the reserved output", () => {
    const own = run(small(8_000, { servedWindow: 4_000 })).manifest.window;
    expect(own).toMatchObject({ max: 4_000, reservedOutput: 100 });
    expect(own.free).toBe(4_000 - 100 - own.used);
    expect(run(small(8_000, { servedWindow: 9_000 })).manifest.window.max).toBe(8_000);
  });

  it("1. trims memory to the top hits that fit, and records what it freed", () => {
    const result = run(
      small(1_000, {
        hits: [hit("1", words(300, "a")), hit("2", words(300, "b")), hit("3", words(300, "c"))],
        files: [file(at("a.md"), words(400))],
      }),
    );
    const hits = result.manifest.segments.filter((each) => each.layer === "memory");
    expect(hits.map(({ status, reason }) => [status, reason])).toEqual([
      ["included", null],
      ["trimmed", "window"],
      ["trimmed", "window"],
    ]);
    expect(result.manifest.actions).toEqual([
      expect.objectContaining({ step: "trim-memory", freed: expect.any(Number) }),
    ]);
    expect(segment(result.manifest, at("a.md")).status).toBe("included");
  });

  it("2. lets other files leave from the end of the order, then shortens priority files evenly, reason window", () => {
    const files = [
      file(at("AGENTS.md"), words(2_000, "a")),
      file(at("USER.md"), words(2_000, "u")),
      file(at("IDENTITY.md"), words(20, "i")),
      file(at("x.md"), words(50)),
    ];
    const { manifest } = run(small(1_000, { files }));
    expect(segment(manifest, at("x.md"))).toMatchObject({ status: "excluded", reason: "window" });
    expect(segment(manifest, at("IDENTITY.md")).status).toBe("included");
    const [agents, user] = [segment(manifest, at("AGENTS.md")), segment(manifest, at("USER.md"))];
    expect(agents).toMatchObject({ status: "truncated", reason: "window" });
    expect(Math.abs(agents.sent.tokens - user.sent.tokens)).toBeLessThanOrEqual(1);
    expect(manifest.window.free).toBeLessThan(10);
  });

  it("2. cuts by the per-file limits first, and refits only what is still over", () => {
    const files = [file(at("AGENTS.md"), words(5_000)), file(at("a.md"), words(5_000))];
    const cutFirst = run(small(2_000, { files }), "layered", { profile: { perFile: 700 } }).manifest;
    expect(segment(cutFirst, at("AGENTS.md")).reason).toBe("per-file-limit");
    expect(segment(cutFirst, at("a.md"))).toMatchObject({ status: "truncated", reason: "per-file-limit" });
    expect(cutFirst.actions).toEqual([]);
    const refitted = run(small(1_000, { files }), "layered", { profile: { perFile: 700 } }).manifest;
    expect(segment(refitted, at("AGENTS.md")).reason).toBe("per-file-limit");
    expect(segment(refitted, at("a.md"))).toMatchObject({ status: "excluded", reason: "window" });
  });

  it("2. refits files to what remains after SOUL, prompt, tools and newest message, not after history", () => {
    const result = run(
      small(1_000, {
        files: [file(at("a.md"), words(600))],
        history: [turn("old", "user", words(500)), turn("new", "user", "hi")],
      }),
    );
    expect(segment(result.manifest, at("a.md")).status).toBe("included");
    expect(segment(result.manifest, "message:old")).toMatchObject({ status: "dropped", reason: "window" });
  });

  it("3. announces compaction at 85 % of usable as pending in a preview, also without overflow", () => {
    const said = (tokens: number) => [
      turn("1", "user", words(tokens)),
      turn("2", "assistant", "ok"),
      turn("3", "user", "hi"),
    ];
    // 900 of the 1,000 are usable; 85 % of them are 765.
    const preview = run(small(1_000, { history: said(750) }));
    expect(preview.manifest.actions).toEqual([expect.objectContaining({ step: "compact", pending: true })]);
    expect(preview.compaction).toEqual({ because: "threshold", room: expect.any(Number) });
    expect(preview.manifest.segments.some(({ status }) => status === "dropped")).toBe(false);
    expect(run(small(1_000, { history: said(700) })).compaction).toBeNull();
  });

  it("3. asks for compaction before any message is dropped, whatever the threshold", () => {
    const history = [turn("1", "user", words(600)), turn("2", "user", words(400))];
    const late = run(small(1_000, { history }), "layered", { profile: { compactAt: 1 } });
    expect(late.compaction?.because).toBe("overflow");
    expect(steps(late)).toEqual(["compact", "drop-history"]);
  });

  it("3. records a compaction that was done with what the prompt really shrank by, and what stands where", () => {
    const summary = { ...turn("s", "user", "summary"), summary: true };
    const result = run(
      small(1_000, {
        history: [summary, turn("3", "user", "hi")],
        summarised: [turn("1", "user", words(800))],
        compacted: { summarised: 1, usedBefore: 860 },
      }),
    );
    expect(segment(result.manifest, "message:1")).toMatchObject({
      status: "summarised",
      raw: { tokens: 800 },
      sent: { tokens: 0 },
      detail: { replacedBy: "history:s" },
    });
    const freed = 860 - result.manifest.window.used;
    expect(result.manifest.actions).toEqual([expect.objectContaining({ step: "compact", freed })]);
    expect(result.compaction).toBeNull();
  });

  it("4. gives the summary up after every other message, and then what it stands for counts as dropped", () => {
    const summary = { ...turn("s", "user", words(200)), summary: true };
    const input = (newest: number) =>
      small(1_000, {
        history: [summary, turn("a", "user", words(500)), turn("new", "user", words(newest))],
        summarised: [turn("1", "user", words(800))],
      });
    const kept = run(input(300)).manifest;
    expect(segment(kept, "message:s").status).toBe("included");
    expect(segment(kept, "message:a").status).toBe("dropped");
    expect(segment(kept, "message:1").status).toBe("summarised");
    const gone = run(input(800)).manifest;
    expect(segment(gone, "message:s").status).toBe("dropped");
    expect(segment(gone, "message:1")).toMatchObject({ status: "dropped", reason: "window" });
  });

  it("4. drops the oldest raw messages until it fits, a tool call with its results", () => {
    const call = { ...turn("call", "assistant", ""), toolCalls: [{ id: "t", name: "read_file", args: {} }] };
    const answer = { ...turn("answer", "tool", words(400)), toolCallId: "t" };
    const result = run(
      small(1_000, {
        history: [call, answer, turn("mid", "user", words(400)), turn("new", "user", words(300))],
      }),
    );
    expect(segment(result.manifest, "message:call").status).toBe("dropped");
    expect(segment(result.manifest, "message:answer").status).toBe("dropped");
    expect(segment(result.manifest, "message:mid").status).toBe("included");
    expect(result.messages.map((message) => message.role)).toEqual(["system", "user", "user"]);
    expect(steps(result)).toEqual(["compact", "drop-history"]);
  });

  it("drops a pinned message only when nothing else is left to drop", () => {
    const result = run(
      small(1_000, {
        history: [
          { ...turn("pin", "user", words(300)), pinned: true },
          turn("b", "assistant", words(500)),
          turn("new", "user", words(300)),
        ],
      }),
    );
    expect(segment(result.manifest, "message:pin").status).toBe("included");
    expect(segment(result.manifest, "message:b").status).toBe("dropped");
  });

  it("runs the steps in order and records each with what it freed", () => {
    const input = small(1_000, {
      hits: [hit("1", words(200))],
      files: [file(at("AGENTS.md"), words(3_000)), file(at("z.md"), words(3_000))],
      history: [turn("old", "user", words(500)), turn("new", "user", "hi")],
      tools: [{ name: "t", description: words(200), parameters: {} }],
    });
    const result = run(input);
    expect(steps(result)).toEqual(["shorten-tools", "trim-memory", "cut-files", "compact", "drop-history"]);
    for (const action of result.manifest.actions) expect(action.freed > 0 || action.pending).toBe(true);
    const freed = result.manifest.actions.reduce((sum, action) => sum + action.freed, 0);
    const roomy = run({ ...input, agent: agent({ maxContextTokens: 100_000 }) });
    expect(roomy.manifest.window.used - freed).toBe(result.manifest.window.used);
  });

  it("never drops SOUL, the agent's prompt or the newest message: refuses, naming the largest segments", () => {
    const failure = failureOf(() =>
      run(
        small(1_000, {
          soul: [file("SOUL.md", words(700))],
          history: [turn("new", "user", words(500))],
          files: [file(at("AGENTS.md"), words(300))],
        }),
      ),
    );
    expect(failure.code).toBe("window-too-small");
    expect(failure.message).toContain("SOUL.md (700), your message (500)");
  });

  it("leaves tools out, the last of the list first, rather than refuse the call", () => {
    const tools = ["a", "b", "c"].map((name) => ({ name, description: words(40), parameters: {} }));
    const result = run(small(200, { tools, history: [turn("new", "user", "hi")] }));
    const sent = result.tools.map(({ name }) => name);
    expect(sent).toEqual(["a", "b"].slice(0, sent.length));
    expect(sent.length).toBeLessThan(3);
    expect(steps(result)).toContain("drop-tools");
    expect(segment(result.manifest, "tool:c")).toMatchObject({
      status: "excluded",
      reason: "window",
      sent: { tokens: 0, chars: 0 },
    });
    expect(result.manifest.window.used).toBeLessThanOrEqual(100);
  });

  it("works in a 4K window with any workspace, and says what it lost", () => {
    const files = Array.from({ length: 300 }, (_, index) => file(at(`f${index}.md`), words(1_000)));
    const result = run(
      gathered({
        agent: agent({ maxContextTokens: 4_096, maxOutputTokens: 4_096 }),
        soul: [file("SOUL.md", words(400))],
        files: [...files, file(at("AGENTS.md"), words(5_000))],
        history: [turn("new", "user", "hi")],
      }),
    );
    expect(result.manifest.window.used).toBeLessThanOrEqual(4_096 - result.manifest.window.reservedOutput);
    expect(result.manifest.warnings.join("\n")).toContain("4,096 tokens kept for the answer");
    expect(segment(result.manifest, at("AGENTS.md"))).toMatchObject({
      status: "truncated",
      reason: "window",
    });
  });

  it("counts tool definitions as a layer outside the messages, and cuts descriptions to 80 characters when over", () => {
    const tools = [{ name: "t", description: words(500), parameters: { type: "object" } }];
    const roomy = run(gathered({ tools }));
    expect(roomy.manifest.layers.find((layer) => layer.id === "tools")?.tokens).toBeGreaterThan(500);
    expect(segment(roomy.manifest, "tool:t")).toMatchObject({ message: null, range: null });
    const tight = run(small(300, { tools }));
    expect(tight.tools[0]?.description).toHaveLength(80);
    expect(tools[0]?.description).toHaveLength(2_000);
  });

  it("refuses a reserved output that was asked for and is not smaller than the window", () => {
    const failure = failureOf(() => run(gathered(), "layered", { window: 1_000, reservedOutput: 1_000 }));
    expect(failure.code).toBe("reserved-output-too-large");
    expect(failure.message).toContain("1,000");
  });

  it.each([100, 900])(
    "offers the window that would bring a file back with %i for the reply, and it does",
    (maxOutputTokens) => {
      const input = small(1_000, {
        agent: agent({ maxContextTokens: 1_000, maxOutputTokens }),
        files: [
          file(at("AGENTS.md"), words(300)),
          file(at("a.md"), words(400)),
          file(at("b.md"), words(700)),
        ],
        history: [turn("new", "user", "hi")],
      });
      const fix = segment(run(input).manifest, at("b.md")).detail?.fix;
      expect(fix).toEqual({ window: expect.any(Number) });
      const window = fix && "window" in fix ? fix.window : 0;
      expect(segment(run(input, "layered", { window }).manifest, at("b.md")).status).toBe("included");
    },
  );
});

describe("§3 manifest", () => {
  it("carries raw and sent size, share removed, SHA-256, message and range of each segment", () => {
    const result = run(gathered({ files: [file(at("AGENTS.md"), "hello\n")] }));
    const found = segment(result.manifest, at("AGENTS.md"));
    expect(found).toMatchObject({
      raw: { tokens: 2, chars: 6 },
      removed: 0,
      message: 0,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(found.sent.chars).toBe("## AGENTS.md\nhello".length);
    expect(sentText(result, at("AGENTS.md"))).toBe("## AGENTS.md\nhello");
  });

  it("warns about a file at 85 % or more of its limit", () => {
    const warnings = (tokens: number) =>
      run(gathered({ files: [file(at("a.md"), words(tokens))] })).manifest.warnings;
    expect(warnings(17_000)).toEqual([expect.stringContaining("workspace/a.md is at 85 % of its limit")]);
    expect(warnings(16_900)).toEqual([]);
  });

  it("tells the person about a truncation on every run", () => {
    const input = gathered({ files: [file(at("a.md"), words(40_000))] });
    for (const result of [run(input), run(input)]) {
      expect(result.manifest.warnings).toEqual([
        expect.stringContaining("workspace/a.md was cut at its limit: 50 %"),
      ]);
    }
  });

  it("measures the prefix up to the first changed byte and names the segment that broke it", () => {
    const before = run(gathered({ files: [file(at("AGENTS.md"), "same"), file(at("b.md"), "old text")] }));
    const after = run(
      gathered({
        files: [file(at("AGENTS.md"), "same"), file(at("b.md"), "new text")],
        previous: { messages: before.messages, segments: before.manifest.segments },
      }),
    );
    expect(after.manifest.prefix.brokenBy).toBe("files:workspace/b.md");
    expect(after.manifest.prefix.stableTokens).toBeGreaterThan(0);
    expect(system(after).indexOf("new text")).toBeGreaterThan(0);
  });
});
