import { describe, expect, it } from "vitest";
import { saveAgentInText } from "./edit-agents.ts";
import { readAgents } from "./read-agents.ts";

const first = (text: string) => {
  const { agents, warnings } = readAgents(text);
  return { agent: agents[0], warnings };
};

const whole = `agents:
  - id: code-agent              # unique
    displayName: Code agent
    domain: software
    workspace: workspace
    provider: ollama
    model: qwen3:8b
    profile: harness
    scope: shared
    systemPromptTemplate: |
      You are {{agent.displayName}}, a specialist in {{domain}}.
    maxContextTokens: 128000
    maxOutputTokens: 4096
    sampling: { temperature: 0.4, topP: 0.9, effort: low, seed: 7, stop: [END] }
    workspaceFiles:
      includeTags: [code, architecture]
      exclude: [team-members.md]
    additionalContextFiles: [SOUL.md, PREFERENCES.md]
    allowedTools: ["memory_*", "who_am_i"]
    allowedDelegates: [reviewer]
    workspaceGit: { enabled: true }
    transcriptsDir: transcripts
    memory: { enabled: true, extract: false }
    suggestedQuestions: [What changed since Monday?]
`;

const wholeAgent = {
  id: "code-agent",
  displayName: "Code agent",
  domain: "software",
  workspace: "workspace",
  provider: "ollama",
  model: "qwen3:8b",
  profile: "harness",
  scope: "shared",
  systemPromptTemplate: "You are {{agent.displayName}}, a specialist in {{domain}}.\n",
  maxContextTokens: 128000,
  maxOutputTokens: 4096,
  sampling: { temperature: 0.4, topP: 0.9, effort: "low", seed: 7, stop: ["END"] },
  workspaceFiles: { include: ["*.md"], includeTags: ["code", "architecture"], exclude: ["team-members.md"] },
  additionalContextFiles: ["SOUL.md", "PREFERENCES.md"],
  allowedTools: ["memory_*", "who_am_i"],
  allowedDelegates: ["reviewer"],
  workspaceGit: { enabled: true },
  transcriptsDir: "transcripts",
  memory: { enabled: true, extract: false },
  suggestedQuestions: ["What changed since Monday?"],
};

it("reads every key", () => {
  expect(readAgents(whole)).toEqual({ agents: [wholeAgent], warnings: [] });
});

it("reads the same keys in snake_case", () => {
  const snake = whole.replaceAll(
    /^( +(?:- )?)([a-zA-Z]+):/gm,
    (_, lead: string, key: string) =>
      `${lead}${key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}:`,
  );
  expect(snake).toContain("system_prompt_template: |");
  expect(readAgents(snake)).toEqual({ agents: [wholeAgent], warnings: [] });
});

it("has one agent main without a file, with an empty file and with an empty list", () => {
  for (const text of [null, "", "# nothing yet\n", "agents:\n", "agents: []\n"]) {
    const { agents, warnings } = readAgents(text);
    expect(agents).toMatchObject([{ id: "main", profile: "layered", workspace: "workspace", scope: "main" }]);
    expect(agents[0]?.systemPromptTemplate).toContain("{{agent.displayName}}");
    expect(warnings).toEqual([]);
  }
});

