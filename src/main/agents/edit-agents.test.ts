import { describe, expect, it } from "vitest";
import { removeAgentInText, saveAgentInText } from "./edit-agents.ts";
import { readAgents } from "./read-agents.ts";

const file = `# Our agents.

agents:
  # Writes the code.
  - id: code-agent              # unique, [a-z0-9-]
    displayName: 'Code agent'   # as shown
    model: "qwen3:8b"

    systemPromptTemplate: |
      You are {{agent.displayName}}.

        - indented
    workspaceFiles:
      includeTags: [code, architecture]   # both
      exclude:
        - team-members.md   # private
        # the next one is long
        - archive.md
    workspaceGit: { enabled: true }
    # end of the first


  # Reviews it.
  - id: reviewer
    max_context_tokens: 8000
    system_prompt_template: >
      Folded
      text.
# That is all.
`;

const save = (id: string, values: Record<string, unknown>, text = file) => saveAgentInText(text, id, values);
/** The lines that differ, as a diff would show them. */
const changed = (text: string, before = file) => {
  const old = before.split("\n");
  const now = text.split("\n");
  return {
    removed: old.filter((line) => !now.includes(line)),
    added: now.filter((line) => !old.includes(line)),
  };
};
const agentIn = (text: string, id: string) => readAgents(text).agents.find((agent) => agent.id === id);

describe("saving changes only the lines it has to", () => {
  it("of a value, with its comment and alignment", () => {
    expect(changed(save("code-agent", { displayName: "Coder" }))).toEqual({
      removed: ["    displayName: 'Code agent'   # as shown"],
      added: ["    displayName: Coder   # as shown"],
    });
  });

  it("of a text over several lines, both ways", () => {
    const text = save("code-agent", { systemPromptTemplate: "One\n\n  two: # no comment\n" });
    expect(agentIn(text, "code-agent")?.systemPromptTemplate).toBe("One\n\n  two: # no comment\n");
    expect(text).toContain(
      "    systemPromptTemplate: |\n      One\n\n        two: # no comment\n    workspaceFiles:",
    );
    const short = save("code-agent", { systemPromptTemplate: "short" }, text);
    expect(short).toContain('    model: "qwen3:8b"\n\n    systemPromptTemplate: short\n    workspaceFiles:');
    expect(
      save("code-agent", { systemPromptTemplate: "You are {{agent.displayName}}.\n\n  - indented\n" }, short),
    ).toBe(file);
  });

  it("of a list, inline or not, and keeps comments on items that stay", () => {
    const text = save("code-agent", {
      workspaceFiles: { includeTags: ["code", "a, b"], exclude: ["team-members.md", "new.md", "archive.md"] },
    });
    expect(changed(text)).toEqual({
      removed: ["      includeTags: [code, architecture]   # both"],
      added: ['      includeTags: [code, "a, b"]   # both', "        - new.md"],
    });
    expect(text).toContain(
      "        - team-members.md   # private\n        # the next one is long\n        - new.md\n",
    );
    expect(agentIn(text, "code-agent")?.workspaceFiles.includeTags).toEqual(["code", "a, b"]);
  });

  it("of a mapping written on one line", () => {
    expect(changed(save("code-agent", { workspaceGit: { enabled: false } })).added).toEqual([
      "    workspaceGit: { enabled: false }",
    ]);
  });

  it("and spells keys as the file does", () => {
    const text = save("reviewer", {
      maxContextTokens: 16000,
      maxOutputTokens: 512,
      allowedTools: ["a", "b"],
    });
    expect(changed(text)).toEqual({
      removed: ["    max_context_tokens: 8000"],
      added: [
        "    max_context_tokens: 16000",
        "    max_output_tokens: 512",
        "    allowed_tools:",
        "      - a",
        "      - b",
      ],
    });
  });

  it("and nothing at all when the values are unchanged", () => {
    const agent = agentIn(file, "code-agent");
    const { displayName, model, workspaceGit, systemPromptTemplate } = agent!;
    expect(
      agentIn(save("code-agent", { displayName, model, workspaceGit, systemPromptTemplate }), "code-agent"),
    ).toEqual(agent);
    expect(save("reviewer", { maxContextTokens: 8000 })).toBe(file);
  });

  it("removes a key for null", () => {
    expect(changed(save("code-agent", { model: null }))).toEqual({
      removed: ['    model: "qwen3:8b"'],
      added: [],
    });
    expect(save("code-agent", { workspaceGit: { enabled: null } })).not.toMatch("workspaceGit");
    const fewer = save("code-agent", { workspaceFiles: { exclude: null } });
    expect(agentIn(fewer, "code-agent")?.workspaceFiles).toEqual({
      include: ["*.md"],
      includeTags: ["code", "architecture"],
      exclude: [],
    });
    expect(save("code-agent", { workspaceFiles: {} })).toBe(file);
    expect(save("code-agent", { domain: null })).toBe(file);
  });

  it("keeps Windows line ends", () => {
    const text = save("code-agent", { displayName: "Coder", domain: "x" }, file.replaceAll("\n", "\r\n"));
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(agentIn(text, "code-agent")).toMatchObject({ displayName: "Coder", domain: "x" });
  });
});

