import { link, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withRefused } from "../base/test-disk.ts";
import type { Agent } from "#shared/contract/agents.ts";
import { systemClock } from "../base/clock.ts";
import { KeptFile } from "../base/kept-file.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { randomIds } from "../base/ids.ts";
import { SessionSearch } from "../sessions/session-search.ts";
import { ReplyMarks } from "../sessions/reply-marks.ts";
import { Sessions } from "../sessions/sessions.ts";
import { appendTranscript } from "../sessions/transcript.ts";
import { readAgents } from "../agents/read-agents.ts";
import { openTestWorkspace, temporaryProject, type TestWorkspace } from "../workspace/test-workspace.ts";
import { Skills } from "../skills/skills.ts";
import { loadSkill } from "./load-skill.ts";
import { createToolRegistry, type ToolRegistry } from "./registry.ts";
import type { ToolContext } from "./tool.ts";

const agentOf = (more = "") => {
  const agent = readAgents(`agents:\n  - id: juno\n${more}`).agents[0];
  if (!agent) throw new Error("no agent");
  return agent;
};
const secrets = [
  "user-secret",
  "memory-secret",
  "note-secret",
  "knowledge-secret",
  "plain-secret",
  "session-secret",
  "skill-secret",
];

let project: string;
let test: TestWorkspace;
const skills = () =>
  new Skills({
    project,
    userData: join(project, ".satchel", "user"),
    isTrusted: () => true,
    files: (folder) => test.workspace.files.list(folder),
    originOf: () => "you",
  });
let tools: ToolRegistry;

beforeAll(async () => {
  project = temporaryProject({
    "SOUL.md": "We are kind.",
    "workspace/AGENTS.md": "How we work.",
    "workspace/IDENTITY.md": "- **Name:** Juno\n- **Emoji:** 🦭",
    "workspace/USER.md": "user-secret",
    "workspace/MEMORY.md": "## Flour\n\n- memory-secret\n",
    "workspace/HOURS.md": "<!-- tags: shared -->\nOpen at 07:00.",
    "workspace/PLAIN.md": "plain-secret",
    "workspace/knowledge/oven.md": "<!-- tags: shared -->\nknowledge-secret",
    "workspace/memory/2026-11-16.md": "note-secret",
    "workspace/skills/order/SKILL.md":
      "---\nname: weekly-order\ndescription: Writes an order.\n---\n\nCount the sacks. skill-secret\n",
    "workspace/skills/_draft/SKILL.md": "---\nname: draft\ndescription: Not yet.\n---\nDraft.",
    "workspace/skills/bad/SKILL.md": "No front matter.",
    "workspace/TWICE.md": "rolls and more rolls\nno bread\nrolls\n",
    "orders/README.md": "Orders.",
  });
  test = openTestWorkspace(project);
  test.workspace.start();
  await test.workspace.settled();
  tools = createToolRegistry([
    loadSkill(
      skills(),
      () => test.workspace.files.ready(),
      async (text) => text.length,
    ),
  ]);
});
afterAll(() => test.close());

const context = (changes: Partial<ToolContext> = {}): ToolContext => ({
  origin: "agent",
  originOf: () => "you",
  saw: () => {},
  sawFrom: () => {},
  join: () => {},
  wrote: async () => {},
  agent: agentOf(),
  agents: [agentOf()],
  model: "tiny",
  scope: "main",
  opensByTag: true,
  session: null,
  project,
  own: project,
  workspace: test.workspace,
  sessions: new Sessions({
    project,
    agents: () => [agentOf()],
    marks: new ReplyMarks(join(project, ".satchel", "user")),
    search: new SessionSearch(test.store),
    clock: systemClock,
    ids: randomIds,
    onChange: () => {},
    isTrusted: () => true,
    redacts: () => false,
  }),
  signal: new AbortController().signal,
  by: { actor: "agent:juno", title: "" },
  ...changes,
});
const run = (name: string, args: unknown, changes: Partial<ToolContext> = {}) =>
  tools.run(name, args, context(changes));
const json = async (name: string, args: unknown, changes: Partial<ToolContext> = {}) =>
  JSON.parse(await run(name, args, changes)) as Record<string, unknown>;

