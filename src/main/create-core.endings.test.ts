import { describe, expect, it } from "vitest";
import type { MessageEntry } from "#shared/model/session-entry.ts";
import { receivedTexts } from "../../e2e/wire-server/received-texts.ts";
import { scripts, type WireReply } from "../../e2e/wire-server/script.ts";
import { type Kind, kinds, useTalk } from "./test-talk.ts";

const talk = useTalk();

const answers = async (session: string): Promise<readonly MessageEntry[]> =>
  (await talk.client.call("sessions.read", { session })).entries.filter(
    (entry): entry is MessageEntry => entry.type === "message" && entry.role === "assistant",
  );

describe("an answer that is not a whole one says so for good", () => {
  const everyKind = Object.keys(kinds) as Kind[];

  it.each(everyKind)("cut by the length limit, and empty: %s", async (kind) => {
    const session = await talk.begin(kind);
    await talk.send(session, "Tell me all", scripts.cutShort);
    await talk.send(session, "And now?", scripts.empty);
    expect((await answers(session)).map(({ content, ending }) => [content, ending?.kind])).toEqual([
      ["Half of the ans", "length"],
      ["", "empty"],
    ]);
  });

  it.each(everyKind)("cut by the server before the length that was asked for: %s", async (kind) => {
    const session = await talk.begin(kind);
    const cut = (output: number): WireReply => ({
      kind: "text",
      chunks: ["Half of the ans"],
      finish: "length",
      usage: { input: 900, output },
    });
    await talk.send(session, "Tell me all", [cut(20)]);
    const { runs } = await talk.client.call("context.runs", { session });
    const { manifest } = await talk.client.call("context.run", { id: runs[0]?.id ?? "" });
    const asked = manifest.window.reservedOutput;
    expect((await answers(session)).at(-1)?.ending).toEqual({
      kind: "length",
      code: "window-full",
      message: `The answer was cut at the length limit of the server, after 20 of up to ${asked.toLocaleString("en")} tokens that were asked for: its window is full, or its own limit is lower.`,
    });
    await talk.send(session, "And now?", [cut(asked)]);
    expect((await answers(session)).at(-1)?.ending).toEqual({ kind: "length" });
  });

  it.each(["openai-compatible", "openai", "anthropic"] as const)("refused: %s", async (kind) => {
    const session = await talk.begin(kind);
    await talk.send(session, "Tell me a secret", scripts.refused);
    expect((await answers(session)).map(({ ending }) => ending?.kind)).toEqual(["refused"]);
  });

  it.each(everyKind)(
    "an error in the stream is shown in the server's own words, the key hidden: %s",
    async (kind) => {
      const session = await talk.begin(kind);
      const message = `The engine lost k-1 and the model. ${"x".repeat(5000)}`;
      const end = await talk.send(session, "Hello", [
        { kind: "stream-error", chunks: ["It begins "], message },
      ]);
      expect(end.failure).toMatchObject({ code: "stream-error" });
      expect(end.failure?.message).toContain("The engine lost [key] and the model.");
      expect(end.failure?.message.length).toBeLessThan(500);
      const [answer] = await answers(session);
      expect(answer).toMatchObject({ content: "It begins ", interrupted: true, ending: { kind: "broken" } });
      expect(answer?.ending?.message).toContain("The engine lost [key] and the model.");
      expect(JSON.stringify(answer)).not.toContain("k-1");
    },
  );

  it("a failed question keeps the reason, is not sent again as history, and can be asked again", async () => {
    const session = await talk.begin();
    await talk.send(session, "First?", scripts.normal);
    await talk.send(session, "Lost question?", scripts.wrongKey);
    const [, failed] = await answers(session);
    expect(failed).toMatchObject({ content: "", ending: { kind: "failed", code: "provider-auth" } });

    await talk.send(session, "Third?", scripts.normal);
    const sent = receivedTexts(talk.server.chats().at(-1));
    expect(sent).toContain("user: Third?");
    expect(sent).toContain("user: First?");
    expect(sent).not.toContain("user: Lost question?");
  });

  it("trying again asks the failed question itself, and its first failure stays as a version", async () => {
    const session = await talk.begin();
    await talk.send(session, "Lost question?", scripts.wrongKey);
    talk.server.play(scripts.normal);
    const end = await talk.client.call("chat.continue", { session });
    expect(end.status).toBe("finished");
    expect(receivedTexts(talk.server.chats().at(-1)).at(-1)).toBe("user: Lost question?");
    const view = await talk.client.call("sessions.read", { session });
    expect(view.entries).toHaveLength(2);
    expect(Object.values(view.branches)).toEqual([expect.arrayContaining([view.entries[1]?.id])]);
  });

  it("asking again what fails again changes nothing in the conversation", async () => {
    const session = await talk.begin();
    const first = await talk.send(session, "First?", scripts.normal);
    await talk.send(session, "Second?", scripts.normal);
    const before = await talk.client.call("sessions.read", { session });
    talk.server.play(scripts.wrongKey);
    const message = first.entries.at(-1)?.id ?? "";
    await talk.client.call("chat.regenerate", { session, message });
    expect((await talk.client.call("sessions.read", { session })).entries).toEqual(before.entries);
  });
});