describe("agents", () => {
  it("are added after the last one", () => {
    const text = save("new-one", { displayName: "New", workspaceGit: { enabled: true } });
    expect(changed(text).removed).toEqual([]);
    expect(readAgents(text)).toMatchObject({
      agents: [{ id: "code-agent" }, { id: "reviewer" }, { id: "new-one", workspaceGit: { enabled: true } }],
      warnings: [],
    });
    expect(text.endsWith("# That is all.\n")).toBe(true);
  });

  it("start a file where there is none, and keep the comments of an empty one", () => {
    expect(saveAgentInText(null, "main", { model: "m" })).toBe("agents:\n  - id: main\n    model: m\n");
    expect(saveAgentInText("# mine\n", "main", {})).toBe("# mine\nagents:\n  - id: main\n");
    expect(agentIn(saveAgentInText("agents: []\n", "main", { model: "m" }), "main")?.model).toBe("m");
    expect(agentIn(saveAgentInText("agents:\n- id: a", "b", {}), "b")?.id).toBe("b");
  });

  it("can be renamed, but not to a taken id", () => {
    expect(agentIn(save("reviewer", { id: "critic" }), "critic")?.maxContextTokens).toBe(8000);
    expect(() => save("reviewer", { id: "code-agent" })).toThrow("already");
  });

  it("are removed, and the others stay unchanged", () => {
    const text = removeAgentInText(file, "code-agent");
    expect(readAgents(text).agents.map(({ id }) => id)).toEqual(["reviewer"]);
    expect(text).toContain("  # Reviews it.\n  - id: reviewer\n    max_context_tokens: 8000\n");
    const none = removeAgentInText(text, "reviewer");
    expect(readAgents(none)).toMatchObject({ agents: [{ id: "main" }], warnings: [] });
    expect(() => removeAgentInText(none, "reviewer")).toThrow("no agent");
  });
});

describe("refuses, and names the key", () => {
  const refused: [Record<string, unknown>, string][] = [
    [{ maxContextTokens: "many" }, "maxContextTokens"],
    [{ colour: "red" }, "colour"],
    [{ workspace: "../out" }, "workspace"],
    [{ id: "Kate" }, "id"],
    [{ scope: "group" }, "scope"],
    [{ workspaceGit: { on: true } }, "workspaceGit.on"],
  ];
  for (const [values, key] of refused) {
    it(`when ${JSON.stringify(values)} is saved`, () => {
      expect(() => save("reviewer", values)).toThrow(
        expect.objectContaining({ code: "invalid-agent", detail: { key } }) as Error,
      );
    });
  }

  it("a file that is not valid YAML, with its line", () => {
    expect(() => save("a", {}, "agents:\n  - id: a\n   b: [\n")).toThrow(
      expect.objectContaining({ code: "agents-unreadable", detail: { line: 3 } }) as Error,
    );
  });
});

it.each([
  ["without an anchor", "x: *gone\n"],
  ["that multiply", `a: &a [1]\n${Array.from({ length: 200 }, (_, n) => `k${n}: *a`).join("\n")}\n`],
])("refuses a file with aliases %s, with a sentence", (_, text) => {
  expect(() => saveAgentInText(text, "zoe", {})).toThrow("Repair it first");
});