describe("what belongs to other agents", () => {
  it("is not read, found or reached through a link: conversations, transcripts, MEMORY.md and USER.md", async () => {
    const folder = temporaryProject({
      "workspace/MEMORY.md": "own walnut",
      "workspace/agents/juno/sessions/s1.results/r.txt": "own walnut",
      "workspace/agents/other/sessions/s.log.jsonl": "walnut",
      "transcripts/s.jsonl": "walnut",
      "elsewhere/MEMORY.md": "walnut",
      "elsewhere/USER.md": "walnut",
      "elsewhere/HOURS.md": "open walnut",
    });
    await symlink("../elsewhere/USER.md", join(folder, "workspace/harmless.md"));
    await mkdir(join(folder, "notes"));
    await symlink("../elsewhere/USER.md", join(folder, "notes/link.md"));
    const opened = openTestWorkspace(folder, { workspaces: () => ["workspace", "elsewhere"] });
    opened.workspace.start();
    await opened.workspace.settled();
    const { agents } = readAgents(
      "agents:\n  - id: juno\n  - id: other\n    transcriptsDir: transcripts\n  - id: third\n    workspace: elsewhere\n",
    );
    const juno = { agent: agents[0] as Agent, agents, workspace: opened.workspace };
    for (const path of [
      "agents/other/sessions/s.log.jsonl",
      "transcripts/s.jsonl",
      "elsewhere/MEMORY.md",
      "elsewhere/USER.md",
    ]) {
      await expect(run("read_file", { path }, juno)).rejects.toMatchObject({ code: "not-found" });
    }
    await expect(run("read_file", { path: "harmless.md" }, juno)).rejects.toMatchObject({ name: "Failure" });
    await expect(run("read_file", { path: "notes/link.md" }, juno)).rejects.toMatchObject({
      code: "not-found",
    });
    expect(await run("read_file", { path: "elsewhere/HOURS.md" }, juno)).toContain("open walnut");
    expect(await run("read_file", { path: "agents/juno/sessions/s1.results/r.txt" }, juno)).toContain("own");
    const found = await run("search_files", { query: "walnut", where: "project" }, juno);
    expect(found).toContain("elsewhere/HOURS.md");
    expect(found).not.toMatch(/agents\/other|transcripts|elsewhere\/(?:MEMORY|USER)/);
    const third = { ...juno, agent: agents[2] as Agent };
    expect(await run("read_file", { path: "MEMORY.md" }, third)).toBe("walnut");
    await opened.close();
  });
});

describe("files in a main session", () => {
  it("reads from the workspace first, then from the project", async () => {
    expect(await run("read_file", { path: "HOURS.md" })).toContain("07:00");
    expect(await run("read_file", { path: "orders/README.md" })).toBe("Orders.");
  });

  it("never reads .satchel or outside", async () => {
    await expect(run("read_file", { path: ".satchel/index.db" })).rejects.toMatchObject({ name: "Failure" });
    await expect(run("read_file", { path: "../../etc/passwd" })).rejects.toThrow(/path traversal/);
  });

  it("lists folders with a slash and finds text with its location", async () => {
    expect(await run("list_files", {})).toContain("knowledge/");
    expect(await run("search_files", { query: "07:00" })).toMatch(/HOURS\.md:2: Open at 07:00/);
  });

  it("says that files could not be searched", async () => {
    const found = await withRefused(
      "EACCES",
      (path) => path.endsWith("HOURS.md"),
      () => run("search_files", { query: "07:00" }),
    );
    expect(found).toMatch(/^Nothing found for: 07:00\nNot searched, because .*: 1 files? or folders?\.$/);
  });

  it("returns a line once, however often it contains the text", async () => {
    expect(await run("search_files", { query: "rolls" })).toBe(
      "TWICE.md:1: rolls and more rolls\nTWICE.md:3: rolls",
    );
  });

  it("load_skill reads the body of a skill by its name, and ignores drafts and broken skills", async () => {
    expect(await run("load_skill", { name: "weekly-order" })).toBe("Count the sacks. skill-secret");
    for (const name of ["draft", "bad", "order", "../order"]) {
      await expect(run("load_skill", { name })).rejects.toMatchObject({ code: "skill-not-found" });
    }
  });

  it("write_file also accepts its text as `content`, as many models call it", async () => {
    expect(await run("write_file", { path: "NEW.md", content: "Hello." })).toBe("Wrote workspace/NEW.md.");
    expect(await run("read_file", { path: "NEW.md" })).toBe("Hello.");
    const { parameters } =
      tools.definitions(agentOf(), "main").find(({ name }) => name === "write_file") ?? {};
    expect(parameters).toMatchObject({ properties: { path: {}, text: {} }, required: ["path", "text"] });
  });

  it("writes a new order to the project's folder and a note to the workspace, after a preview", async () => {
    const writing = tools.find("write_file", agentOf(), "main");
    const args = { path: "orders/monday.md", text: "# Order\n" };
    expect(writing.asks).toBe(true);
    expect((await writing.prepare?.(args, context()))?.shown).toEqual({
      path: "orders/monday.md",
      before: null,
      after: "# Order\n",
    });
    expect(await run("write_file", args)).toBe("Wrote orders/monday.md.");
    expect(await run("write_file", { path: "memory/2026-11-17.md", text: "x" })).toContain(
      "workspace/memory",
    );
  });

  it("refuses invalid arguments by name", async () => {
    await expect(run("read_file", { file: "x" })).rejects.toMatchObject({ code: "tool-arguments" });
  });
});

