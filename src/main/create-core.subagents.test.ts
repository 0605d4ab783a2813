import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { WireScript } from "../../e2e/wire-server/script.ts";
import { useTalk } from "./test-talk.ts";
import { put } from "./workspace/test-workspace.ts";

const talk = useTalk();
const named = "    systemPromptTemplate: You are agent juno.\n";
const text = (...chunks: string[]): WireScript[number] => ({ kind: "text", chunks });
const hand = (...agents: readonly string[]): WireScript[number] => ({
  kind: "tools",
  calls: agents.map((agent, at) => ({
    id: `to-${agent}-${at}`,
    name: "delegate",
    args: { agent, task: `Look at the oven, ${agent}.` },
  })),
});
const subagent = (front: string, body: string) => `---\n${front}\n---\n\n${body}\n`;

/** Answers by agent: each is told apart by the text of its prompt. */
const byAgent = (answers: Readonly<Record<string, WireScript>>): WireScript => {
  const left = new Map(Object.entries(answers).map(([id, script]) => [id, [...script]]));
  return [
    {
      kind: "reply",
      to: ({ body }) => {
        const said = JSON.stringify(body);
        const id = [...left.keys()].find((each) => said.includes(`You are agent ${each}.`)) ?? "";
        const next = left.get(id)?.shift();
        if (!next) throw new Error(`Nothing is scripted for "${id}".`);
        return next;
      },
    },
  ];
};
type Body = {
  model: string;
  temperature?: number;
  messages: { role: string; content: string }[];
  tools?: { function: { name: string; description: string } }[];
};
const askedBy = (id: string): readonly Body[] =>
  talk.server
    .chats()
    .map(({ body }) => body as Body)
    .filter((body) => JSON.stringify(body).includes(`You are agent ${id}.`));
const results = (end: Awaited<ReturnType<typeof talk.send>>) =>
  end.entries.flatMap((entry) => (entry.type === "tool_result" ? [entry] : []));

it("hands a task to a subagent of a file, with its prompt, model, tools, steps and temperature", async () => {
  put(talk.project, {
    "workspace/subagents/kim.md": subagent(
      "description: Knows ovens\nmodel: large\ntools: who_am_i, read_file\nsteps: 3\ntemperature: 0.1",
      "You are agent kim.",
    ),
    "workspace/agents/kim/workspace/NOTES.md": "Kim's own notes.",
  });
  const session = await talk.begin("openai-compatible", `${named}    allowedDelegates: [kim]\n`);
  const end = await talk.send(
    session,
    "Go",
    byAgent({ juno: [hand("kim"), text("Done.")], kim: [text("It is hot.")] }),
  );
  const [asked] = askedBy("kim");
  expect(asked).toMatchObject({ model: "large", temperature: 0.1 });
  expect(asked?.tools?.map((one) => one.function.name).sort()).toEqual(["read_file", "who_am_i"]);
  const prompt = JSON.stringify(asked?.messages);
  expect(prompt).toContain("Kim's own notes.");
  expect(prompt).not.toContain("The shop opens at 07:00.");
  const offered = askedBy("juno")[0]?.tools?.find((one) => one.function.name === "delegate");
  expect(offered?.function.description).toContain("kim (Knows ovens)");

  const nested = /session ([\w-]+)/.exec(results(end)[0]?.content ?? "")?.[1] ?? "";
  expect(results(end)[0]?.content).toContain("It is hot.");
  expect(existsSync(join(talk.project, `workspace/agents/kim/sessions/${nested}.log.jsonl`))).toBe(true);
  const opened = await talk.client.call("sessions.read", { session: nested });
  expect(opened.entries).toHaveLength(2);
  const { runs } = await talk.client.call("context.runs", { session: nested });
  expect(runs).toHaveLength(1);
  const { manifest } = await talk.client.call("context.run", { id: runs[0]?.id ?? "" });
  expect(manifest.segments.map(({ source }) => source)).toContain("workspace/agents/kim/workspace/NOTES.md");
  // The user goes on with it where it is.
  talk.server.play([text("Still hot.")]);
  await talk.client.call("chat.send", { session: nested, text: "You are agent kim. And now?" });
  expect(askedBy("kim").at(-1)).toMatchObject({ model: "large" });
});

it("shares the workspace where the file says so, and stops at its steps", async () => {
  put(talk.project, {
    "workspace/subagents/kim.md": subagent(
      "description: Looks\nworkspace: { mode: shared }\nmax_iters: 2",
      "You are agent kim.",
    ),
  });
  const session = await talk.begin("openai-compatible", `${named}    allowedDelegates: [kim]\n`);
  const look: WireScript[number] = { kind: "tools", calls: [{ id: "w", name: "who_am_i", args: {} }] };
  const end = await talk.send(
    session,
    "Go",
    byAgent({ juno: [hand("kim"), text("Done.")], kim: [look, look, look] }),
  );
  expect(JSON.stringify(askedBy("kim")[0]?.messages)).toContain("The shop opens at 07:00.");
  expect(askedBy("kim")).toHaveLength(2);
  expect(results(end)[0]?.content).toContain("It reached its limit of steps.");
});

