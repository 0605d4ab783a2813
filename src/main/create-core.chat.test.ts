import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { promisedTexts, receivedTexts } from "../../e2e/wire-server/received-texts.ts";
import { scripts, type WireScript } from "../../e2e/wire-server/script.ts";
import { type Kind, kinds, said, useTalk } from "./test-talk.ts";
import { put } from "./workspace/test-workspace.ts";

const talk = useTalk();
const { begin, send } = talk;
const answerAll = (decision: "once" | "always" | "deny") =>
  talk.client.on(
    "chat.approval",
    ({ id }) => void talk.client.call("chat.approve", { approval: id, decision }),
  );

for (const kind of Object.keys(kinds) as Kind[]) {
  describe(`a turn over ${kind}`, () => {
    it("with two tool calls and an approval, stored in order", async () => {
      const session = await begin(kind);
      answerAll("once");
      const end = await send(session, "Write the order", [
        {
          kind: "tools",
          text: "Let me look.",
          calls: [
            { id: "c1", name: "read_file", args: { path: "HOURS.md" } },
            { id: "c2", name: "write_file", args: { path: "order.md", text: "# Order\n" } },
          ],
        },
        { kind: "text", chunks: ["Done", "."] },
      ]);
      expect(end.status).toBe("finished");
      expect(said(end)).toEqual([
        "user: Write the order",
        "assistant: Let me look.",
        "calls read_file",
        "calls write_file",
        "tool_result",
        "tool_result",
        "assistant: Done.",
      ]);
      expect(readFileSync(join(talk.project, "workspace", "order.md"), "utf8")).toBe("# Order\n");
      const asked = talk.events.find((event) => event.event === "chat.approval");
      expect(asked).toMatchObject({ tool: "write_file", change: { before: null, after: "# Order\n" } });
      const view = await talk.client.call("sessions.read", { session });
      expect(view.entries.map(({ id }) => id)).toEqual(end.entries.map(({ id }) => id));
    });

    it("sends exactly what the preview promised", async () => {
      const session = await begin(kind);
      await send(session, "Hello", scripts.normal);
      const promised = await talk.client.call("context.preview", { session, message: "When do you open?" });
      await send(session, "When do you open?", scripts.normal);
      expect(receivedTexts(talk.server.chats().at(-1))).toEqual(promisedTexts(promised.messages ?? []));
    });
  });
}

describe("approval", () => {
  const write: WireScript = [
    { kind: "tools", calls: [{ id: "c", name: "write_file", args: { path: "x.md", text: "x" } }] },
    { kind: "text", chunks: ["ok"] },
  ];

  it("that is declined is reported to the model and writes nothing", async () => {
    const session = await begin();
    answerAll("deny");
    const end = await send(session, "Write", write);
    expect(end.entries.find(({ type }) => type === "tool_result")).toMatchObject({ isError: true });
    expect(existsSync(join(talk.project, "workspace", "x.md"))).toBe(false);
  });

  it("given for always is not asked for again, and is stored in the user's settings only", async () => {
    const session = await begin();
    answerAll("always");
    await send(session, "Write", write);
    await send(session, "Write again", write);
    expect(talk.events.filter((event) => event.event === "chat.approval")).toHaveLength(1);
    await send(session, "Write agents.yaml", [
      { kind: "tools", calls: [{ id: "c", name: "write_file", args: { path: "/AGENTS.md", text: "x" } }] },
      { kind: "text", chunks: ["ok"] },
    ]);
    expect(talk.events.filter((event) => event.event === "chat.approval")).toHaveLength(2);
    const { user, project: own } = await talk.client.call("settings.get", {});
    expect(user.approvals[talk.project]?.juno).toEqual({ "write_file in workspace": "always" });
    expect(JSON.stringify(own)).not.toContain("write_file");
  });
});