describe("self-report", () => {
  it("who_am_i returns unset fields as null and cuts SOUL at 2,048 characters", async () => {
    await writeFile(join(project, "SOUL.md"), "s".repeat(3000));
    const me = await json("who_am_i", {});
    expect(me).toMatchObject({ agent_id: "juno", model: "tiny", workspace_dir: "workspace" });
    expect(me.identity).toEqual({ name: "Juno", creature: null, vibe: null, emoji: "🦭", avatar: null });
    expect(me.soul_excerpt).toBe(`${"s".repeat(2048)}…`);
  });

  it("what_do_i_know returns sections with at most ten bullets and counts the rest", async () => {
    const bullets = Array.from({ length: 12 }, (_, at) => `- fact ${at}`).join("\n");
    await writeFile(
      join(project, "workspace/MEMORY.md"),
      `- before any heading\n## Flour\n${bullets}\n### Rye\n* rye\n  - nested\n## Empty\n`,
    );
    const known = await json("what_do_i_know", {});
    const sections = known.sections as { heading: string; bullets: string[]; extra_bullets: number | null }[];
    expect(sections.map(({ heading }) => heading)).toEqual(["Flour", "Empty"]);
    expect(sections[0]?.bullets).toHaveLength(10);
    expect(sections[0]?.extra_bullets).toBe(3);
    expect(sections[1]?.extra_bullets).toBeNull();
    expect(known.truncated).toBe(false);
    expect((await json("what_do_i_know", { section: "fLO" })).sections).toHaveLength(1);
    expect((await json("what_do_i_know", { limit: 1 })).truncated).toBe(true);
  });

  it("what_do_i_know returns 20 sections by default, and at most 50", async () => {
    const text = Array.from({ length: 60 }, (_, at) => `## Section ${at}\n- x\n`).join("");
    await writeFile(join(project, "workspace/MEMORY.md"), text);
    for (const [limit, count] of [
      [undefined, 20],
      [500, 50],
    ]) {
      const known = await json("what_do_i_know", { limit });
      expect(known).toMatchObject({ truncated: true });
      expect(known.sections).toHaveLength(count ?? 0);
    }
  });

  it("what_do_i_know accepts numbers as models write them, and null for omitted arguments", async () => {
    await writeFile(join(project, "workspace", "MEMORY.md"), "## One\n- a\n## Two\n- b\n## Three\n- c\n");
    for (const limit of [2, "2", 2.9]) {
      expect((await json("what_do_i_know", { section: null, limit })).sections).toHaveLength(2);
    }
    const { parameters } =
      tools.definitions(agentOf(), "main").find(({ name }) => name === "what_do_i_know") ?? {};
    expect(parameters).toMatchObject({ properties: { limit: { type: "integer" } } });
  });

  it("what_do_i_know stops past 6,144 bytes, but always returns the first section", async () => {
    const long = (name: string) => `## ${name}\n- ${name.repeat(4000)}\n`;
    await writeFile(join(project, "workspace/MEMORY.md"), long("a") + long("b"));
    const known = await json("what_do_i_know", {});
    expect((known.sections as { heading: string }[]).map(({ heading }) => heading)).toEqual(["a"]);
    expect(known.truncated).toBe(true);
  });
});

