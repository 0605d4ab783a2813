import { linkSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Client, createClient } from "#shared/contract/index.ts";
import type { Manifest, Message } from "#shared/model/manifest.ts";
import { scripts, type WireScript } from "../../e2e/wire-server/script.ts";
import { startWireServer, type WireServer } from "../../e2e/wire-server/start-wire-server.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { put, temporaryProject } from "./workspace/test-workspace.ts";

/** The assembler in an open project, with a server that says what it was sent. */

let server: WireServer;
let core: Core;
let client: Client;

beforeEach(async () => {
  server = await startWireServer(scripts.normal, { models: ["tiny"], trained: 32_768 });
});
afterEach(async () => {
  await core.close();
  await server.close();
});

const open = async (files: Record<string, string>, agent = "") => {
  const project = temporaryProject(files);
  put(project, {
    "agents.yaml": `agents:\n  - id: juno\n    provider: lab\n    model: tiny\n    maxContextTokens: 8192\n    maxOutputTokens: 512\n${agent}`,
  });
  return project;
};
const start = async (project: string) => {
  const userData = mkdtempSync(join(tmpdir(), "satchel-assembly-"));
  core = createCore(testPorts(), { userData, resources: "resources" }, { checkOutput: true });
  client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  await client.call("project.open", { folder: project });
  const baseUrl = `${server.origin}/v1`;
  await client.call("providers.save", { id: "lab", kind: "openai-compatible", name: "Lab", baseUrl });
};
const newSession = async (kind?: "main" | "group" | "broadcast") =>
  (await client.call("sessions.create", kind ? { kind } : {})).session.id;
const send = (session: string, text: string, script: WireScript) => {
  server.play(script);
  return client.call("chat.send", { session, text });
};
const preview = async (input: Record<string, unknown>) =>
  (await client.call("context.preview", input)) as {
    messages: Message[];
    manifest: Manifest;
  };
const statusOf = (manifest: Manifest, source: string) =>
  manifest.segments.find((segment) => segment.source === source)?.status;

describe("§3 a run", () => {
  it("is assembled before every step of a tool loop, from the files as they are then, and each is stored", async () => {
    await start(await open({ "workspace/AGENTS.md": "Version one." }));
    client.on(
      "chat.approval",
      ({ id }) => void client.call("chat.approve", { approval: id, decision: "once" }),
    );
    const session = await newSession();
    await send(session, "Change yourself", [
      {
        kind: "tools",
        calls: [{ id: "c1", name: "write_file", args: { path: "AGENTS.md", text: "Version two." } }],
      },
      { kind: "text", chunks: ["Done."] },
    ]);
    const sent = server.chats().map(({ body }) => JSON.stringify(body));
    expect(sent).toHaveLength(2);
    expect(sent[0]).toContain("Version one.");
    expect(sent[1]).toContain("## AGENTS.md\\nVersion two.");

    const { runs } = await client.call("context.runs", { session });
    expect(runs).toHaveLength(2);
    const texts = await Promise.all(runs.map(({ id }) => client.call("context.run", { id })));
    expect(texts.map(({ messages }) => messages[0]?.content.includes("Version two."))).toEqual([true, false]);
    for (const { manifest } of texts) expect(statusOf(manifest, "workspace/AGENTS.md")).toBe("included");
  });

  it("answers context.timeline with what each was made of, oldest first", async () => {
    await start(await open({ "workspace/AGENTS.md": "Work well." }));
    const session = await newSession();
    await send(session, "one", scripts.normal);
    await send(session, "two", scripts.normal);
    await send(await newSession(), "elsewhere", scripts.normal);
    const { runs } = await client.call("context.timeline", { session });
    expect(runs).toHaveLength(2);
    const [first, second] = runs;
    expect(first?.at.localeCompare(second?.at ?? "")).toBeLessThanOrEqual(0);
    expect(second?.used).toBeGreaterThan(first?.used ?? 0);
    const listed = (await client.call("context.runs", { session })).runs;
    expect(runs.map(({ id }) => id)).toEqual(listed.map(({ id }) => id).toReversed());
    for (const run of runs) {
      const { manifest } = await client.call("context.run", { id: run.id });
      expect(run.layers).toEqual(manifest.layers.map(({ id, tokens }) => ({ id, tokens })));
      expect(run).toMatchObject({ reservedOutput: 512, window: manifest.window.max, compacted: null });
    }
    expect(second?.prefix.stableTokens).toBeGreaterThan(0);
    expect((await client.call("context.timeline", { limit: 1 })).runs).toHaveLength(1);
    expect((await client.call("context.timeline", { agent: "nobody" })).runs).toEqual([]);
  });
});

