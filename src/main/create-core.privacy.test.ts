import { expect, it } from "vitest";
import { scripts } from "../../e2e/wire-server/script.ts";
import { isSummaryAsked } from "../../e2e/wire-server/start-wire-server.ts";
import { useTalk } from "./test-talk.ts";
import { put } from "./workspace/test-workspace.ts";

/** What Settings say about what leaves the machine, against the requests that are made. */
const talk = useTalk();

/** As far as the app knows this address is elsewhere. */
const elsewhere = () => `${talk.server.origin.replace("127.0.0.1", "0.0.0.0")}/v1`;
const goElsewhere = () =>
  talk.client.call("providers.save", {
    id: "lab",
    kind: "anthropic",
    name: "Lab",
    baseUrl: elsewhere(),
    apiKey: "k",
  });
const purposes = async () => {
  const { requests } = await talk.client.call("requests.log", {});
  return new Set(requests.filter(({ host }) => host.startsWith("0.0.0.0")).map(({ purpose }) => purpose));
};
const received = () => JSON.stringify(talk.server.received);
const questions = async (session: string, count: number) => {
  for (let at = 0; at < count; at++)
    await talk.send(session, `Question ${at} ${"about bread ".repeat(40)}`, scripts.normal);
};

it("sends nothing before a model on a remote server is chosen", async () => {
  await talk.begin();
  await talk.client.call("agents.save", { id: "juno", values: { provider: "builtin", model: null } });
  await talk.client.call("providers.remove", { id: "lab" });
  const before = (await talk.client.call("requests.log", {})).requests.length;
  const { session } = await talk.client.call("sessions.create", {});
  await talk.client.call("chat.send", { session: session.id, text: "When does the shop open?" });
  await talk.client.call("memory.add", { text: "Rye on Fridays." });
  await talk.client.call("memory.search", { query: "rye" });
  await talk.client.call("context.preview", { message: "And the oven?" });
  expect((await talk.client.call("requests.log", {})).requests).toHaveLength(before);
});

it("sends the prompt of each answer, and nothing of the conversation beside it without being allowed", async () => {
  const session = await talk.begin("anthropic");
  await goElsewhere();
  await talk.client.call("context.preview", { session, message: "Typed, and not sent." });
  expect(received()).not.toContain("Typed, and not sent");
  await questions(session, 6);
  const asked = await purposes();
  expect([...asked].filter((purpose) => !["chat", "models", "window", "test"].includes(purpose))).toEqual([]);
  expect(talk.server.memoryReads()).toEqual([]);

  await talk.client.call("providers.allowBackground", { id: "lab", allowed: true });
  await questions(session, 5);
  await talk.client.call("chat.compact", { session });
  const allowed = await purposes();
  expect(allowed).toContain("summary");
  expect(allowed.has("flush") || allowed.has("extract")).toBe(true);
  expect(talk.server.memoryReads().length).toBeGreaterThan(0);
  expect(talk.server.chats().some(isSummaryAsked)).toBe(true);
});

it("sends notes, and counts a prompt, only when that is asked for, and lists the call", async () => {
  put(talk.project, { "workspace/memory/2026-11-15.md": "- Rye on Fridays.\n" });
  const session = await talk.begin("anthropic");
  await goElsewhere();
  await questions(session, 1);
  const before = await purposes();
  expect(before.has("count") || before.has("consolidate")).toBe(false);
  await talk.client.call("context.exactCount", { session, message: "Hello" });
  await talk.client.call("memory.consolidate", {});
  expect([...(await purposes())]).toEqual(expect.arrayContaining(["count", "consolidate"]));
  const { calls } = await talk.client.call("context.calls", {});
  expect(calls.map(({ purpose }) => purpose).sort()).toEqual(["chat", "consolidate"]);
});

it("sends to a remote model for meaning what it makes searchable and what is searched for, typed words too", async () => {
  await talk.begin();
  await talk.client.call("providers.save", {
    id: "far",
    kind: "openai-compatible",
    name: "Far",
    baseUrl: elsewhere(),
    apiKey: "k",
  });
  await talk.client.call("settings.set", { user: { embeddings: { provider: "far", model: "tiny" } } });
  await expect.poll(received, { timeout: 20_000 }).toContain("The oven is hot.");
  await expect
    .poll(async () => (await talk.client.call("memory.search", { query: "warm" })).lists, { timeout: 20_000 })
    .toContain("vector");
  await talk.client.call("context.preview", { message: "Typed, and not sent." });
  expect(received()).toContain("Typed, and not sent");
  expect(
    [...(await purposes())].filter((purpose) => !["embed", "models", "window"].includes(purpose)),
  ).toEqual([]);
});