describe("the receipt of an answer", () => {
  it("has the server's own figures, the time and that it runs here", async () => {
    const session = await talk.begin();
    await talk.send(session, "Hello", scripts.normal);
    const [answer] = await answers(session);
    expect(answer?.receipt).toMatchObject({
      read: 120,
      wrote: 3,
      estimated: { read: false, wrote: false },
      cost: null,
      local: true,
      leftOut: { dropped: 0 },
    });
    expect(answer?.receipt?.ms).toBeGreaterThanOrEqual(answer?.receipt?.firstMs ?? Infinity);
  });

  it("has the cost where the user entered a price", async () => {
    const session = await talk.begin();
    await talk.client.call("providers.save", {
      id: "lab",
      kind: "openai-compatible",
      name: "Lab",
      prices: { tiny: { input: 10, output: 100, cachedInput: 1 } },
    });
    const usage = { input: 1000, cached: 400, output: 50 };
    await talk.send(session, "Hello", [{ kind: "text", chunks: ["Hi."], usage }]);
    const [answer] = await answers(session);
    expect(answer?.receipt?.cost).toBeCloseTo((600 * 10 + 400 * 1 + 50 * 100) / 1e6, 9);
  });
});

describe("an answer that did not come whole", () => {
  const dollars = { tiny: { input: 10, output: 100, cachedInput: 1 } };
  const priced = (session: string) =>
    talk.client
      .call("providers.save", { id: "lab", kind: "openai-compatible", name: "Lab", prices: dollars })
      .then(() => session);
  /** The run of an answer is the request that went out for it, and its call names the same. */
  const expectItsOwnRun = async (answer: MessageEntry | undefined, request = talk.server.chats().at(-1)) => {
    const run = await talk.client.call("context.run", { id: answer?.run ?? "" });
    expect(run.messages.map(({ role, content }) => `${role}: ${content}`)).toEqual(receivedTexts(request));
    const { calls } = await talk.client.call("context.calls", {});
    expect(calls[0]?.run).toBe(answer?.run);
    const { runs } = await talk.client.call("context.timeline", {});
    expect(runs.at(-1)?.id).toBe(answer?.run);
    return { run, call: calls[0] };
  };

  it("broken: has a receipt with estimates and opens its own run; an unknown cost is not said to be zero", async () => {
    const session = await priced(await talk.begin());
    await talk.send(session, "Hello", scripts.streamError);
    const [answer] = await answers(session);
    const { run, call } = await expectItsOwnRun(answer);
    expect(answer?.receipt).toMatchObject({
      read: run.manifest.window.used,
      estimated: { read: true, wrote: true },
      cost: expect.any(Number),
    });
    expect(answer?.receipt?.wrote).toBeGreaterThan(0);
    expect(answer?.receipt?.firstMs).not.toBeNull();
    expect(call).toMatchObject({ outcome: "stream-error", input: null, output: null, cost: null });
  });

  it("stopped: the same", async () => {
    const session = await talk.begin();
    talk.server.play([{ kind: "endless", chunk: "and ", delay: 5 }]);
    const sent = talk.client.call("chat.send", { session, text: "Count" });
    await expect.poll(() => talk.events.some(({ event }) => event === "chat.delta")).toBe(true);
    await talk.client.call("chat.stop", { session });
    await sent;
    const [answer] = await answers(session);
    expect(answer).toMatchObject({ interrupted: true, receipt: { estimated: { read: true, wrote: true } } });
    expect((await expectItsOwnRun(answer)).call).toMatchObject({ outcome: "stopped" });
  });

  it("failed: opens its own run, and has no receipt because nothing was written", async () => {
    const session = await talk.begin();
    await talk.send(session, "Hello", scripts.wrongKey);
    const [answer] = await answers(session);
    await expectItsOwnRun(answer);
    expect(answer?.receipt).toBeUndefined();
  });

  it("too long for the server: what was sent first is kept beside what was sent after the summary", async () => {
    const session = await talk.begin();
    for (let at = 0; at < 4; at++) await talk.send(session, `Question ${at}`, scripts.normal);
    const before = talk.server.chats().length;
    talk.server.play([
      scripts.contextLength[0],
      { kind: "text", chunks: ["SUMMARY\nWe baked."] },
      ...scripts.normal,
    ]);
    await talk.client.call("chat.send", { session, text: "And now?" });
    const requests = talk.server.chats().slice(before);
    expect(requests).toHaveLength(3);
    const { calls } = await talk.client.call("context.calls", { session });
    const [second, first] = calls.filter(({ purpose }) => purpose === "chat");
    for (const [call, request] of [
      [first, requests[0]],
      [second, requests[2]],
    ] as const) {
      const { messages } = await talk.client.call("context.run", { id: call?.run ?? "" });
      expect(messages.map(({ role, content }) => `${role}: ${content}`)).toEqual(receivedTexts(request));
    }
  });
});