describe("§3 a preview", () => {
  it("calls no model and writes nothing", async () => {
    const project = await open({
      "workspace/AGENTS.md": "Work well.",
      "workspace/MEMORY.md": "- Rye is first.\n",
    });
    await start(project);
    const session = await newSession();
    await send(session, "hello", scripts.normal);
    const before = filesOf(project);
    const [asked, runs] = [server.chats().length, (await client.call("context.runs", {})).runs.length];
    await preview({ message: "What about rye?", session, overrides: { window: 2_000 } });
    await preview({ message: "What about rye?" });
    expect(server.chats()).toHaveLength(asked);
    expect((await client.call("context.runs", {})).runs).toHaveLength(runs);
    expect(filesOf(project)).toEqual(before);
  });

  it("reports a compaction that is due as pending, and shows what dropping messages would leave", async () => {
    await start(await open({ "workspace/AGENTS.md": "Work well." }));
    const session = await newSession();
    for (const word of ["flour ", "water ", "salt "]) await send(session, word.repeat(300), scripts.normal);
    const asked = server.chats().length;
    const overrides = { window: 1_600, reservedOutput: 100 };
    const { manifest, messages } = await preview({ message: "and now?", session, overrides });
    const steps = manifest.actions.map(({ step, pending }) => [step, pending]);
    expect(steps).toContainEqual(["compact", true]);
    expect(steps).toContainEqual(["drop-history", undefined]);
    expect(JSON.stringify(messages)).not.toContain("flour flour");
    expect(manifest.segments.filter(({ status }) => status === "dropped").length).toBeGreaterThan(0);
    expect(server.chats()).toHaveLength(asked);
  });

  it("ends with the message; without a session the history is empty and the scope main", async () => {
    await start(await open({ "workspace/AGENTS.md": "Work well." }));
    await send(await newSession(), "said before", scripts.normal);
    const { messages, manifest } = await preview({ message: "the last one" });
    expect(messages.at(-1)).toEqual({ role: "user", content: "the last one" });
    expect(manifest).toMatchObject({ session: null, scope: "main" });
    expect(manifest.segments.filter(({ layer }) => layer === "history")).toEqual([]);
    expect(JSON.stringify(messages)).not.toContain("said before");
  });

  it("is of the session's own agent when no other is named", async () => {
    const second = "  - id: nova\n    profile: persona\n    systemPromptTemplate: I am Nova.\n";
    await start(await open({ "workspace/AGENTS.md": "Work well." }, second));
    const { session } = await client.call("sessions.create", { agent: "nova" });
    const own = await preview({ message: "hi", session: session.id });
    expect(own.manifest).toMatchObject({ agent: "nova", profile: "persona" });
    expect(own.messages[0]?.content).toBe("# AGENTS\nWork well.\n\nI am Nova.");
    const other = await preview({ message: "hi", session: session.id, agent: "juno" });
    expect(other.manifest).toMatchObject({ agent: "juno", profile: "layered" });
  });

  it("is shared without a session when the agent is restricted", async () => {
    await start(await open({ "workspace/USER.md": "SECRET" }, "    scope: shared\n"));
    const { messages, manifest } = await preview({ message: "hi" });
    expect(manifest.scope).toBe("shared");
    expect(JSON.stringify(messages)).not.toContain("SECRET");
  });
});

