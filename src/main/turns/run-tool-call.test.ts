import { readFileSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { ApprovalDecision, ApprovalRequest } from "#shared/contract/chat.ts";
import { systemClock } from "../base/clock.ts";
import { randomIds } from "../base/ids.ts";
import { SessionSearch } from "../sessions/session-search.ts";
import { ReplyMarks } from "../sessions/reply-marks.ts";
import { Sessions } from "../sessions/sessions.ts";
import { readAgents } from "../agents/read-agents.ts";
import { createToolRegistry } from "../tools/registry.ts";
import { tool, type ToolContext } from "../tools/tool.ts";
import {
  closeCounter,
  openTestWorkspace,
  put,
  temporaryProject,
  type TestWorkspace,
} from "../workspace/test-workspace.ts";
import { runToolCall } from "./run-tool-call.ts";

const { agents } = readAgents("agents:\n  - id: juno\n");
let test: TestWorkspace;
let sessions: Sessions;
let session: string;
let project: string;

/** Tools as an untrusted server could provide them. */
const named = (name: string, asks: boolean, run: () => Promise<string>) =>
  tool({ name, description: name, input: z.object({}), asks, shared: false, run });
let ran = 0;
const tools = createToolRegistry([
  named("breaks", false, () => Promise.reject(new TypeError("undefined is not a loaf"))),
  named("talks", false, async () => `begin${"x".repeat(5_000_000)}end`),
  named("fits", false, async () => "x".repeat(80_000)),
  named("asks", true, async () => `ran ${++ran}`),
]);

beforeAll(async () => {
  project = temporaryProject({ "workspace/AGENTS.md": "How we work." });
  test = openTestWorkspace(project);
  sessions = new Sessions({
    project,
    agents: () => agents,
    marks: new ReplyMarks(join(project, ".satchel", "user")),
    search: new SessionSearch(test.store),
    clock: systemClock,
    ids: randomIds,
    onChange: () => {},
    isTrusted: () => true,
    redacts: () => false,
  });
  session = (await sessions.create(agent(), "main", "")).id;
});
afterAll(async () => {
  await test.close();
  await closeCounter();
});

const agent = () => {
  const [only] = agents;
  if (!only) throw new Error("no agent");
  return only;
};
const contextOf = (signal = new AbortController().signal): ToolContext => ({
  origin: "agent",
  originOf: () => "you",
  saw: () => {},
  sawFrom: () => {},
  join: () => {},
  wrote: async () => {},
  agent: agent(),
  agents,
  model: null,
  scope: "main",
  opensByTag: true,
  session,
  project,
  own: project,
  workspace: test.workspace,
  sessions,
  signal,
  by: { actor: "agent:juno", title: "" },
});
const run = (name: string, decision: ApprovalDecision = "deny", signal = new AbortController().signal) => {
  const context = contextOf(signal);
  const ports = { tools, ids: randomIds, approve: async () => decision };
  return runToolCall({ id: "c", name, args: {} }, agent(), context, ports);
};

it("a tool that throws reports the error to the model, and ends nothing", async () => {
  expect(await run("breaks")).toEqual({
    content: "tool-failed: undefined is not a loaf",
    origin: "tool",
    isError: true,
  });
});

it("a result of 5 MB is written to a file, and its beginning, end and path are kept", async () => {
  const { content, isError, file = "" } = await run("talks");
  expect(isError).toBe(false);
  expect(file).toContain(`workspace/agents/juno/sessions/${session}.results/`);
  expect(readFileSync(join(project, file), "utf8")).toHaveLength(5_000_008);
  expect(content).toContain(` ${file} `);
  expect(content.slice(0, 2000)).toBe(`begin${"x".repeat(1995)}`);
  expect(content.slice(-2000)).toBe(`${"x".repeat(1997)}end`);
});

it("a result of 80,000 characters stays in the session", async () => {
  expect(await run("fits")).toEqual({ content: "x".repeat(80_000), origin: "tool", isError: false });
});

it("a tool that needs approval runs after a yes, and never after a no", async () => {
  expect(await run("asks", "deny")).toEqual({
    content: "The person declined this call.",
    origin: "tool",
    isError: true,
    declined: true,
  });
  expect(ran).toBe(0);
  expect(await run("asks", "once")).toEqual({ content: "ran 1", origin: "tool", isError: false });
});

it("stopping the turn is not a result", async () => {
  const stop = new AbortController();
  stop.abort(new Error("stopped"));
  await expect(run("breaks", "deny", stop.signal)).rejects.toThrow("stopped");
});

/** Requests a write and, while the approval is open, does something else. */
const write = async (args: object, meanwhile: () => Promise<unknown> = async () => {}) => {
  const asked: Omit<ApprovalRequest, "id">[] = [];
  const approve = async (request: Omit<ApprovalRequest, "id">) => {
    asked.push(request);
    await meanwhile();
    return "once" as const;
  };
  const call = { id: "c", name: "write_file", args };
  return {
    outcome: await runToolCall(call, agent(), contextOf(), { tools, ids: randomIds, approve }),
    asked,
  };
};
const textOf = (path: string) => readFileSync(join(project, path), "utf8");

it("an approved write fails when the file changed while the approval was open", async () => {
  put(project, { "workspace/notes.md": "old\n" });
  const saves = () => test.workspace.write("workspace", "notes.md", "saved meanwhile\n");
  const { outcome } = await write({ path: "notes.md", text: "model\n" }, saves);
  expect(outcome).toMatchObject({ isError: true, content: expect.stringMatching(/^conflict:/) });
  expect(textOf("workspace/notes.md")).toBe("saved meanwhile\n");
});

it("an approved write goes to the path that was shown", async () => {
  const appears = async () => put(project, { "sub/other.md": "x" });
  const { outcome, asked } = await write({ path: "sub/place.md", text: "here\n" }, appears);
  expect(asked[0]?.change?.path).toBe("workspace/sub/place.md");
  expect(outcome.content).toBe("Wrote workspace/sub/place.md.");
  expect(textOf("workspace/sub/place.md")).toBe("here\n");
});

it("a write is shown with the arguments that run, and not requested when it cannot be shown", async () => {
  const { asked } = await write({ path: "c.md", text: null, content: "EVIL\n" });
  expect(asked[0]?.change?.after).toBe(textOf("workspace/c.md"));
  put(project, { "workspace/image.md": Buffer.from([0, 1, 2]) });
  for (const path of ["image.md", "report-\u202Ecod.md", "README.md\u00A0\u00A0.sh"]) {
    const refused = await write({ path, text: "x" });
    expect(refused.outcome.isError).toBe(true);
    expect(refused.asked).toEqual([]);
  }
});

it.runIf(process.platform !== "win32")("a link is shown and judged as what it leads to", async () => {
  put(project, { "workspace/.envrc": "layout node\n", "workspace/real/day.md": "x\n" });
  symlinkSync(".envrc", join(project, "workspace", "summary.md"));
  symlinkSync("real", join(project, "workspace", "alias"));
  const { asked } = await write({ path: "summary.md", text: "evil\n" });
  expect(asked[0]).toMatchObject({ change: { path: "workspace/.envrc" }, always: null });
  const linked = await write({ path: "alias/day.md", text: "y\n" });
  expect(linked.asked[0]).toMatchObject({
    change: { path: "workspace/real/day.md" },
    always: { folder: "workspace/real" },
  });
});

it.runIf(process.platform !== "win32")(
  "an approved write refuses when its link was turned meanwhile",
  async () => {
    put(project, { "workspace/harmless.md": "x\n", "workspace/.profile": "x\n" });
    const link = join(project, "workspace", "turned.md");
    symlinkSync("harmless.md", link);
    const turns = async () => {
      unlinkSync(link);
      symlinkSync(".profile", link);
    };
    const { outcome } = await write({ path: "turned.md", text: "evil\n" }, turns);
    expect(outcome).toMatchObject({ isError: true, content: expect.stringMatching(/^changed-since:/) });
    expect(textOf("workspace/.profile")).toBe("x\n");
  },
);

it("a file that looks like a secret is read only after a question that names it, each time", async () => {
  put(project, {
    ".env": "KEY=planted\n",
    "keys/server.key": "planted\n",
    "workspace/plain.md": "planted\n",
  });
  const asked: Omit<ApprovalRequest, "id">[] = [];
  const read = (path: string, decision: ApprovalDecision) =>
    runToolCall({ id: "c", name: "read_file", args: { path } }, agent(), contextOf(), {
      tools,
      ids: randomIds,
      approve: async (request) => {
        asked.push(request);
        return decision;
      },
    });
  for (const path of [".env", "keys/server.key"]) {
    const denied = await read(path, "deny");
    expect(denied).toMatchObject({ isError: true, content: expect.not.stringContaining("planted") });
    expect((await read(path, "once")).content).toContain("planted");
  }
  expect(asked.map(({ secret, always }) => [secret, always])).toEqual([
    [".env", null],
    [".env", null],
    ["keys/server.key", null],
    ["keys/server.key", null],
  ]);
  expect((await read("plain.md", "deny")).content).toContain("planted");
  const search = { id: "c", name: "search_files", args: { query: "planted", where: "project" } };
  const found = await runToolCall(search, agent(), contextOf(), {
    tools,
    ids: randomIds,
    approve: async () => "deny" as const,
  });
  expect(found.content).toContain("workspace/plain.md:1: planted");
  expect(found.content).not.toContain("server.key:1");
  expect(found.content).toContain("keys/server.key");
});

it.each([
  ["notes/day.md", "workspace/notes"],
  ["HOURS.md", "workspace"],
])("always for %s covers the files in %s", async (path, folder) => {
  expect((await write({ path, text: "x" })).asked[0]?.always).toEqual({ folder });
});

it.each([
  "/agents.yaml",
  "SOUL.md",
  "AGENTS.md",
  "package.json",
  "Makefile",
  ".env",
  ".vscode/tasks.md",
  "skills/evil/notes.md",
  "subagents/evil.md",
  "agents/main/sessions/x.md",
  "run.sh",
  "CMakeLists.txt",
])("%s is asked about each time", async (path) => {
  expect((await write({ path, text: "x" })).asked[0]?.always).toBeNull();
});
