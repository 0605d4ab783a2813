import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { WireScript } from "../../e2e/wire-server/script.ts";
import { said, useTalk } from "./test-talk.ts";

const talk = useTalk();
const other = (id: string, to: string) =>
  `  - id: ${id}\n    provider: lab\n    model: tiny\n    allowedDelegates: [${to}]\n`;
const hand = (agent: string): WireScript[number] => ({
  kind: "tools",
  calls: [{ id: `to-${agent}`, name: "delegate", args: { agent, task: `Check the oven, ${agent}.` } }],
});
const results = (end: Awaited<ReturnType<typeof talk.send>>) =>
  end.entries.flatMap((entry) => (entry.type === "tool_result" ? [entry] : []));

it("runs a delegated task as a nested turn with a session of its own, and returns its last message", async () => {
  const session = await talk.begin("openai-compatible", `    allowedDelegates: [kim]\n${other("kim", "")}`);
  const end = await talk.send(session, "Ask kim", [
    hand("kim"),
    { kind: "text", chunks: ["It is hot."] },
    { kind: "text", chunks: ["Kim says it is hot."] },
  ]);
  expect(said(end).at(-1)).toBe("assistant: Kim says it is hot.");
  const { sessions } = await talk.client.call("sessions.list", { agent: "kim" });
  expect(sessions).toHaveLength(1);
  const nested = sessions[0]?.id ?? "";
  expect(results(end)).toMatchObject([{ content: `Answer of kim (session ${nested}).\n\nIt is hot.` }]);
  expect(existsSync(join(talk.project, `workspace/agents/kim/sessions/${nested}.log.jsonl`))).toBe(true);
  expect(talk.events).toContainEqual(expect.objectContaining({ event: "chat.ended", session: nested }));
});

it("refuses an agent that is not allowed, itself, and a loop of three", async () => {
  const rest = other("kim", "lee") + other("lee", "juno");
  const session = await talk.begin("openai-compatible", `    allowedDelegates: [kim, juno]\n${rest}`);
  const end = await talk.send(session, "Go", [
    hand("lee"),
    hand("juno"),
    hand("kim"),
    hand("lee"),
    hand("juno"),
    { kind: "text", chunks: ["Lee is done."] },
    { kind: "text", chunks: ["Kim is done."] },
    { kind: "text", chunks: ["All done."] },
  ]);
  const [notAllowed, itself, kim] = results(end);
  expect(notAllowed).toMatchObject({
    isError: true,
    content: expect.stringContaining("delegate-not-allowed"),
  });
  expect(itself).toMatchObject({ isError: true, content: expect.stringContaining("delegate-cycle") });
  expect(kim?.content).toContain("Kim is done.");
  const loop = talk.events.filter(
    (event) => event.event === "chat.entry" && event.entry.type === "tool_result",
  );
  expect(JSON.stringify(loop)).toContain("juno → kim → lee → juno is a loop");
});

/** Answers by agent: each is told apart by the text of its prompt. */
const byAgent = (answers: Readonly<Record<string, WireScript>>): WireScript => {
  const left = new Map(Object.entries(answers).map(([id, script]) => [id, [...script]]));
  return [
    {
      kind: "reply",
      to: ({ body }) => {
        const text = JSON.stringify(body);
        const id = [...left.keys()].find((each) => text.includes(`You are agent ${each}.`)) ?? "";
        const next = left.get(id)?.shift();
        if (!next) throw new Error(`Nothing is scripted for "${id}".`);
        return next;
      },
    },
  ];
};
const named = (id: string) => `    systemPromptTemplate: You are agent ${id}.\n`;
const text = (...chunks: string[]): WireScript[number] => ({ kind: "text", chunks });
const hands = (...agents: readonly string[]): WireScript[number] => ({
  kind: "tools",
  calls: agents.map((agent, at) => ({
    id: `to-${agent}-${at}`,
    name: "delegate",
    args: { agent, task: `Task ${at} for ${agent}.` },
  })),
});

