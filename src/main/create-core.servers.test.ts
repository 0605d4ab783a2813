import { describe, expect, it } from "vitest";
import { scripts, type WireScript } from "../../e2e/wire-server/script.ts";
import { useTalk } from "./test-talk.ts";
import { put } from "./workspace/test-workspace.ts";

const talk = useTalk();
const { begin, send } = talk;

describe("the time a model takes to read", () => {
  const slow = (input: number, cached?: number): WireScript => [
    {
      kind: "text",
      chunks: ["Good ", "morning."],
      wait: 60,
      usage: { input, output: 2, ...(cached === undefined ? {} : { cached }) },
    },
  ];
  const speeds = async () => (await talk.client.call("tokens.prefillSpeeds", {})).speeds;

  it("is measured from real turns, by server and model, and unknown before", async () => {
    const session = await begin();
    expect(await speeds()).toEqual([]);
    await send(session, "Hello", slow(300, 0));
    const [speed, ...others] = await speeds();
    expect(others).toEqual([]);
    expect(speed).toMatchObject({ provider: "lab", model: "tiny", samples: 1 });
    // The server waited 60 ms for 300 tokens; a slow machine may only add to it.
    expect(speed?.msPerToken).toBeGreaterThan(0.15);
    await send(session, "And now?", slow(600, 300));
    expect(await speeds()).toMatchObject([{ samples: 2 }]);
  });

  it("is not learned from next to nothing, or from a prompt that the server may have had in its cache", async () => {
    const session = await begin("ollama");
    await send(session, "Hello", slow(150));
    expect(await speeds()).toEqual([]);
    await send(session, "And now?", slow(700));
    expect(await speeds()).toEqual([]);
  });
});

describe("Anthropic's cache", () => {
  const marks = (blocks: readonly Block[] = []) =>
    blocks.flatMap(({ cache_control }, at) => (cache_control === undefined ? [] : [at]));
  const textUntil = (blocks: readonly Block[] = [], at = -1) =>
    blocks
      .slice(0, at + 1)
      .map(({ text }) => text)
      .join("");

  it("is asked to keep each prompt whole, which the next call begins with", async () => {
    const session = await begin("anthropic");
    await send(session, "Hello", scripts.normal);
    await send(session, "When do you open?", scripts.normal);
    const [first, second] = talk.server.chats().map((request) => blocksOf(request.body));
    expect(marks(first)).toEqual([(first?.length ?? 0) - 1]);
    expect(marks(second)).toEqual([(second?.length ?? 0) - 1]);
    expect(textUntil(second, second?.length)).toContain(textUntil(first, marks(first)[0]));
  });

  it("is marked where the part ends that the call before had, too, when a file has changed", async () => {
    const session = await begin("anthropic");
    await send(session, "Hello", scripts.normal);
    await talk.client.call("workspace.write", { path: "HOURS.md", text: "The shop opens at 08:00." });
    await send(session, "When do you open?", scripts.normal);
    const [first, second] = talk.server.chats().map((request) => blocksOf(request.body));
    const [stable = -1, end] = marks(second);
    expect(end).toBe((second?.length ?? 0) - 1);
    expect(textUntil(second, stable)).toContain("# How Juno works");
    expect(textUntil(second, stable)).not.toContain("The shop opens");
    expect(textUntil(first, first?.length).startsWith(textUntil(second, stable))).toBe(true);
  });
});

type Block = { readonly text: string; readonly cache_control?: unknown };

/** Every block of text that Anthropic was sent, in order. */
const blocksOf = (body: unknown): readonly Block[] => {
  const { system, messages } = body as {
    system: Block[];
    messages: { content: string | Block[] }[];
  };
  const said = messages.flatMap(({ content }) =>
    typeof content === "string" ? [{ text: content }] : content,
  );
  return [...system, ...said];
};

it("tells Ollama to hold the agent's window, and without one what the model was trained for", async () => {
  const session = await begin("ollama");
  await send(session, "Hello", scripts.normal);
  expect(talk.server.chats().at(-1)?.body).toMatchObject({ options: { num_ctx: 8192, num_predict: 512 } });
  put(talk.project, { "agents.yaml": "agents:\n  - id: juno\n    provider: lab\n    model: tiny\n" });
  const other = await talk.client.call("sessions.create", {});
  await send(other.session.id, "Hello", scripts.normal);
  expect(talk.server.chats().at(-1)?.body).toMatchObject({ options: { num_ctx: 32_768 } });
  expect(talk.server.received.map(({ path }) => path)).toContain("/api/show");
});

it("has every request of a turn in the log, with its time, host, size and purpose, and never a word or a key", async () => {
  const session = await begin("anthropic");
  await send(session, "A very private question", scripts.normal);
  const { requests } = await talk.client.call("requests.log", {});
  const chat = requests.filter(({ purpose }) => purpose === "chat");
  expect(chat).toHaveLength(talk.server.chats().length);
  expect(chat[0]).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    host: new URL(talk.server.origin).host,
    purpose: "chat",
    bytesSent: Buffer.byteLength(JSON.stringify(talk.server.chats()[0]?.body)),
    bytesReceived: expect.any(Number),
    status: 200,
  });
  expect(JSON.stringify(requests)).not.toMatch(/private|k-1|x-api-key|\/v1/);
});

it("never lets the key out: not in events, answers, exports or files of the project", async () => {
  const session = await begin("openai");
  await send(session, "Hello", scripts.wrongKey);
  const told = await Promise.all([
    talk.client.call("providers.list", {}),
    talk.client.call("settings.get", {}),
    talk.client.call("requests.log", {}),
    talk.client.call("sessions.export", { session, format: "json" }),
    talk.client.call("context.runs", { session }),
  ]);
  expect(JSON.stringify([told, talk.events])).not.toContain("k-1");
});

it("counts at the server before sending where the user switched that on, and is an estimate again when that fails", async () => {
  await begin("anthropic");
  const counts = async () =>
    (await talk.client.call("requests.log", {})).requests.filter(({ purpose }) => purpose === "count").length;
  const off = await talk.client.call("context.countBefore", { message: "Hi" });
  expect([off, await counts()]).toEqual([{ count: null, problem: null }, 0]);
  const { providers } = await talk.client.call("providers.list", {});
  const lab = providers.find(({ id }) => id === "lab");
  expect(lab?.exactCounts).toBe(false);
  const server = { id: "lab", kind: "anthropic", name: "Lab" } as const;
  const { provider } = await talk.client.call("providers.save", { ...server, exactCounts: true });
  expect(provider.exactCounts).toBe(true);
  const on = await talk.client.call("context.countBefore", { message: "Hi" });
  expect(on).toEqual({ count: { tokens: 4321, provider: "Lab" }, problem: null });
  expect(await counts()).toBe(1);
  // What was switched on was switched on for this address.
  const elsewhere = { ...server, baseUrl: "http://127.0.0.1:9/v1" };
  expect((await talk.client.call("providers.save", elsewhere)).provider.exactCounts).toBe(false);
  await talk.client.call("providers.save", { ...elsewhere, exactCounts: true });
  const failed = await talk.client.call("context.countBefore", { message: "Hi" });
  expect(failed.count).toBeNull();
  expect(failed.problem).toContain("Lab");
});

it("asks Anthropic for an exact count only when told to", async () => {
  await begin("anthropic");
  const counted = await talk.client.call("context.exactCount", { message: "Hi" });
  expect(counted).toMatchObject({ tokens: 4321, provider: "Lab" });
  expect((await talk.client.call("requests.log", {})).requests.at(-1)).toMatchObject({ purpose: "count" });
});