describe("session_logs", () => {
  const agent = () => agentOf("    transcriptsDir: transcripts\n");
  const write = (id: string, agentId: string, content: string) =>
    appendTranscript(
      new KeptFile(new KeptFiles(project), `transcripts/${id}.jsonl`),
      { id, timestamp: "2026-11-16T10:00:00Z", agent_id: agentId },
      [{ timestamp: "2026-11-16T10:00:01Z", role: "user", content }],
    );

  it("is listed only with a transcriptsDir", () => {
    const names = (one: Agent) => tools.definitions(one, "main").map(({ name }) => name);
    expect(names(agent())).toContain("session_logs");
    expect(names(agentOf())).not.toContain("session_logs");
  });

  it("lists, reads, searches and shortens, and only for its own agent", async () => {
    await write("s-1", "juno", "x".repeat(300));
    await write("s-2", "counter", "somebody else's");
    const ask = (args: unknown) => json("session_logs", args, { agent: agent(), session: "s-1" });
    expect((await ask({ action: "list_sessions" })).sections).toBeUndefined();
    expect((await ask({ action: "list_sessions" })).sessions).toHaveLength(1);
    expect(await ask({ action: "recent" })).toMatchObject({
      ok: true,
      entries: [{ content: `${"x".repeat(200)}…`, truncated: true }],
    });
    expect(await ask({ action: "search", query: "XX" })).toMatchObject({ hits: [{ session_id: "s-1" }] });
    expect(await ask({ action: "search", query: "somebody" })).toMatchObject({ hits: [] });
    expect(await ask({ action: "read_session", session_id: "s-2" })).toEqual({
      ok: false,
      error: "session_not_found",
    });
    for (const args of [{ action: "dance" }, {}]) {
      expect((await ask(args)).error).toMatch(/list_sessions, read_session, search, recent/);
    }
    const begun = { agent: agent(), session: "nothing-said-yet" };
    expect(await json("session_logs", { action: "recent" }, begun)).toEqual({ ok: true, entries: [] });
  });

  it("returns 50 entries by default, at most 500, and previews of 20 to 4,000 characters", async () => {
    for (let at = 0; at < 520; at++) await write("s-3", "juno", `${at} ${"y".repeat(5000)}`);
    const entries = async (args: object) => {
      const asked = { action: "read_session", session_id: "s-3", ...args };
      const found = (await json("session_logs", asked, { agent: agent() })).entries;
      return found as { content: string; truncated?: boolean }[];
    };
    expect(await entries({})).toHaveLength(50);
    expect(await entries({ limit: 9000 })).toHaveLength(500);
    expect((await entries({ max_chars: 1 }))[0]?.content).toHaveLength(21);
    expect((await entries({ max_chars: 99_999 }))[0]?.content).toHaveLength(4001);
    const recent = await json("session_logs", { action: "recent" }, { agent: agent(), session: "s-3" });
    expect((recent.entries as { content: string }[]).at(-1)?.content).toMatch(/^519 /);
  });
});

describe("allowedTools", () => {
  it("filters by patterns, after registration", () => {
    const agent = agentOf('    allowedTools: ["*_file", "who_am_i"]\n');
    expect(tools.of(agent, "main").map(({ name }) => name)).toEqual(["read_file", "write_file", "who_am_i"]);
    expect(() => tools.find("list_files", agent, "main")).toThrow(
      expect.objectContaining({ code: "tool-not-found" }),
    );
  });
});

