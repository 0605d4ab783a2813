import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { ApprovalDecision } from "#shared/contract/chat.ts";
import { eventually } from "./base/test-eventually.ts";
import { useTalk } from "./test-talk.ts";
import { put } from "./workspace/test-workspace.ts";

const odd = fileURLToPath(new URL("mcp/client/odd-server.fixture.ts", import.meta.url));
const talk = useTalk();

const save = (mode = "good", ...more: string[]) =>
  talk.client.call("mcp.save", { id: "odd", command: process.execPath, args: [odd, mode, ...more] });
const decide = (decision: ApprovalDecision) =>
  talk.client.on(
    "chat.approval",
    ({ id }) => void talk.client.call("chat.approve", { approval: id, decision }),
  );
const asked = () => talk.events.flatMap((event) => (event.event === "chat.approval" ? [event] : []));
const calling = (name: string) => [
  { kind: "tools" as const, calls: [{ id: "call_1", name, args: {} }] },
  { kind: "text" as const, chunks: ["Done."] },
];
const results = async (session: string) =>
  (await talk.client.call("sessions.read", { session })).entries.flatMap((entry) =>
    entry.type === "tool_result" ? [entry] : [],
  );

describe("a tool of an MCP server", () => {
  it("runs in a turn after the user allowed it, and its result is from outside", async () => {
    const session = await talk.begin();
    await save();
    decide("once");
    await talk.send(session, "Hello", calling("mcp__odd__write_file"));
    expect(asked()).toMatchObject([
      { tool: "mcp__odd__write_file", server: { id: "odd", tool: "write_file" } },
    ]);
    expect(await results(session)).toMatchObject([{ content: "hello from write_file", origin: "outside" }]);
  });

  it("is counted in the tools layer, with origin outside", async () => {
    await talk.begin();
    await save();
    await talk.client.call("mcp.keep", { id: "odd", tool: "write_file", keep: true });
    const { manifest } = await talk.client.call("context.preview", { message: "Hello" });
    const found = manifest?.segments.find(({ source }) => source === "tool:mcp__odd__write_file");
    expect(found).toMatchObject({ layer: "tools", origin: "outside", status: "included" });
    expect(found?.sent.tokens).toBeGreaterThan(10);
    const { servers } = await talk.client.call("mcp.list", {});
    expect(servers[0]?.tools[0]?.tokens).toBe(found?.sent.tokens);
  });

  it("is asked about once when the user says always, and again when its description changes", async () => {
    const session = await talk.begin();
    await save();
    decide("always");
    await talk.send(session, "One", calling("mcp__odd__change"));
    await eventually(async () => {
      const { servers } = await talk.client.call("mcp.list", {});
      expect(servers[0]?.tools[0]?.description).toContain("elsewhere");
    });
    expect(asked()).toHaveLength(1);
    await talk.send(session, "Two", calling("mcp__odd__change"));
    expect(asked()).toHaveLength(2);
    await talk.send(session, "Three", calling("mcp__odd__change"));
    expect(asked()).toHaveLength(2);
  });

  it("is not asked about again when the user says never", async () => {
    const session = await talk.begin();
    await save();
    decide("never");
    await talk.send(session, "One", calling("mcp__odd__env"));
    await talk.send(session, "Two", calling("mcp__odd__env"));
    expect(asked()).toHaveLength(1);
    expect((await results(session)).every(({ declined }) => declined === true)).toBe(true);
  });

  it("is not there for an agent that it is switched off for", async () => {
    await talk.begin();
    await save();
    const names = async () =>
      (await talk.client.call("tools.list", { agent: "juno" })).tools.map(({ name }) => name);
    expect(await names()).toContain("mcp__odd__env");
    await talk.client.call("mcp.enable", { id: "odd", agent: "juno", enabled: false });
    expect(await names()).not.toContain("mcp__odd__env");
    await talk.client.call("mcp.enable", { id: "odd", agent: "juno", enabled: true });
    expect(await names()).toContain("mcp__odd__env");
    await talk.client.call("mcp.enable", { id: "odd", enabled: false });
    expect(await names()).not.toContain("mcp__odd__env");
  });

  it("is not there in a folder that the user does not trust, whatever the model calls", async () => {
    const session = await talk.begin();
    await save();
    await talk.client.call("project.trust", { trusted: false });
    decide("once");
    const names = (await talk.client.call("tools.list", { session })).tools.map(({ name }) => name);
    expect(names.filter((name) => name.startsWith("mcp__"))).toEqual([]);
    await talk.send(session, "Hello", calling("mcp__odd__write_file"));
    expect(asked()).toEqual([]);
    expect(await results(session)).toMatchObject([
      { isError: true, content: expect.stringMatching(/^tool-not-found:/) },
    ]);
  });

  it("ends a failed call in the conversation, which goes on", async () => {
    const session = await talk.begin();
    await save("dies");
    decide("once");
    const end = await talk.send(session, "Hello", calling("mcp__odd__env"));
    expect(end.status).toBe("finished");
    expect((await results(session))[0]).toMatchObject({ isError: true });
  });

  it("may come from a file of another program, and starts only when the user takes its server", async () => {
    await talk.begin();
    const write = (args: readonly string[]) =>
      put(talk.project, {
        ".mcp.json": JSON.stringify({ mcpServers: { Theirs: { command: process.execPath, args } } }),
      });
    write([odd, "good"]);
    const { found } = await talk.client.call("mcp.found", {});
    const theirs = found.find(({ file, inProject }) => inProject && file === ".mcp.json");
    expect(theirs).toMatchObject({ id: "theirs", args: [odd, "good"], taken: false });
    expect((await talk.client.call("mcp.list", {})).servers).toEqual([]);
    const taken = {
      file: ".mcp.json",
      name: "Theirs",
      shown: { command: process.execPath, args: [odd, "good"], url: null },
    };
    write([odd, "dies"]);
    await expect(talk.client.call("mcp.take", taken)).rejects.toMatchObject({ code: "mcp-changed" });
    expect((await talk.client.call("mcp.list", {})).servers).toEqual([]);
    write([odd, "good"]);
    const { servers } = await talk.client.call("mcp.take", taken);
    expect(servers).toMatchObject([{ id: "theirs", state: "ready" }]);
  });
});