describe("what goes wrong", () => {
  it("a wrong key: reported, not retried, and the conversation continues", async () => {
    const session = await begin();
    const end = await send(session, "Hello", scripts.wrongKey);
    expect(end).toMatchObject({ status: "failed", failure: { code: "provider-auth" } });
    expect(talk.server.chats()).toHaveLength(1);
    const next = await talk.client.call("chat.continue", { session });
    expect(next.status).toBe("failed");
    talk.server.play(scripts.normal);
    expect(said(await talk.client.call("chat.continue", { session }))).toEqual(["assistant: Good morning."]);
  });

  it("429 with retry-after: waits as asked and answers", async () => {
    const session = await begin();
    const end = await send(session, "Hello", scripts.busyThenFine);
    expect(said(end).at(-1)).toBe("assistant: Here now.");
    expect(talk.events.find((event) => event.event === "chat.retrying")).toMatchObject({ delay: 1000 });
  });

  it("stopped: what was received is kept and marked", async () => {
    const session = await begin();
    talk.client.on("chat.delta", () => void talk.client.call("chat.stop", { session }));
    const end = await send(session, "Go on", scripts.endless);
    expect(end.status).toBe("stopped");
    expect(end.entries.at(-1)).toMatchObject({ interrupted: true, content: expect.stringContaining("and ") });
  });

  it("an answer that cannot be stored: reported, and recovered when it can", async () => {
    const session = await begin();
    const log = join(talk.project, "workspace", "agents", "juno", "sessions", `${session}.log.jsonl`);
    const block = talk.client.on("chat.delta", () => {
      block();
      renameSync(log, `${log}.away`);
      mkdirSync(log);
    });
    const end = await send(session, "Go on", scripts.slow);
    expect(end).toMatchObject({ status: "failed", failure: { code: "not-a-plain-file" } });
    rmSync(log, { recursive: true });
    renameSync(`${log}.away`, log);
    const { entries } = await talk.client.call("sessions.read", { session });
    expect(entries.at(-1)).toMatchObject({ content: "one two three four", interrupted: true });
  });

  it("a second message while an answer is arriving is refused, and nothing is lost", async () => {
    const session = await begin();
    const arriving = new Promise<void>((resolve) => {
      const stop = talk.client.on("chat.delta", () => (stop(), resolve()));
    });
    const first = send(session, "One", scripts.slow);
    await arriving;
    await expect(talk.client.call("chat.send", { session, text: "Two" })).rejects.toMatchObject({
      code: "turn-running",
    });
    expect((await first).status).toBe("finished");
  });

  it("a tool that does not exist, or gets wrong arguments, answers the model", async () => {
    const session = await begin();
    const end = await send(session, "Do", [
      {
        kind: "tools",
        calls: [
          { id: "a", name: "fly", args: {} },
          { id: "b", name: "read_file", args: { nope: 1 } },
        ],
      },
      { kind: "text", chunks: ["I see."] },
    ]);
    const results = end.entries.filter((entry) => entry.type === "tool_result");
    expect(results.map(({ content }) => content.split(":")[0])).toEqual(["tool-not-found", "tool-arguments"]);
    expect(end.status).toBe("finished");
  });

  it("a result of 5 MB is written to a file, with its beginning, its end and its path in place", async () => {
    const session = await begin();
    writeFileSync(join(talk.project, "workspace", "big.txt"), `begin${"x".repeat(4_900_000)}end`);
    const end = await send(session, "Read", [
      { kind: "tools", calls: [{ id: "c", name: "read_file", args: { path: "big.txt" } }] },
      { kind: "text", chunks: ["Long."] },
    ]);
    const result = end.entries.find((entry) => entry.type === "tool_result");
    expect(result?.content.length).toBeLessThan(4200);
    expect(result?.content).toMatch(/^beginx+/);
    expect(result?.content).toMatch(/x+end$/);
    expect(readFileSync(join(talk.project, result?.file ?? ""), "utf8")).toHaveLength(4_900_008);
  });

  it("a server that clearly read less than was sent raises the alarm, with the fix", async () => {
    put(talk.project, { "workspace/LONG.md": "word ".repeat(2000) });
    const session = await begin();
    const end = await send(session, "Hello", scripts.readLess);
    expect(end.readLess).toMatchObject({ read: 9, fix: expect.stringContaining("context length") });
    expect(await talk.client.call("context.lastTurn", { session })).toMatchObject({ readLess: end.readLess });
  });

  it("a server that read what was sent raises none, and its figure is kept beside ours", async () => {
    const session = await begin();
    expect(await talk.client.call("context.lastTurn", { session })).toBeNull();
    const { manifest } = await talk.client.call("context.preview", { message: "Hello", session });
    const used = manifest?.window.used ?? 0;
    await send(session, "Hello", [
      { kind: "text", chunks: ["Hi"], usage: { input: used + 20, output: 1, cached: 7 } },
    ]);
    expect(await talk.client.call("context.lastTurn", { session })).toMatchObject({
      provider: "lab",
      model: "tiny",
      sent: used,
      read: used + 20,
      cached: 7,
      readLess: null,
    });
  });

  it("a server that is down: reported at once", async () => {
    const session = await begin();
    await talk.server.close();
    const ended = await talk.client.call("chat.send", { session, text: "Hello" });
    expect(ended).toMatchObject({ status: "failed", failure: { code: "provider-unreachable" } });
    expect(talk.events.filter((event) => event.event === "chat.retrying")).toEqual([]);
  });
});

