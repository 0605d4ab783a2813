import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { MessageEntry } from "#shared/model/session-entry.ts";
import { scripts } from "../../e2e/wire-server/script.ts";
import { useTalk } from "./test-talk.ts";
import { put } from "./workspace/test-workspace.ts";

const talk = useTalk();

const second = `  - id: otto
    displayName: Otto
    provider: lab
    model: tiny
    systemPromptTemplate: You are Otto the baker.
    maxContextTokens: 16384
    maxOutputTokens: 512
`;
type Body = { model: string; temperature?: number; messages: { role: string; content: string }[] };
const lastBody = () => talk.server.chats().at(-1)?.body as Body;
const answer = async (session: string): Promise<MessageEntry> => {
  const { entries } = await talk.client.call("sessions.read", { session });
  return entries.findLast((entry) => entry.type === "message" && entry.role === "assistant") as MessageEntry;
};

it("answers as chosen for the conversation, says so with the answer, and changes no agent", async () => {
  const session = await talk.begin("openai-compatible", second);
  const before = readFileSync(join(talk.project, "agents.yaml"), "utf8");
  const choice = { model: { provider: "lab", model: "large" }, profile: "persona", temperature: 0.2 };
  const { session: info } = await talk.client.call("sessions.update", { session, choice });
  expect(info.choice).toEqual(choice);

  const { manifest } = await talk.client.call("context.preview", { session, message: "Hi" });
  expect(manifest).toMatchObject({ agent: "juno", model: "large", profile: "persona" });
  await talk.send(session, "Hi", scripts.normal);
  expect(lastBody()).toMatchObject({ model: "large", temperature: 0.2 });
  expect(await answer(session)).toMatchObject({ model: "large", receipt: { temperature: 0.2 } });
  expect(readFileSync(join(talk.project, "agents.yaml"), "utf8")).toBe(before);

  await talk.client.call("sessions.update", { session, choice: {} });
  await talk.send(session, "And now?", scripts.normal);
  expect(lastBody().model).toBe("tiny");
  expect(lastBody()).not.toHaveProperty("temperature");
});

it("answers one message as chosen for it alone, also when it waited", async () => {
  const session = await talk.begin("openai-compatible", second);
  const choice = { agent: "otto", temperature: 1.5 };
  const { manifest } = await talk.client.call("context.preview", { session, message: "Hi", choice });
  expect(manifest).toMatchObject({ agent: "otto", window: { max: 16_384 } });
  talk.server.play(scripts.normal);
  await talk.client.call("chat.send", { session, text: "Hi", choice });
  expect(JSON.stringify(lastBody().messages)).toContain("You are Otto the baker.");
  expect(await answer(session)).toMatchObject({ agent: "otto", receipt: { temperature: 1.5 } });
  await talk.send(session, "Again", scripts.normal);
  expect(JSON.stringify(lastBody().messages)).not.toContain("You are Otto the baker.");
  expect(await answer(session)).not.toHaveProperty("agent");
});

it("sends a temperature only where the provider takes it, and no higher than it takes", async () => {
  const session = await talk.begin("anthropic");
  const hot = { temperature: 1.8 };
  talk.server.play(scripts.normal);
  await talk.client.call("chat.send", { session, text: "Hi", choice: hot });
  expect(lastBody().temperature).toBe(1);
  expect((await answer(session)).receipt?.temperature).toBe(1);
  await talk.client.call("chat.send", { session, text: "Hi", choice: { ...hot, model: null } });
  expect((await answer(session)).receipt).not.toHaveProperty("temperature");
  expect(await answer(session)).toMatchObject({ provider: "builtin" });
});

it("sends how words are chosen as the agent has it, and as a message has it on top", async () => {
  const sampled = `    sampling: { temperature: 0.4, top_p: 0.9, seed: 7, stop: ["END"] }\n`;
  const session = await talk.begin("openai-compatible", sampled);
  const { agents, warnings } = await talk.client.call("agents.list", {});
  expect(warnings).toEqual([]);
  expect(agents[0]?.sampling).toEqual({ temperature: 0.4, topP: 0.9, seed: 7, stop: ["END"] });
  await talk.send(session, "Hi", scripts.normal);
  expect(lastBody()).toMatchObject({ temperature: 0.4, top_p: 0.9, seed: 7, stop: ["END"] });
  expect(lastBody()).not.toHaveProperty("reasoning_effort");
  const choice = { topP: 0.5, seed: 8, effort: "high" as const };
  await talk.client.call("chat.send", { session, text: "Hi", choice });
  expect(lastBody()).toMatchObject({ temperature: 0.4, top_p: 0.5, seed: 8, reasoning_effort: "high" });
  expect((await answer(session)).receipt).toMatchObject({ topP: 0.5, seed: 8, effort: "high" });
});

it.each([
  ["ollama", { options: { temperature: 1, top_p: 0.5, seed: 3, stop: ["END"] } }, ["think"]],
  ["openai", { temperature: 1, top_p: 0.5 }, ["seed", "stop", "reasoning"]],
  ["anthropic", { temperature: 1, stop_sequences: ["END"] }, ["top_p", "seed", "output_config"]],
] as const)("sends %s only what it takes", async (kind, taken, others) => {
  const session = await talk.begin(kind);
  const choice = { temperature: 1, topP: 0.5, seed: 3, stop: ["END"], effort: "low" as const };
  talk.server.play(scripts.normal);
  await talk.client.call("chat.send", { session, text: "Hi", choice });
  expect(lastBody()).toMatchObject(taken);
  for (const field of others) expect(lastBody()).not.toHaveProperty(field);
  expect((await answer(session)).receipt).not.toHaveProperty("effort");
});

it("reports a sampling value that cannot be sent, and keeps the others", async () => {
  await talk.begin("openai-compatible", `    sampling: { temperature: 9, seed: 7, mood: good }\n`);
  const { agents, warnings } = await talk.client.call("agents.list", {});
  expect(agents[0]?.sampling).toEqual({ seed: 7 });
  const said = warnings.map(({ message }) => message).join("; ");
  expect(said).toContain('"sampling.temperature" must be a number from 0 to 2');
  expect(said).toContain('nknown key "sampling.mood"');
});

it("says which agent is gone, and goes on once another is chosen", async () => {
  const session = await talk.begin("openai-compatible", second);
  await talk.client.call("sessions.update", { session, choice: { agent: "otto" } });
  put(talk.project, { "agents.yaml": "agents:\n  - id: juno\n    provider: lab\n    model: tiny\n" });
  await expect(talk.client.call("chat.send", { session, text: "Hi" })).rejects.toMatchObject({
    code: "agent-not-found",
  });
  await talk.client.call("sessions.update", { session, choice: {} });
  expect((await talk.send(session, "Hi", scripts.normal)).status).toBe("finished");
});