it("the timeline gives a turn the number that it has in the conversation, whatever failed or was asked again", async () => {
  const session = await talk.begin();
  const first = await talk.send(session, "One?", scripts.normal);
  await talk.send(session, "Two?", scripts.wrongKey);
  await talk.send(session, "Three?", scripts.toolCall);
  talk.server.play(scripts.normal);
  await talk.client.call("chat.regenerate", { session });
  await talk.send(session, "Four?", scripts.normal);
  await talk.client.call("chat.edit", { session, message: first.entries[0]?.id ?? "", text: "One, again?" });
  const { runs } = await talk.client.call("context.timeline", { session });
  expect(runs.map(({ turn }) => turn)).toEqual([1, 2, 3, 3, 3, 4, 1]);
  const all = await talk.client.call("context.timeline", {});
  expect(all.runs.map(({ turn }) => turn)).toEqual(runs.map(() => null));
});

describe("what a server sends is bounded", () => {
  it("an answer ends at the length that was asked for, plus a margin", async () => {
    const session = await talk.begin();
    const endless: WireReply = { kind: "endless", chunk: "and so on ".repeat(400), delay: 1 };
    const end = await talk.send(session, "Go on", [endless]);
    expect(end.status).toBe("finished");
    const [answer] = await answers(session);
    expect(answer?.ending).toEqual({ kind: "length" });
    // 512 tokens were asked for.
    expect(answer?.content.length).toBe(512 * 12 + 10_000);
  });

  it("a summary and notes without end are given up, and the conversation goes on", async () => {
    const session = await talk.begin("openai-compatible", "    memory: {extract: false}\n");
    for (let at = 0; at < 5; at++) await talk.send(session, `Question ${at}`, scripts.normal);
    const endless: WireReply = { kind: "endless", chunk: "and so on ".repeat(400), delay: 1 };
    talk.server.play([endless]);
    talk.server.playMemory([endless]);
    await expect(talk.client.call("chat.compact", { session })).rejects.toMatchObject({
      code: "answer-too-long",
    });
    const { calls } = await talk.client.call("context.calls", { session });
    expect(
      calls.filter(({ outcome }) => outcome === "answer-too-long").map(({ purpose }) => purpose),
    ).toEqual(["summary", "flush"]);
    const end = await talk.send(session, "And now?", scripts.normal);
    expect(end.status).toBe("finished");
  });

  it.each(Object.keys(kinds) as Kind[])("a line without end is not read to its end: %s", async (kind) => {
    const session = await talk.begin(kind);
    const end = await talk.send(session, "Go on", [{ kind: "huge", chars: 20_000_000 }]);
    expect(end.failure).toMatchObject({ code: "answer-too-long" });
    expect((await answers(session)).map(({ ending }) => ending?.kind)).toEqual(["failed"]);
  });

  it("runs 32 of 50 tool calls of one reply and says that there were more", async () => {
    const session = await talk.begin();
    const calls = Array.from({ length: 50 }, (_, at) => ({
      id: `c${at}`,
      name: "read_file",
      args: { path: "HOURS.md" },
    }));
    const end = await talk.send(session, "Read", [{ kind: "tools", calls }, ...scripts.normal]);
    expect(end.entries.filter(({ type }) => type === "tool_use")).toHaveLength(32);
    const [answer] = await answers(session);
    expect(answer?.ending).toEqual({ kind: "calls", message: "18 more tool calls were not run." });
  });
});