describe("branches", () => {
  it("an edit forks, and the old branch can be shown again", async () => {
    const session = await begin();
    const first = await send(session, "Rye?", [{ kind: "text", chunks: ["Twelve."] }]);
    talk.server.play([{ kind: "text", chunks: ["Ten."] }]);
    const asked = first.entries[0]?.id ?? "";
    const edited = await talk.client.call("chat.edit", { session, message: asked, text: "Wheat?" });
    expect(said(edited)).toEqual(["user: Wheat?", "assistant: Ten."]);
    const view = await talk.client.call("sessions.read", { session });
    expect(Object.values(view.branches)[0]).toHaveLength(2);
    await talk.client.call("chat.branch", { session, entry: asked });
    const back = await talk.client.call("sessions.read", { session });
    expect(back.entries.map((entry) => (entry.type === "message" ? entry.content : ""))).toEqual([
      "Rye?",
      "Twelve.",
    ]);
  });

  it("regenerating asks the same again and keeps both answers", async () => {
    const session = await begin();
    const first = await send(session, "Rye?", [{ kind: "text", chunks: ["Twelve."] }]);
    talk.server.play([{ kind: "text", chunks: ["Thirteen."] }]);
    const again = await talk.client.call("chat.regenerate", { session, message: first.entries[1]?.id ?? "" });
    expect(said(again)).toEqual(["assistant: Thirteen."]);
    const view = await talk.client.call("sessions.read", { session });
    expect(view.entries).toHaveLength(2);
    expect(Object.values(view.branches)[0]).toHaveLength(2);
  });

  it("regenerating without naming an answer uses the last", async () => {
    const session = await begin();
    await send(session, "Rye?", [{ kind: "text", chunks: ["Twelve."] }]);
    await send(session, "Wheat?", [{ kind: "text", chunks: ["Forty."] }]);
    talk.server.play([{ kind: "text", chunks: ["Fifty."] }]);
    expect(said(await talk.client.call("chat.regenerate", { session }))).toEqual(["assistant: Fifty."]);
    const { entries } = await talk.client.call("sessions.read", { session });
    expect(entries.map((entry) => entry.type === "message" && entry.content)).toEqual([
      "Rye?",
      "Twelve.",
      "Wheat?",
      "Fifty.",
    ]);
  });
});

describe("regenerating an answer that gets no reply", () => {
  const shown = async (session: string) =>
    (await talk.client.call("sessions.read", { session })).entries.map(
      (entry) => entry.type === "message" && entry.content,
    );

  it("keeps the whole conversation visible, and continues from its end", async () => {
    const session = await begin();
    const first = await send(session, "Rye?", [{ kind: "text", chunks: ["Twelve."] }]);
    await send(session, "Wheat?", [{ kind: "text", chunks: ["Forty."] }]);
    talk.server.play(scripts.wrongKey);
    const message = first.entries[1]?.id ?? "";
    const end = await talk.client.call("chat.regenerate", { session, message });
    expect(end).toMatchObject({ status: "failed", entries: [] });
    expect(await shown(session)).toEqual(["Rye?", "Twelve.", "Wheat?", "Forty."]);
    await send(session, "Oats?", [{ kind: "text", chunks: ["Six."] }]);
    expect(await shown(session)).toEqual(["Rye?", "Twelve.", "Wheat?", "Forty.", "Oats?", "Six."]);
  });

  it("asks the same question once more when told to continue", async () => {
    const session = await begin();
    const first = await send(session, "Rye?", [{ kind: "text", chunks: ["Twelve."] }]);
    talk.server.play(scripts.wrongKey);
    await talk.client.call("chat.regenerate", { session, message: first.entries[1]?.id ?? "" });
    talk.server.play([{ kind: "text", chunks: ["Thirteen."] }]);
    expect(said(await talk.client.call("chat.continue", { session }))).toEqual(["assistant: Thirteen."]);
    expect(await shown(session)).toEqual(["Rye?", "Thirteen."]);
  });
});