it("refuses a subagent that hands work to itself, and a loop of three", async () => {
  const front = "description: Hands on\ntools: [delegate, who_am_i]";
  put(talk.project, {
    "workspace/subagents/a.md": subagent(front, "You are agent a."),
    "workspace/subagents/b.md": subagent(front, "You are agent b."),
    "workspace/subagents/c.md": subagent("description: Does it\ntools: who_am_i", "You are agent c."),
  });
  const session = await talk.begin("openai-compatible", `${named}    allowedDelegates: [a]\n`);
  await talk.send(
    session,
    "Go",
    byAgent({
      juno: [hand("a"), text("Done by juno.")],
      a: [hand("a"), hand("b"), text("Done by a.")],
      b: [hand("a"), hand("c"), text("Done by b.")],
      c: [text("Done by c.")],
    }),
  );
  const heard = JSON.stringify(
    talk.events.filter((event) => event.event === "chat.entry" && event.entry.type === "tool_result"),
  );
  expect(heard).toContain("may hand work to b, c, not to");
  expect(heard).toContain("juno → a → b → a is a loop");
  expect(heard).toContain("Done by c.");
  expect(askedBy("c")[0]?.tools?.map((one) => one.function.name)).toEqual(["who_am_i"]);
});

it("lists agents and subagents as one, with where each comes from, and reports what cannot be used", async () => {
  put(talk.project, {
    "workspace/subagents/kim.md": subagent("description: Knows ovens", "You are agent kim."),
    "workspace/subagents/lee.md": "No front matter.",
    "workspace/subagents/otto.md": subagent("description: Twice", "x"),
    "workspace/subagents/huge.md": subagent(`description: x\nfiller: ${"y".repeat(1_000_000)}`, "x"),
    "workspace/subagents/out.md": subagent("description: x\nworkspace: { path: ../elsewhere }", "x"),
  });
  await talk.begin("openai-compatible", `    allowedDelegates: [kim, nobody]\n  - id: otto\n`);
  const { delegates } = await talk.client.call("agents.delegates", { id: "juno" });
  const shown = delegates.map(({ id, from, allowed, problem }) => [id, from, allowed, problem !== null]);
  expect(shown).toEqual([
    ["otto", "agents.yaml", false, false],
    ["huge", "workspace/subagents/huge.md", false, true],
    ["kim", "workspace/subagents/kim.md", true, false],
    ["lee", "workspace/subagents/lee.md", false, true],
    ["otto", "workspace/subagents/otto.md", false, true],
    ["out", "workspace/subagents/out.md", false, true],
    ["nobody", "", true, true],
  ]);
  const { warnings } = await talk.client.call("project.info", {});
  expect(warnings.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["workspace/subagents/lee.md", "workspace/subagents/huge.md"]),
  );
});

it("previews the prompt of a subagent", async () => {
  put(talk.project, {
    "workspace/subagents/kim.md": subagent("description: Knows ovens", "You are agent kim."),
  });
  await talk.begin();
  const { manifest, messages } = await talk.client.call("context.preview", {
    agent: "kim",
    message: "",
    include: ["messages", "manifest"],
  });
  expect(manifest?.agent).toBe("kim");
  expect(JSON.stringify(messages)).toContain("You are agent kim.");
});

it("writes a subagent with its prompt counted beside it, and refuses what could not be used", async () => {
  const session = await talk.begin("openai-compatible", `${named}    allowedDelegates: [kim]\n`);
  const values = {
    description: "Knows ovens",
    workspace: "isolated" as const,
    model: null,
    steps: 3,
    tools: ["who_am_i"],
    temperature: null,
    prompt: "You are agent kim.",
  };
  const draft = { id: "kim", home: "workspace", values };
  const tried = await talk.client.call("agents.trySubagent", draft);
  expect(tried.problem).toBeNull();
  // Its own prompt, its one tool and nothing of the workspace it is written in.
  expect(tried.manifest?.segments.map(({ source }) => source)).toEqual(
    expect.arrayContaining(["prompt", "tool:who_am_i"]),
  );
  expect(tried.manifest?.segments.some(({ source, sent }) => /HOURS/.test(source) && sent.tokens > 0)).toBe(
    false,
  );
  const longer = await talk.client.call("agents.trySubagent", {
    ...draft,
    values: { ...values, prompt: "You are agent kim. ".repeat(200) },
  });
  const used = (of: typeof tried) => of.manifest?.window.used ?? 0;
  expect(used(longer) - used(tried)).toBeGreaterThan(700);
  expect(existsSync(join(talk.project, "workspace/subagents/kim.md"))).toBe(false);

  const { path, change } = await talk.client.call("agents.saveSubagent", { ...draft, baseHash: null });
  expect(path).toBe("workspace/subagents/kim.md");
  const { subagents } = await talk.client.call("agents.subagents", {});
  expect(subagents).toMatchObject([{ id: "kim", path, problem: null, values }]);
  await expect(talk.client.call("agents.saveSubagent", { ...draft, baseHash: null })).rejects.toMatchObject({
    code: "exists",
  });
  const { hash } = await talk.client.call("workspace.read", { path, root: "project" });
  put(talk.project, { [path]: "---\ndescription: Changed by hand\n---\nHi.\n" });
  await expect(talk.client.call("agents.saveSubagent", { ...draft, baseHash: hash })).rejects.toMatchObject({
    code: "conflict",
  });
  for (const wrong of [
    { ...draft, id: "juno" },
    { ...draft, id: "../kim" },
    { ...draft, id: "max", values: { ...values, description: " " } },
    { ...draft, id: "max", values: { ...values, steps: 900 } },
    { ...draft, id: "max", home: "../elsewhere" },
  ])
    await expect(talk.client.call("agents.saveSubagent", { ...wrong, baseHash: null })).rejects.toMatchObject(
      {
        code: "invalid-agent",
      },
    );
  // As it was written, it is used.
  put(talk.project, { [path]: subagent("description: Knows ovens", "You are agent kim.") });
  const end = await talk.send(
    session,
    "Is the oven on?",
    byAgent({ juno: [hand("kim"), text("Kim says yes.")], kim: [text("It is on.")] }),
  );
  expect(results(end)[0]?.content).toContain("It is on.");
  expect(change).not.toBeNull();
});
