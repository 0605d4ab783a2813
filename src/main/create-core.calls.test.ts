import { expect, it } from "vitest";
import type { ModelCall } from "#shared/model/model-call.ts";
import { scripts, type WireReply } from "../../e2e/wire-server/script.ts";
import { isSummaryAsked } from "../../e2e/wire-server/start-wire-server.ts";
import { useTalk } from "./test-talk.ts";
import { put } from "./workspace/test-workspace.ts";

const talk = useTalk();
const text = (content: string): WireReply => ({ kind: "text", chunks: [content] });
const summary = "SESSION INTENT\nBake.\n\nSUMMARY\nWe baked.\n\nARTIFACTS\nnone\n\nNEXT STEPS\nBake on.";

const calls = async (session?: string): Promise<readonly ModelCall[]> =>
  (await talk.client.call("context.calls", session === undefined ? {} : { session })).calls;

const chatter = async (session: string) => {
  for (let at = 0; at < 5; at++)
    await talk.send(session, `Question ${at} ${"about bread ".repeat(40)}`, scripts.normal);
};

it("keeps every call of a model with its purpose, tokens and cost, and shows what was sent and said", async () => {
  const session = await talk.begin();
  await talk.client.call("providers.save", {
    id: "lab",
    kind: "openai-compatible",
    name: "Lab",
    prices: { tiny: { input: 10, output: 100, cachedInput: 1 } },
  });
  await chatter(session);
  talk.server.play([text(summary)]);
  await talk.client.call("chat.compact", { session });

  const kept = await calls(session);
  const answers = kept.filter(({ purpose }) => purpose === "chat");
  expect(answers).toHaveLength(5);
  for (const { run } of answers) await talk.client.call("context.run", { id: run ?? "" });
  expect(answers[0]).toMatchObject({ input: 120, output: 3, cost: (120 * 10 + 3 * 100) / 1e6, local: true });
  const notes = kept.filter(({ purpose }) => purpose === "flush" || purpose === "extract");
  expect(notes).toHaveLength(talk.server.memoryReads().length);
  expect(notes.length).toBeGreaterThan(0);
  expect(kept[0]?.purpose).toBe("summary");
  const [made] = kept;
  expect(made).toMatchObject({ outcome: "finished", agent: "juno", run: null });
  const shown = await talk.client.call("context.call", { id: made?.id ?? "" });
  expect(shown.reply).toBe(summary);
  expect(shown.messages[1]?.content).toContain("Question 0 about bread");
});

it("keeps the call of a consolidation with its purpose, tokens and cost", async () => {
  await talk.begin();
  const prices = { tiny: { input: 10, output: 100, cachedInput: 1 } };
  await talk.client.call("providers.save", { id: "lab", kind: "openai-compatible", name: "Lab", prices });
  put(talk.project, { "workspace/memory/2026-11-15.md": "- Rye on Fridays.\n" });
  const chunks = ["- Rye is baked on Fridays.\n"];
  talk.server.play([{ kind: "text", chunks, usage: { input: 200, output: 8 } }]);
  await talk.client.call("memory.consolidate", {});
  const [call, ...others] = await calls();
  expect(others).toEqual([]);
  expect(call).toMatchObject({
    purpose: "consolidate",
    outcome: "finished",
    input: 200,
    output: 8,
    cost: (200 * 10 + 8 * 100) / 1e6,
  });
  const shown = await talk.client.call("context.call", { id: call?.id ?? "" });
  expect(shown.reply).toBe(chunks[0]);
  expect(JSON.stringify(shown.messages)).toContain("Rye on Fridays.");
});

it("calls no model for the title of a conversation", async () => {
  const session = await talk.begin();
  await talk.send(session, "When does the ferry leave?", scripts.normal);
  const { sessions } = await talk.client.call("sessions.list", {});
  expect(sessions[0]?.title).toBe("When does the ferry leave?");
  expect((await calls()).map(({ purpose }) => purpose)).toEqual(["chat"]);
  expect(talk.server.chats()).toHaveLength(1);
});

it("keeps a call that failed, with why", async () => {
  const session = await talk.begin();
  await talk.send(session, "Hello", scripts.wrongKey);
  expect(await calls(session)).toMatchObject([{ purpose: "chat", outcome: "provider-auth", input: null }]);
});

it("asks a remote provider in the background only after the user's word, and again for another address", async () => {
  const session = await talk.begin();
  // As far as the app knows this address is elsewhere.
  const elsewhere = `${talk.server.origin.replace("127.0.0.1", "0.0.0.0")}/v1`;
  const save = (baseUrl: string) =>
    talk.client.call("providers.save", {
      id: "lab",
      kind: "openai-compatible",
      name: "Lab",
      baseUrl,
      apiKey: "k",
    });
  expect((await save(elsewhere)).provider).toMatchObject({ local: false, background: "ask" });
  const long = { kind: "text", chunks: ["Bread. ".repeat(1500)] } as const;
  for (let at = 0; at < 8; at++) await talk.send(session, `Question ${at}`, [long]);
  expect((await calls()).every(({ purpose, local }) => purpose === "chat" && !local)).toBe(true);
  expect(talk.server.memoryReads()).toEqual([]);
  const { runs } = await talk.client.call("context.runs", { session, limit: 1 });
  const { manifest } = await talk.client.call("context.run", { id: runs[0]?.id ?? "" });
  expect(manifest.actions.find(({ step }) => step === "compact")).toMatchObject({
    failed: true,
    detail: expect.stringContaining("not allowed"),
  });

  await talk.client.call("providers.allowBackground", { id: "lab", allowed: true });
  talk.server.play([{ kind: "reply", to: (asked) => (isSummaryAsked(asked) ? text(summary) : long) }]);
  await talk.client.call("chat.send", { session, text: "And now?" });
  expect((await calls(session)).map(({ purpose }) => purpose)).toContain("summary");
  expect((await save("http://192.0.2.1/v1")).provider.background).toBe("ask");
}, 60_000);

it("forgetting a text also takes the calls that said it", async () => {
  const session = await talk.begin();
  await chatter(session);
  talk.server.play([text(`${summary} The code word is heron.`)]);
  await talk.client.call("chat.compact", { session });
  const [made] = await calls(session);
  expect((await talk.client.call("context.call", { id: made?.id ?? "" })).reply).toContain("heron");
  const { memory } = await talk.client.call("memory.add", { text: "The code word is heron." });
  const { forgotten } = await talk.client.call("memory.forget", { id: memory?.id ?? "" });
  await talk.client.call("memory.purge", { forgotten, kinds: ["runs"] });
  await expect(talk.client.call("context.call", { id: made?.id ?? "" })).rejects.toMatchObject({
    code: "call-unknown",
  });
});
