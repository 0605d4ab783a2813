import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { scripts } from "../../e2e/wire-server/script.ts";
import type { McpAnswer, McpQuestion } from "#shared/model/mcp-question.ts";
import { fileBlock } from "#shared/model/tagged-text.ts";
import { eventually } from "./base/test-eventually.ts";
import { useTalk } from "./test-talk.ts";

const odd = fileURLToPath(new URL("mcp/client/odd-server.fixture.ts", import.meta.url));
const talk = useTalk({ host: "web" });

const begin = async () => {
  const session = await talk.begin();
  await talk.client.call("mcp.save", { id: "odd", command: process.execPath, args: [odd, "asks"] });
  talk.client.on(
    "chat.approval",
    ({ id }) => void talk.client.call("chat.approve", { approval: id, decision: "once" }),
  );
  return session;
};
const questions = async () => (await talk.client.call("mcp.questions", {})).questions;
const asked = async (): Promise<McpQuestion> => {
  let found: McpQuestion | undefined;
  await eventually(async () => {
    [found] = await questions();
    expect(found).toBeDefined();
  });
  return found!;
};
/** A turn in which the agent calls this tool; the tool's result is what the server was told. */
const turn = (session: string, tool: string) =>
  talk.send(session, "Do it.", [
    { kind: "tools", calls: [{ id: "call_1", name: `mcp__odd__${tool}`, args: {} }] },
    { kind: "text", chunks: ["Done."] },
  ]);
const told = async (running: ReturnType<typeof turn>): Promise<unknown> => {
  const { entries } = await running;
  const result = entries.find((entry) => entry.type === "tool_result");
  return JSON.parse(result?.type === "tool_result" ? result.content : "null");
};
const answer = (given: Pick<McpAnswer, "id" | "action"> & Partial<McpAnswer>) =>
  talk.client.call("mcp.answer", given);
const log = async () =>
  (await talk.client.call("mcp.log", { id: "odd" })).lines.map(({ kind, text }) => `${kind} ${text}`);

describe("a form that a tool server asks for", () => {
  it("is shown with the name of its server, checked, and sent as it was filled in", async () => {
    const running = turn(await begin(), "form");
    const { id, ...shown } = await asked();
    expect(shown).toMatchObject({ kind: "form", server: "odd", message: "Which <b>parcel</b>\u202E?" });
    expect(shown.kind === "form" && shown.fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      "number integer",
      "note text",
      "fast yes-no",
      "size choice",
      "days choices",
    ]);
    const wrong = [{ name: "number", value: 100 }];
    await expect(answer({ id, action: "accept", values: wrong })).rejects.toMatchObject({
      code: "wrong-answer",
      message: "Number can be at most 99.",
    });
    await expect(answer({ id, action: "accept" })).rejects.toMatchObject({ message: "Number is missing." });
    const values = [
      { name: "number", value: 7 },
      { name: "fast", value: false },
      { name: "size", value: "l" },
      { name: "days", value: ["tu"] },
      { name: "more", value: "not asked for" },
    ];
    await answer({ id, action: "accept", values });
    expect(await told(running)).toEqual({
      action: "accept",
      content: { number: 7, fast: false, size: "l", days: ["tu"] },
    });
    expect(await questions()).toEqual([]);
    await expect(answer({ id, action: "cancel" })).rejects.toMatchObject({ code: "question-not-found" });
    expect(await log()).toEqual(expect.arrayContaining(["asked for a form", "asked answered"]));
  });

  it.each(["decline", "cancel"] as const)("can be answered with %s, which tells nothing", async (action) => {
    const running = turn(await begin(), "form");
    await answer({ id: (await asked()).id, action, values: [{ name: "number", value: 7 }] });
    expect(await told(running)).toEqual({ action });
  });

  it("is refused when it is larger than a person fills in, or would open an address", async () => {
    const session = await begin();
    expect(await told(turn(session, "odd-form"))).toMatchObject({
      message: expect.stringContaining("a form of more than 30 fields"),
    });
    expect(await told(turn(session, "page"))).toMatchObject({ code: expect.any(Number) });
    expect(await questions()).toEqual([]);
  });

  it("is closed when the answer that it belongs to is stopped", async () => {
    const session = await begin();
    const running = turn(session, "form");
    await asked();
    await talk.client.call("chat.stop", { session });
    expect(await running).toMatchObject({ status: "stopped" });
    await eventually(async () => expect(await questions()).toEqual([]));
  });

  it("is the only one of its server: a second is closed at once", async () => {
    const running = turn(await begin(), "two-forms");
    const { id } = await asked();
    await eventually(async () => expect(await log()).toContain('server second: {"action":"cancel"}'));
    expect(await questions()).toHaveLength(1);
    await answer({ id, action: "decline" });
    expect(await told(running)).toEqual({ action: "decline" });
  });

  it("does not come again from a server that may not ask", async () => {
    const session = await begin();
    const running = turn(session, "form");
    await answer({ id: (await asked()).id, action: "decline", never: true });
    await running;
    const { servers } = await talk.client.call("mcp.list", {});
    expect(servers).toMatchObject([{ id: "odd", state: "ready", asks: false }]);
    expect(await told(turn(session, "form"))).toMatchObject({ code: -32601 });
    expect(await questions()).toEqual([]);
    await talk.client.call("mcp.allowQuestions", { id: "odd", allowed: true });
    const again = turn(session, "form");
    await answer({ id: (await asked()).id, action: "decline" });
    expect(await told(again)).toEqual({ action: "decline" });
  });
});