it("hands work on three times and not a fourth time", async () => {
  const chain = ["a", "b", "c", "d"];
  const rest = chain.map((id, at) => other(id, chain[at + 1] ?? "") + named(id)).join("");
  const session = await talk.begin("openai-compatible", `${named("juno")}    allowedDelegates: [a]\n${rest}`);
  await talk.send(
    session,
    "Go",
    byAgent({
      juno: [hands("a"), text("Done by juno.")],
      a: [hands("b"), text("Done by a.")],
      b: [hands("c"), text("Done by b.")],
      c: [hands("d"), text("Done by c.")],
    }),
  );
  const said = JSON.stringify(talk.events);
  expect(said).toContain("delegate-depth");
  expect(said).toContain("Done by c.");
  expect((await talk.client.call("sessions.list", { agent: "d" })).sessions).toEqual([]);
});

it("gives a nested turn no tool that the caller does not have", async () => {
  const limited = `    allowedTools: [delegate, who_am_i]\n    allowedDelegates: [kim]\n`;
  const session = await talk.begin(
    "openai-compatible",
    named("juno") + limited + other("kim", "") + named("kim"),
  );
  await talk.send(session, "Go", byAgent({ juno: [hands("kim"), text("Done.")], kim: [text("Here.")] }));
  const tools = talk.server
    .chats()
    .filter(({ body }) => JSON.stringify(body).includes("You are agent kim."))
    .map(({ body }) => (body as { tools?: { function: { name: string } }[] }).tools ?? []);
  expect(tools.map((list) => list.map((one) => one.function.name))).toEqual([["who_am_i"]]);
});

it("runs several tasks at once and keeps their answers in the order of the calls", async () => {
  const session = await talk.begin(
    "openai-compatible",
    `${named("juno")}    allowedDelegates: [kim, lee]\n${other("kim", "")}${named("kim")}${other("lee", "")}${named("lee")}`,
  );
  const end = await talk.send(
    session,
    "Go",
    byAgent({
      juno: [hands("kim", "lee"), text("Both done.")],
      kim: [{ kind: "text", chunks: ["Kim."], wait: 300 }],
      lee: [text("Lee.")],
    }),
  );
  expect(results(end).map(({ content }) => content.split("\n").at(-1))).toEqual(["Kim.", "Lee."]);
  const order = talk.events.flatMap((event) =>
    (event.event === "chat.started" || event.event === "chat.ended") && event.session !== session
      ? [event.event]
      : [],
  );
  expect(order).toEqual(["chat.started", "chat.started", "chat.ended", "chat.ended"]);
});

it("stops every nested turn with the conversation, and keeps what each said", async () => {
  const session = await talk.begin(
    "openai-compatible",
    `${named("juno")}    allowedDelegates: [kim, lee]\n${other("kim", "")}${named("kim")}${other("lee", "")}${named("lee")}`,
  );
  const endless: WireScript[number] = { kind: "endless", chunk: "on and ", delay: 5 };
  const heard = new Set<string>();
  const both = new Promise<void>((resolve) => {
    talk.client.on("chat.delta", (event) => {
      heard.add(event.session);
      if (heard.size === 2) resolve();
    });
  });
  const coming = talk.send(
    session,
    "Go",
    byAgent({ juno: [hands("kim", "lee")], kim: [endless], lee: [endless] }),
  );
  await both;
  expect(await talk.client.call("chat.stop", { session })).toMatchObject({ stopped: true });
  expect((await coming).status).toBe("stopped");
  for (const agent of ["kim", "lee"]) {
    const { sessions } = await talk.client.call("sessions.list", { agent });
    const { entries } = await talk.client.call("sessions.read", { session: sessions[0]?.id ?? "" });
    expect(entries.at(-1)).toMatchObject({ role: "assistant", interrupted: true });
  }
});