describe("§4.1 layered", () => {
  it("takes other files from the workspace's top level only, never MEMORY.md as a file, and DREAMS.md never", async () => {
    await start(
      await open({
        "workspace/AGENTS.md": "Work well.",
        "workspace/plan.md": "TOP-LEVEL",
        "workspace/deep/plan.md": "NESTED",
        "workspace/plan.txt": "NOT-MARKDOWN",
        "workspace/MEMORY.md": "- MEMORY-TEXT about rye\n",
        "workspace/DREAMS.md": "- DREAM-TEXT about rye\n",
      }),
    );
    const quiet = await preview({ message: "" });
    const text = JSON.stringify(quiet.messages);
    expect(text).toContain("TOP-LEVEL");
    for (const word of ["NESTED", "NOT-MARKDOWN", "MEMORY-TEXT", "DREAM-TEXT"])
      expect(text).not.toContain(word);

    const { messages, manifest } = await preview({ message: "what about rye?" });
    const system = messages[0]?.content ?? "";
    expect(system).toMatch(/## Relevant memory\n- \[.* · .*MEMORY\.md.* · .*\] .*MEMORY-TEXT about rye/);
    expect(system).not.toContain("## MEMORY.md");
    expect(system).not.toContain("DREAM-TEXT");
    expect(manifest.segments.map(({ source }) => source)).not.toContain("workspace/DREAMS.md");
  });
});

describe("§4.2 harness", () => {
  it("looks additional files up in the workspace, then in the project, and has SOUL.md only when listed", async () => {
    const files = {
      "SOUL.md": "SOUL-TEXT",
      "PREFS.md": "PROJECT-PREFS",
      "ONLY.md": "PROJECT-ONLY",
      "workspace/AGENTS.md": "Work well.",
      "workspace/PREFS.md": "WORKSPACE-PREFS",
    };
    await start(await open(files, "    profile: harness\n    additionalContextFiles: [ONLY.md, PREFS.md]\n"));
    const plain = (await preview({ message: "hi" })).messages[0]?.content ?? "";
    expect(plain).toContain("  <only_md>\n  PROJECT-ONLY\n  </only_md>\n  <prefs_md>\n  WORKSPACE-PREFS\n");
    expect(plain).not.toContain("PROJECT-PREFS");
    expect(plain).not.toContain("SOUL-TEXT");
    await core.close();
    await start(await open(files, "    profile: harness\n    additionalContextFiles: [SOUL.md]\n"));
    expect((await preview({ message: "hi" })).messages[0]?.content).toContain(
      "  <soul_md>\n  SOUL-TEXT\n  </soul_md>\n",
    );
  });

  it("finds an additional file that is not indexed: ignored by git, or in a deep folder not read yet", async () => {
    const files = {
      "workspace/AGENTS.md": "Work well.",
      "workspace/.gitignore": "drafts/\n",
      "workspace/drafts/style.md": "<!-- tags: x -->\nWORKSPACE-STYLE",
      "drafts/style.md": "PROJECT-STYLE",
    };
    await start(await open(files, "    profile: harness\n    additionalContextFiles: [drafts/style.md]\n"));
    const { messages, manifest } = await preview({ message: "hi" });
    expect(messages[0]?.content).toContain("  <drafts_style_md>\n  WORKSPACE-STYLE\n  </drafts_style_md>\n");
    expect(messages[0]?.content).not.toContain("PROJECT-STYLE");
    expect(statusOf(manifest, "workspace/drafts/style.md")).toBe("included");
  });

  it.each(["harness", "persona"])(
    "never sends a file that looks like a secret, also behind a link, and says so: %s",
    async (profile) => {
      const project = await open(
        {
          "workspace/AGENTS.md": "Work well.",
          ".env": "KEY=planted-1",
          "workspace/id_rsa": "planted-2",
          "keys/server.key": "planted-3",
        },
        `    profile: ${profile}\n    additionalContextFiles: [.env, id_rsa, rules.md]\n`,
      );
      symlinkSync(join("..", "keys", "server.key"), join(project, "workspace", "rules.md"));
      await start(project);
      const { messages, manifest } = await preview({ message: "hi" });
      expect(JSON.stringify(messages)).not.toContain("planted");
      const warnings = manifest.warnings.map((each) => JSON.stringify(each)).join("\n");
      for (const name of [".env", "id_rsa", "rules.md"]) expect(warnings).toContain(`${name} `);
    },
  );

  it("lists every file under knowledge by its workspace-relative path", async () => {
    await start(
      await open(
        {
          "workspace/AGENTS.md": "Work well.",
          "workspace/knowledge/KNOWLEDGE.md": "What we know.",
          "workspace/knowledge/ovens/deck.md": "hot",
        },
        "    profile: harness\n",
      ),
    );
    expect((await preview({ message: "hi" })).messages[0]?.content).toContain(
      "  What we know.\n  \n  Knowledge files:\n  - knowledge/KNOWLEDGE.md\n  - knowledge/ovens/deck.md\n  </domain_knowledge_context>",
    );
  });
});

describe("§2 a shared session", () => {
  /** Everything that only the user may see says so; `rye` makes each of it a hit of a search. */
  const secret = (name: string) => `<!-- tags: shared -->\nSECRET-${name} about rye\n`;
  const files = {
    "SOUL.md": "Be kind.",
    "PREFS.md": "SECRET-PREFS about rye",
    "src/app.ts": "// SECRET-CODE about rye\n",
    "workspace/AGENTS.md": "Work well.",
    "workspace/IDENTITY.md": "- name: Juno",
    "workspace/USER.md": secret("USER"),
    "workspace/MEMORY.md": secret("MEMORY"),
    "workspace/plan.md": "SECRET-PLAN about rye\n",
    "workspace/open.md": "<!-- tags: shared -->\nOPEN about rye\n",
    "workspace/knowledge/KNOWLEDGE.md": secret("KNOWLEDGE"),
    "workspace/knowledge/oven.md": secret("OVEN"),
    "workspace/memory/2026-01-02.md": secret("NOTE"),
    "workspace/skills/bake/SKILL.md":
      "---\nname: bake\ndescription: SECRET-SKILL about rye\n---\nSECRET-SKILL",
  };
  const agent = (profile: string) =>
    `    profile: ${profile}\n    systemPromptTemplate: "PROMPT {{memory}}"\n    transcriptsDir: transcripts\n    additionalContextFiles: [SOUL.md, PREFS.md, open.md, link.md, linked-note.md, outside.md, copy.md, USER.md, memory/2026-01-02.md]\n`;
  const today = () => new Date().toISOString().slice(0, 10);

  const begin = async (profile: string) => {
    const project = await open(
      {
        ...files,
        [`workspace/memory/${today()}.md`]: secret("TODAY"),
        "workspace/copy.md": files["workspace/USER.md"],
      },
      agent(profile),
    );
    symlinkSync("USER.md", join(project, "workspace/link.md"));
    symlinkSync("memory/2026-01-02.md", join(project, "workspace/linked-note.md"));
    symlinkSync("workspace/knowledge/oven.md", join(project, "outside.md"));
    linkSync(join(project, "workspace/MEMORY.md"), join(project, "workspace/hard.md"));
    await start(project);
    // What another conversation said is indexed and could be a hit.
    await send(await newSession(), "SECRET-SAID about rye", scripts.normal);
    return newSession("group");
  };

  it.each(["layered", "harness", "persona", "snapshot"])(
    "never gets a private text into a %s prompt: not from files, links, copies, memory or other sessions",
    async (profile) => {
      const session = await begin(profile);
      await send(session, "Tell me about rye", scripts.normal);
      const sent = JSON.stringify(server.chats().at(-1)?.body);
      expect(sent).toContain("Tell me about rye");
      expect(sent).toContain("PROMPT");
      expect(sent).toContain("Be kind.");
      expect(sent).not.toContain("SECRET");
      expect(sent.includes("OPEN about rye")).toBe(profile === "layered" || profile === "harness");
      const { messages, manifest } = await preview({ message: "rye?", session, activeFile: "src/app.ts" });
      expect(JSON.stringify(messages)).not.toContain("SECRET");
      const code = manifest.segments.filter(({ source }) => source === "src/app.ts");
      expect(code.map(({ status, reason }) => [status, reason])).toEqual(
        profile === "snapshot" ? [["excluded", "scope"]] : [],
      );
    },
  );

  it("never gets a private text out of a tool", async () => {
    const session = await begin("layered");
    const { tools } = await client.call("tools.list", { session });
    const paths = [
      "USER.md",
      "workspace/USER.md",
      "MEMORY.md",
      "plan.md",
      "link.md",
      "linked-note.md",
      "copy.md",
      "hard.md",
      "outside.md",
      "PREFS.md",
      "src/app.ts",
      "knowledge/oven.md",
      "memory/2026-01-02.md",
      "skills/bake/SKILL.md",
      "open.md",
    ];
    const answers: string[] = [];
    // Also those that a shared session is not offered: a model may ask for them all the same.
    const names = new Set([...tools.map(({ name }) => name), ...PRIVATE_TOOLS]);
    for (const name of names) {
      for (const args of argumentsOf(name, paths)) {
        const answer = await core.dispatch("tools.run", { name, args, session });
        answers.push(JSON.stringify(answer));
      }
    }
    expect(tools.map(({ name }) => name)).toContain("read_file");
    expect(answers.join("\n")).not.toContain("SECRET-");
    expect(answers.join("\n")).toContain("OPEN about rye");
  });

  it("can be read by tools when the session is the person's own, so the test above can fail", async () => {
    await begin("layered");
    const session = await newSession("main");
    const { content } = await client.call("tools.run", {
      name: "read_file",
      args: { path: "USER.md" },
      session,
    });
    expect(content).toContain("SECRET-USER");
  });
});

const PRIVATE_TOOLS = [
  "memory_search",
  "memory_get",
  "what_do_i_know",
  "session_logs",
  "load_skill",
  "my_stats",
];

const argumentsOf = (tool: string, paths: readonly string[]): readonly unknown[] => {
  switch (tool) {
    case "read_file":
    case "memory_get":
    case "list_files":
      return [...paths.map((path) => ({ path })), { path: "" }];
    case "search_files":
    case "memory_search":
      return [{ query: "rye" }, { query: "SECRET" }];
    case "session_logs":
      return [
        { action: "list_sessions" },
        { action: "recent" },
        { action: "search", query: "rye" },
        { action: "search", query: "SECRET" },
      ];
    case "load_skill":
      return [{ name: "bake" }];
    default:
      return [{}];
  }
};

/** Every file of the project outside the app's own folder, with its bytes' size and time. */
const filesOf = (project: string): readonly string[] =>
  readdirSync(project, { recursive: true, encoding: "utf8" })
    .filter((path) => !path.startsWith(".satchel") && statSync(join(project, path)).isFile())
    .map(
      (path) =>
        `${path} ${readFileSync(join(project, path)).length} ${statSync(join(project, path)).mtimeMs}`,
    )
    .sort();