describe("invalid input affects only itself", () => {
  it("warns about an unknown key with its line and reads the rest", () => {
    const { agent, warnings } = first("agents:\n  - id: a\n    colour: red\n    model: m\nversion: 2\n");
    expect(agent).toMatchObject({ id: "a", model: "m" });
    expect(warnings).toMatchObject([
      { code: "agents-unknown-key", line: 5, message: 'Unknown key "version".' },
      { code: "agents-unknown-key", path: "agents.yaml", line: 3, message: 'Unknown key "colour".' },
    ]);
  });

  const wrong: [key: string, yaml: string, line: number, value: unknown][] = [
    ["displayName", "displayName: 42", 3, "a"],
    ["model", "model: [x]", 3, null],
    ["maxContextTokens", "maxContextTokens: lots", 3, null],
    ["maxContextTokens", "maxContextTokens: 0", 3, null],
    ["maxOutputTokens", "maxOutputTokens: 1.5", 3, null],
    ["additionalContextFiles", "additionalContextFiles: SOUL.md", 3, []],
    ["allowedDelegates", "allowedDelegates:\n      - 7", 4, []],
    ["workspaceGit", "workspaceGit: yes please", 3, { enabled: false }],
    ["workspaceGit.enabled", "workspaceGit:\n      enabled: 1", 4, { enabled: false }],
    [
      "workspaceFiles.include_tags",
      "workspace_files:\n      include_tags: code",
      4,
      { include: ["*.md"], includeTags: [], exclude: [] },
    ],
    ["workspace", "workspace: ../elsewhere", 3, "workspace"],
    ["workspace", "workspace: /etc", 3, "workspace"],
    ["workspace", "workspace: C:\\Users", 3, "workspace"],
    ["workspace", "workspace: a\\..\\..\\b", 3, "workspace"],
    ["workspace", "workspace: .satchel/history", 3, "workspace"],
    ["transcriptsDir", "transcriptsDir: ../../tmp", 3, null],
  ];
  for (const [key, yaml, line, value] of wrong) {
    it(`uses the default for ${yaml.replaceAll(/\s+/g, " ")}`, () => {
      const { agent, warnings } = first(`agents:\n  - id: a\n    ${yaml}\n    domain: kept\n`);
      expect(warnings).toMatchObject([
        { code: "agents-invalid-value", path: "agents.yaml", line, message: expect.any(String) },
      ]);
      expect(warnings[0]?.message).toContain(key.includes(".") ? key.split(".")[1] : `"${key}"`);
      const named = key.replace(/\..*/, "") as keyof typeof agent;
      expect(agent?.[named]).toEqual(value);
      expect(agent?.domain).toBe("kept");
    });
  }

  it("allows less, not more, when a restriction of an agent cannot be read", () => {
    const { agent, warnings } = first("agents:\n  - id: a\n    scope: group\n    allowedTools: read_file\n");
    expect(agent).toMatchObject({ scope: "shared", allowedTools: [] });
    expect(warnings.map(({ line }) => line)).toEqual([3, 4]);
  });

  it("omits an agent without a usable id, or with one that is taken", () => {
    const text =
      "agents:\n  - id: Kate\n  - id: b\n    domain: first\n  - id: b\n    domain: second\n  - model: m\n  - id: 7\n  - text\n";
    const { agents, warnings } = readAgents(text);
    expect(agents).toMatchObject([{ id: "b", domain: "first" }]);
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([
      ["agents-invalid-id", 2],
      ["agents-duplicate-id", 5],
      ["agents-invalid-id", 7],
      ["agents-invalid-id", 8],
      ["agents-invalid-value", 9],
    ]);
  });

  it("uses the first of a key given twice, in any spelling", () => {
    const { agent, warnings } = first(
      "agents:\n  - id: a\n    maxContextTokens: 1\n    max_context_tokens: 2\n",
    );
    expect(agent?.maxContextTokens).toBe(1);
    expect(warnings).toMatchObject([{ code: "agents-duplicate-key", line: 4 }]);
  });

  it("keeps the agents before a syntax error and reports its line", () => {
    const { agents, warnings } = readAgents(
      "agents:\n  - id: a\n    scope: shared\n  - id: b\n    allowedTools: [x\n    scope: shared\n",
    );
    expect(agents.map(({ id }) => id)).toEqual(["a"]);
    expect(warnings[0]).toMatchObject({ code: "agents-syntax", line: expect.any(Number) });
  });

  for (const text of [
    "- a\n- b\n",
    "just text",
    "agents: 5\n",
    "agents:\n  a: b\n",
    "\t\tagents: [",
    "%YAML 9\n---\n\0",
  ]) {
    it(`falls back to main with a warning: ${JSON.stringify(text)}`, () => {
      const { agents, warnings } = readAgents(text);
      expect(agents.map(({ id }) => id)).toEqual(["main"]);
      expect(warnings.length).toBeGreaterThan(0);
    });
  }

  it("does not hang on aliases that multiply", () => {
    const levels = Array.from(
      { length: 30 },
      (_, n) => `x${n + 1}: &x${n + 1} [${"*x0, ".replaceAll("0", String(n)).repeat(9)}]`,
    );
    const text = `x0: &x0 [a]\n${levels.join("\n")}\nagents:\n  - id: a\n    allowedDelegates: *x30\n`;
    expect(first(text).agent).toMatchObject({ id: "a", allowedDelegates: [] });
  });
});

it("shares values through anchors and merge keys", () => {
  const { agents, warnings } = readAgents(
    "agents:\n  - &base\n    id: a\n    model: m\n    domain: one\n  - <<: *base\n    id: b\n    domain: two\n",
  );
  expect(warnings).toEqual([]);
  expect(agents).toMatchObject([
    { id: "a", model: "m", domain: "one" },
    { id: "b", model: "m", domain: "two" },
  ]);
});

it("normalises a workspace's spelling", () => {
  expect(first("agents:\n  - id: a\n    workspace: ./agents\\\\kate/\n").agent?.workspace).toBe(
    "agents/kate",
  );
  expect(first("agents:\n  - id: a\n    workspace: some..dir\n").agent?.workspace).toBe("some..dir");
});

it("reads no file over 64 KB, and reports it", () => {
  const { agents, warnings } = readAgents(`agents:\n${"  - id: a\n".repeat(30_000)}`);
  expect(agents.map(({ id }) => id)).toEqual(["main"]);
  expect(warnings).toMatchObject([{ code: "agents-too-long" }]);
});

it("reports the first syntax errors of a file that is full of them", () => {
  const { warnings } = readAgents("a: [\n]: }\n".repeat(3_000));
  expect(warnings.filter(({ code }) => code === "agents-syntax").length).toBeLessThanOrEqual(20);
});

it("does not read a file whose keys are maps of maps, which would keep the library busy for years", () => {
  const { agents, warnings } = readAgents(`${"? ".repeat(50)}x`);
  expect(agents.map(({ id }) => id)).toEqual(["main"]);
  expect(warnings[0]).toMatchObject({ code: "agents-syntax", line: 1 });
  expect(() => saveAgentInText(`${"? ".repeat(50)}x`, "zoe", {})).toThrow("Repair it first");
});