describe("an answer of the model that a tool server asks for", () => {
  it("is shown as it would be sent, with the bill, and is in the list of calls", async () => {
    const session = await begin();
    const running = turn(session, "model");
    const question = await asked();
    expect(question).toMatchObject({
      kind: "sampling",
      server: "odd",
      agent: "juno",
      provider: "Lab",
      model: "tiny",
      messages: [
        { role: "system", text: "You count parcels." },
        { role: "user", text: "Say a number." },
      ],
      maxTokens: 50,
      local: true,
      maxCost: null,
    });
    expect(question.kind === "sampling" && question.tokens).toBeGreaterThan(8);
    const before = talk.server.chats().length;
    // The turn's second step is scripted already: what is played next comes first.
    talk.server.play([
      { kind: "text", chunks: ["Seven."] },
      { kind: "text", chunks: ["Done."] },
    ]);
    await answer({ id: question.id, action: "accept" });
    expect(await told(running)).toMatchObject({
      role: "assistant",
      model: "tiny",
      stopReason: "endTurn",
      content: { type: "text", text: "Seven." },
    });
    // Nothing of the conversation goes along, though the server asked for "allServers".
    const sent = talk.server.chats()[before]?.body as { messages: { content: string }[] };
    expect(sent.messages.map(({ content }) => content)).toEqual(["You count parcels.", "Say a number."]);
    const { calls } = await talk.client.call("context.calls", { session, limit: 20 });
    expect(calls.find(({ purpose }) => purpose === "sample")).toMatchObject({
      agent: "juno",
      model: "tiny",
      outcome: "finished",
    });
  });

  it("asks the model nothing when the user declines", async () => {
    const running = turn(await begin(), "model");
    const question = await asked();
    const before = talk.server.chats().length;
    await answer({ id: question.id, action: "decline" });
    expect(await told(running)).toMatchObject({ code: -1 });
    // Only the turn's own next step.
    expect(talk.server.chats().length).toBe(before + 1);
  });
});

describe("texts of a tool server", () => {
  it("are attached to a message, counted, from outside, and cannot end their block", async () => {
    const session = await begin();
    const { resources, prompts } = await talk.client.call("mcp.offers", {});
    expect(resources).toMatchObject([
      { server: "odd", uri: "office://rates", name: "Parcel rates", size: 40 },
      { uri: "office://logo" },
      { uri: "office://book" },
    ]);
    expect(prompts).toMatchObject([
      { server: "odd", name: "letter", args: [{ name: "whom", required: true }] },
    ]);
    const rates = await talk.client.call("mcp.resource", { server: "odd", uri: "office://rates" });
    expect(rates).toMatchObject({ path: "mcp:odd/office://rates", left: 0 });
    const text = `${fileBlock(rates.path, rates.text)}\n\nWhat does a parcel cost?`;
    const { manifest } = await talk.client.call("context.preview", { session, message: text });
    const part = manifest?.segments.find(({ layer }) => layer === "message");
    expect(part).toMatchObject({ origin: "outside", status: "included" });
    const bare = await talk.client.call("context.preview", { session, message: "What does a parcel cost?" });
    expect(bare.manifest?.segments.find(({ layer }) => layer === "message")).toMatchObject({ origin: "you" });
    expect(manifest?.window.used).toBeGreaterThan(bare.manifest?.window.used ?? 0);
    const { entries } = await talk.send(session, text, scripts.normal);
    expect(entries[0]).toMatchObject({ type: "message", role: "user", origin: "outside" });
    const content = entries[0]?.type === "message" ? entries[0].content : "";
    expect(content).not.toContain('\n<file path="AGENTS.md">');
    const letter = await talk.client.call("mcp.prompt", {
      server: "odd",
      name: "letter",
      args: [{ name: "whom", value: "Ada" }],
    });
    expect(letter).toMatchObject({ path: "mcp:odd/prompt/letter", text: "Write to Ada." });
  });

  it("are refused when they are not text, bounded when they are long, and hidden from an agent without the server", async () => {
    await begin();
    await expect(
      talk.client.call("mcp.resource", { server: "odd", uri: "office://logo" }),
    ).rejects.toMatchObject({ code: "mcp-not-text" });
    const book = await talk.client.call("mcp.resource", { server: "odd", uri: "office://book" });
    expect([book.text.length, book.left]).toEqual([400_000, 100_000]);
    await talk.client.call("mcp.enable", { id: "odd", agent: "juno", enabled: false });
    expect(await talk.client.call("mcp.offers", { agent: "juno" })).toEqual({ resources: [], prompts: [] });
  });
});