it("works on at most four of six tasks at once, and on the others after them", async () => {
  const ids = ["a", "b", "c", "d", "e", "f"];
  const session = await talk.begin(
    "openai-compatible",
    `${named("juno")}    allowedDelegates: [${ids.join(", ")}]\n${ids.map((id) => other(id, "") + named(id)).join("")}`,
  );
  const slow = (id: string): WireScript => [{ kind: "text", chunks: [`${id} is done.`], wait: 200 }];
  const end = await talk.send(
    session,
    "Go",
    byAgent({
      juno: [hands(...ids), text("All done.")],
      ...Object.fromEntries(ids.map((id) => [id, slow(id)])),
    }),
  );
  let [running, most] = [0, 0];
  for (const event of talk.events) {
    if (!("session" in event) || event.session === session) continue;
    if (event.event === "chat.started") running += 1;
    if (event.event === "chat.ended") running -= 1;
    most = Math.max(most, running);
  }
  expect([most, running]).toEqual([4, 0]);
  expect(results(end).map(({ content }) => content.split("\n").at(-1))).toEqual(
    ids.map((id) => `${id} is done.`),
  );
});

it("stops all four, and those that they asked, with one stop", async () => {
  const ids = ["a", "b", "c", "d"];
  const rest = ids.map((id) => other(id, `below-${id}`) + named(id)).join("");
  const below = ids.map((id) => other(`below-${id}`, "") + named(`below-${id}`)).join("");
  const session = await talk.begin(
    "openai-compatible",
    `${named("juno")}    allowedDelegates: [${ids.join(", ")}]\n${rest}${below}`,
  );
  const endless: WireScript[number] = { kind: "endless", chunk: "on and ", delay: 5 };
  const heard = new Set<string>();
  const { promise: all, resolve } = Promise.withResolvers<void>();
  talk.client.on("chat.delta", (event) => {
    heard.add(event.session);
    if (heard.size === ids.length) resolve();
  });
  const coming = talk.send(
    session,
    "Go",
    byAgent({
      juno: [hands(...ids)],
      ...Object.fromEntries(ids.map((id) => [id, [hands(`below-${id}`)]])),
      ...Object.fromEntries(ids.map((id) => [`below-${id}`, [endless]])),
    }),
  );
  await all;
  expect(await talk.client.call("chat.stop", { session })).toMatchObject({ stopped: true });
  expect((await coming).status).toBe("stopped");
  const ended = talk.events.flatMap((event) => (event.event === "chat.ended" ? [event.session] : []));
  const started = talk.events.flatMap((event) => (event.event === "chat.started" ? [event.session] : []));
  expect(new Set(started).size).toBeGreaterThanOrEqual(8);
  expect(ended.toSorted()).toEqual(started.toSorted());
  // No request goes on at the server.
  await expect.poll(() => talk.server.open()).toBe(0);
});

it("keeps a shared conversation shared in its nested turns", async () => {
  await talk.begin(
    "openai-compatible",
    `${named("juno")}    allowedDelegates: [kim]\n${other("kim", "")}${named("kim")}`,
  );
  const { session } = await talk.client.call("sessions.create", { kind: "group" });
  await talk.send(session.id, "Go", byAgent({ juno: [hands("kim"), text("Done.")], kim: [text("Here.")] }));
  const { sessions } = await talk.client.call("sessions.list", { agent: "kim" });
  expect(sessions).toMatchObject([{ kind: "group" }]);
  const asked = talk.server.chats().map(({ body }) => JSON.stringify(body));
  expect(asked.find((body) => body.includes("You are agent kim."))).not.toContain("The shop opens at 07:00.");
});

it("ends a nested turn at its limit of steps and says so", async () => {
  const session = await talk.begin(
    "openai-compatible",
    `${named("juno")}    allowedDelegates: [kim]\n${other("kim", "")}${named("kim")}`,
  );
  const again: WireScript[number] = { kind: "tools", calls: [{ id: "w", name: "who_am_i", args: {} }] };
  const end = await talk.send(
    session,
    "Go",
    byAgent({ juno: [hands("kim"), text("Done.")], kim: Array.from({ length: 20 }, () => again) }),
  );
  expect(results(end)[0]?.content).toContain("It reached its limit of steps.");
});