describe("clearing a conversation", () => {
  it("lets the model start over, after the messages were offered to memory", async () => {
    const session = await begin();
    const first = await send(session, "Rye is dear this week.", scripts.normal);
    const { from } = await talk.client.call("chat.clear", { session });
    expect(from).toBe(first.entries.at(-1)?.id);
    expect(JSON.stringify(talk.server.memoryReads().at(-1)?.body)).toContain("Rye is dear this week.");
    expect((await talk.client.call("sessions.read", { session })).entries).toEqual([]);
    await send(session, "And wheat?", scripts.normal);
    expect(JSON.stringify(talk.server.chats().at(-1)?.body)).not.toContain("Rye is dear");
  });

  it("keeps the messages as a different version, which can be shown again", async () => {
    const session = await begin();
    const first = await send(session, "Rye?", scripts.normal);
    const { from } = await talk.client.call("chat.clear", { session });
    await send(session, "Wheat?", scripts.normal);
    expect(Object.values((await talk.client.call("sessions.read", { session })).branches)[0]).toHaveLength(2);
    await talk.client.call("chat.branch", { session, entry: from ?? "" });
    expect((await talk.client.call("sessions.read", { session })).entries).toEqual(first.entries);
  });

  it("does nothing in an empty conversation, and waits for an answer that is arriving", async () => {
    const session = await begin();
    expect(await talk.client.call("chat.clear", { session })).toEqual({ from: null });
    const started = new Promise((resolve) => talk.client.on("chat.started", resolve));
    const coming = send(session, "One", scripts.slow);
    await started;
    await expect(talk.client.call("chat.clear", { session })).rejects.toMatchObject({ code: "turn-running" });
    await coming;
  });
});

it("Built-in answers with passages and their sources, and says that it is not a model", async () => {
  await begin();
  put(talk.project, { "agents.yaml": "agents:\n  - id: juno\n" });
  const { session } = await talk.client.call("sessions.create", {});
  const end = await talk.client.call("chat.send", { session: session.id, text: "When does the shop open?" });
  const answer = end.entries.at(-1);
  expect(answer?.type === "message" && answer.content).toMatch(/not a language model/);
  expect(answer?.type === "message" && answer.content).toMatch(/workspace\/HOURS\.md[^]*07:00/);
});

it("records the run it sent, with the provider's usage in the session and in the calibration", async () => {
  put(talk.project, { "workspace/LONG.md": "word ".repeat(200) });
  const session = await begin();
  const end = await send(session, "Hello", [
    { kind: "text", chunks: ["Hi"], usage: { input: 900, output: 1 } },
  ]);
  const answer = end.entries.at(-1);
  const { runs } = await talk.client.call("context.runs", { session });
  expect(runs.map(({ id }) => id)).toEqual([answer?.type === "message" ? answer.run : null]);
  expect((await talk.client.call("tokens.calibrations", {})).calibrations).toMatchObject([
    { model: "tiny", samples: 1 },
  ]);
});

it("ends a turn that would call tools forever, and continues on request", async () => {
  const session = await begin();
  const look: WireScript = [
    { kind: "tools", calls: [{ id: "c", name: "read_file", args: { path: "HOURS.md" } }] },
  ];
  const end = await send(session, "Look", look);
  expect(end.status).toBe("step-limit");
  expect(talk.server.chats()).toHaveLength(20);
  talk.server.play(scripts.normal);
  expect(said(await talk.client.call("chat.continue", { session }))).toEqual(["assistant: Good morning."]);
});

it("a model that does not exist: reported, and a different one answers in the same conversation", async () => {
  const session = await begin();
  const end = await send(session, "Hello", [{ kind: "status", status: 404, message: "model not found" }]);
  expect(end).toMatchObject({ status: "failed", failure: { code: "model-not-found" } });
  talk.server.play(scripts.normal);
  expect(said(await talk.client.call("chat.continue", { session }))).toEqual(["assistant: Good morning."]);
});
