import { describe, expect, it } from "vitest";
import { agent, file, gathered, hit, run, segment, turn } from "../test-gathered.ts";
import { scopeOf } from "#shared/model/scope.ts";

const at = (name: string) => `workspace/${name}`;

const everything = gathered({
  scope: "shared",
  agent: agent({ systemPromptTemplate: "PROMPT {{memory}}" }),
  soul: [file("SOUL.md", "SOUL-TEXT")],
  files: [
    file(at("AGENTS.md"), "AGENTS-TEXT"),
    file(at("IDENTITY.md"), "- name: KATE"),
    file(at("USER.md"), "SECRET user", { tags: ["shared"] }),
    file(at("plain.md"), "SECRET plain"),
    file(at("open.md"), "OPEN-TEXT", { tags: ["shared"] }),
    file(at("linked.md"), "SECRET behind a link", { tags: ["shared"], realRole: "user" }),
  ],
  memoryFile: file(at("MEMORY.md"), "SECRET memory", { tags: ["shared"] }),
  knowledge: file(at("knowledge/KNOWLEDGE.md"), "SECRET knowledge", { tags: ["shared"] }),
  knowledgePaths: ["knowledge/SECRET.md"],
  notes: [{ date: "2026-03-04", files: [file(at("memory/2026-03-04.md"), "SECRET note")] }],
  additional: [{ asked: "PREFS.md", file: file(at("PREFS.md"), "SECRET prefs") }],
  skills: [{ name: "SECRET-skill", description: "SECRET" }],
  hits: [hit("1", "SECRET hit")],
  projectFiles: [
    {
      path: "src/a.ts",
      text: "SECRET code",
      origin: "you",
      utf8Bytes: 11,
      changedAt: 0,
      tokens: 3,
      sha256: "00",
    },
  ],
  history: [turn("1", "user", "HISTORY-TEXT")],
});

describe("§2 scope", () => {
  it.each(["layered", "harness", "persona", "snapshot"])(
    "a shared %s prompt has IDENTITY, SOUL, AGENTS, the prompt and its own history, and nothing else",
    (profile) => {
      const input =
        profile === "harness"
          ? {
              ...everything,
              additional: [
                ...everything.additional,
                { asked: "SOUL.md", file: file("SOUL.md", "SOUL-TEXT") },
              ],
            }
          : everything;
      const { messages, manifest } = run(input, profile);
      const text = JSON.stringify(messages);
      expect(text).not.toContain("SECRET");
      expect(text).not.toContain("/home/kate");
      expect(text).toContain("SOUL-TEXT");
      expect(text).toContain("PROMPT");
      expect(text).toContain("HISTORY-TEXT");
      expect(text.includes("AGENTS-TEXT")).toBe(profile !== "snapshot");
      expect(JSON.stringify(manifest)).not.toContain("SECRET hit");
    },
  );

  it("lets files tagged shared in, outside persona", () => {
    expect(JSON.stringify(run(everything, "layered").messages)).toContain("OPEN-TEXT");
    const listed = {
      ...everything,
      additional: [{ asked: "open.md", file: file(at("open.md"), "OPEN-TEXT", { tags: ["shared"] }) }],
    };
    expect(JSON.stringify(run(listed, "harness").messages)).toContain("OPEN-TEXT");
    expect(JSON.stringify(run(listed, "persona").messages)).not.toContain("OPEN-TEXT");
  });

  it("keeps USER private whatever it is tagged, and a link to it whatever it is called", () => {
    const { manifest } = run(everything);
    expect(segment(manifest, at("USER.md"))).toMatchObject({ status: "excluded", reason: "scope" });
    expect(segment(manifest, at("linked.md"))).toMatchObject({ status: "excluded", reason: "scope" });
  });

  it("keeps AGENTS.md back when it is a link to a private file, or has a private file's bytes", () => {
    const linked = { ...everything, files: [file(at("AGENTS.md"), "SECRET", { realRole: "memory" })] };
    expect(segment(run(linked).manifest, at("AGENTS.md")).reason).toBe("scope");
    const user = file(at("USER.md"), "SECRET", { sha256: "same" });
    const copied = { ...everything, files: [user, file(at("AGENTS.md"), "SECRET", { sha256: "same" })] };
    expect(segment(run(copied).manifest, at("AGENTS.md")).reason).toBe("scope");
  });

  it("accounts for what it kept back", () => {
    const { manifest } = run(everything);
    const kept = manifest.segments.filter((each) => each.reason === "scope").map((each) => each.id);
    expect(kept).toEqual(expect.arrayContaining(["memory:1", "system:skills", "files:workspace/plain.md"]));
  });

  it("cannot be opened by a pin or a tag filter", () => {
    const overrides = { files: { [at("plain.md")]: { pin: true }, [at("USER.md")]: { pin: true } } };
    expect(JSON.stringify(run(everything, "layered", overrides).messages)).not.toContain("SECRET");
  });

  it.each([
    ["main", "main", undefined, "main"],
    ["main", null, undefined, "main"],
    ["main", "group", undefined, "shared"],
    ["main", "broadcast", undefined, "shared"],
    ["main", "whatever", undefined, "shared"],
    ["shared", "main", undefined, "shared"],
    ["main", "group", "main", "shared"],
    ["main", "main", "group", "shared"],
  ] as const)("agent %s, session %s, asked %s counts as %s", (own, kind, asked, scope) => {
    expect(scopeOf(own, kind, asked)).toBe(scope);
  });
});