describe("the scope gate of every tool", () => {
  const shared = { scope: "shared" } as const;

  it("read_file reaches SOUL, AGENTS, IDENTITY and files tagged shared, and nothing else", async () => {
    expect(await run("read_file", { path: "HOURS.md" }, shared)).toContain("07:00");
    expect(await run("read_file", { path: "AGENTS.md" }, shared)).toBe("How we work.");
    const kept = [
      "USER.md",
      "MEMORY.md",
      "PLAIN.md",
      "knowledge/oven.md",
      "memory/2026-11-16.md",
      "orders/README.md",
    ];
    for (const path of [...kept, "workspace/USER.md"]) {
      await expect(run("read_file", { path }, shared)).rejects.toMatchObject({ code: "not-found" });
    }
  });

  it("read_file does not reach the AGENTS.md, SOUL.md or tagged files of another agent's workspace", async () => {
    const folder = temporaryProject({
      "SOUL.md": "We are kind.",
      "workspace/AGENTS.md": "How we work.",
      "other/AGENTS.md": "theirs",
      "other/SOUL.md": "theirs",
      "other/HOURS.md": "<!-- tags: shared -->\ntheirs",
    });
    const workspaces = () => ["workspace", "other"];
    const opened = openTestWorkspace(folder, { workspaces });
    opened.workspace.start();
    await opened.workspace.settled();
    const here = { ...shared, workspace: opened.workspace };
    expect(await run("read_file", { path: "AGENTS.md" }, here)).toBe("How we work.");
    expect(await run("read_file", { path: "SOUL.md" }, here)).toBe("We are kind.");
    for (const name of ["AGENTS.md", "SOUL.md", "HOURS.md"]) {
      const reading = run("read_file", { path: `other/${name}` }, here);
      await expect(reading).rejects.toMatchObject({ code: "not-found" });
    }
    await opened.close();
  });

  it("read_file does not follow a link to a private file, whatever it is called", async () => {
    await symlink("USER.md", join(project, "workspace/PUBLIC.md"));
    await mkdir(join(project, "workspace/deep"));
    await link(join(project, "workspace/PLAIN.md"), join(project, "workspace/deep/AGENTS.md"));
    await test.workspace.settled();
    for (const path of ["PUBLIC.md", "deep/AGENTS.md"]) {
      await expect(run("read_file", { path }, shared)).rejects.toMatchObject({ code: "not-found" });
    }
  });

  it("a tag opens nothing in the persona profile", async () => {
    const persona = { ...shared, opensByTag: false };
    await expect(run("read_file", { path: "HOURS.md" }, persona)).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("list_files and search_files return only what read_file would show", async () => {
    const listed = (await run("list_files", {}, shared)).split("\n");
    expect(listed.sort()).toEqual(["AGENTS.md", "HOURS.md", "IDENTITY.md"]);
    for (const secret of secrets) {
      expect(await run("search_files", { query: secret, where: "project" }, shared)).toMatch(
        /^Nothing found/,
      );
    }
  });

  it("who_am_i returns the identity without paths", async () => {
    expect((await json("who_am_i", {}, shared)).workspace_dir).toBeNull();
  });

  it("who_am_i never returns a private text, whatever SOUL.md and IDENTITY.md are links to or copies of", async () => {
    const folder = temporaryProject({
      "workspace/USER.md": "- **Name:** user-secret",
      "workspace/MEMORY.md": "memory-secret",
    });
    await symlink("workspace/MEMORY.md", join(folder, "SOUL.md"));
    await link(join(folder, "workspace/MEMORY.md"), join(folder, "workspace/SOUL.md"));
    await writeFile(join(folder, "workspace/IDENTITY.md"), "- **Name:** user-secret");
    const opened = openTestWorkspace(folder);
    opened.workspace.start();
    await opened.workspace.settled();
    const { workspace } = opened;
    expect(await run("who_am_i", {}, { workspace })).toContain("memory-secret");
    expect(await run("who_am_i", {}, { ...shared, workspace })).not.toContain("secret");
    await opened.close();
  });

  for (const name of ["write_file", "what_do_i_know", "session_logs", "load_skill"]) {
    it(`${name} does not exist at all`, async () => {
      const agent = agentOf("    transcriptsDir: transcripts\n");
      const args = { path: "x.md", text: "x", action: "list_sessions" };
      await expect(run(name, args, { ...shared, agent })).rejects.toMatchObject({ code: "tool-not-found" });
      expect(tools.definitions(agent, "shared").map((one) => one.name)).not.toContain(name);
    });
  }
});
