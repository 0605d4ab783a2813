import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { MessageQueue } from "#shared/model/message-queue.ts";
import { scripts, type WireReply } from "../../e2e/wire-server/script.ts";
import { eventually } from "./base/test-eventually.ts";
import { useTalk } from "./test-talk.ts";

const talk = useTalk();

const queue = async (session: string): Promise<MessageQueue> =>
  (await talk.client.call("chat.state", { session })).queue;
const texts = async (session: string) => (await queue(session)).messages.map(({ text }) => text);
const add = async (session: string, text: string) =>
  (await talk.client.call("chat.enqueue", { session, text })).queue;
const spoken = async (session: string) =>
  (await talk.client.call("sessions.read", { session })).entries.flatMap((entry) =>
    entry.type === "message" ? [`${entry.role}: ${entry.content}`] : [],
  );
const idle = (session: string) =>
  eventually(async () => {
    expect((await talk.client.call("chat.state", { session })).running).toBe(false);
    expect((await queue(session)).messages).toEqual([]);
  });
/** An answer that goes on until it is stopped. */
const endless: WireReply = scripts.endless[0];
const text = (...chunks: string[]): WireReply => ({ kind: "text", chunks });
const running = (session: string) =>
  eventually(async () => {
    const { streaming } = await talk.client.call("sessions.read", { session });
    expect(streaming?.text).toBeTruthy();
  });

describe("messages wait while an answer arrives", () => {
  it("are sent in order, each after the answer before it, as edited, moved and removed", async () => {
    const session = await talk.begin();
    talk.server.play([{ kind: "text", chunks: ["Fir", "st"], delay: 400 }, text("A1"), text("A2")]);
    const first = talk.client.call("chat.send", { session, text: "Zero" });
    await running(session);
    await add(session, "One");
    await add(session, "Two");
    const three = (await add(session, "Three")).messages[2]?.id ?? "";
    const one = (await queue(session)).messages[0]?.id ?? "";
    await talk.client.call("chat.moveQueued", { session, id: three, to: 0 });
    await talk.client.call("chat.removeQueued", { session, id: one });
    await talk.client.call("chat.editQueued", { session, id: three, text: "Three, please" });
    expect(await texts(session)).toEqual(["Three, please", "Two"]);
    await first;
    await idle(session);
    expect(await spoken(session)).toEqual([
      "user: Zero",
      "assistant: First",
      "user: Three, please",
      "assistant: A1",
      "user: Two",
      "assistant: A2",
    ]);
  });

  it("are sent at once where nothing runs", async () => {
    const session = await talk.begin();
    await add(session, "Hello");
    await idle(session);
    expect(await spoken(session)).toEqual(["user: Hello", "assistant: Good morning."]);
  });

  it("are held after a failure, and sent when the user says so", async () => {
    const session = await talk.begin();
    talk.server.play([{ kind: "text", chunks: ["Fir", "st"], delay: 300 }, scripts.wrongKey[0], text("A2")]);
    void talk.client.call("chat.send", { session, text: "Zero" });
    await running(session);
    await add(session, "One");
    await add(session, "Two");
    await eventually(async () => expect((await queue(session)).held?.reason).toBe("failed"));
    expect((await queue(session)).held?.message).toContain("Lab");
    expect(await texts(session)).toEqual(["Two"]);
    const asked = talk.server.chats().length;
    // A turn of its own does not let them go.
    await talk.client.call("chat.send", { session, text: "Between" });
    expect(await texts(session)).toEqual(["Two"]);
    expect(talk.server.chats()).toHaveLength(asked + 1);
    await talk.client.call("chat.resumeQueue", { session });
    await idle(session);
    expect((await spoken(session)).slice(-2)).toEqual(["user: Two", "assistant: A2"]);
  });

  it.each([
    ["stopped", endless],
    ["not-whole", { kind: "text", chunks: ["Ha", "lf"], delay: 300, finish: "length" }],
  ] as const)("are held when the answer was %s", async (reason, reply) => {
    const session = await talk.begin();
    talk.server.play([reply, text("never")]);
    void talk.client.call("chat.send", { session, text: "Zero" });
    await running(session);
    await add(session, "One");
    if (reason === "stopped") await talk.client.call("chat.stop", { session });
    await eventually(async () => expect((await queue(session)).held?.reason).toBe(reason));
    expect(talk.server.chats()).toHaveLength(1);
    expect(await texts(session)).toEqual(["One"]);
  });

  it("are held with the reason when an attached file is gone, and nothing is lost", async () => {
    const session = await talk.begin();
    await talk.client.call("chat.enqueue", { session, text: "Look", attachments: ["workspace/none.md"] });
    await eventually(async () => expect((await queue(session)).held?.reason).toBe("refused"));
    expect((await queue(session)).held?.message).toContain("none.md");
    expect(await texts(session)).toEqual(["Look"]);
    expect(await spoken(session)).toEqual([]);
  });

  it("are on disk beside the conversation, survive a closed app, and wait for a word then", async () => {
    const session = await talk.begin();
    talk.server.play([endless]);
    void talk.client.call("chat.send", { session, text: "Zero" });
    await running(session);
    await add(session, "One");
    const folder = join(talk.project, "workspace/agents/juno/sessions");
    expect(readFileSync(join(folder, `${session}.queue.json`), "utf8")).toContain("One");
    await talk.client.call("project.close", {});
    await talk.client.call("project.open", { folder: talk.project });
    expect(await queue(session)).toMatchObject({ messages: [{ text: "One" }], held: { reason: "closed" } });
    const id = (await queue(session)).messages[0]?.id ?? "";
    await talk.client.call("chat.removeQueued", { session, id });
    expect(existsSync(join(folder, `${session}.queue.json`))).toBe(false);
    expect(await queue(session)).toEqual({ messages: [], held: null });
  });

  it("go to the trash with their conversation, and come back with it", async () => {
    const session = await talk.begin();
    await talk.send(session, "Hello", scripts.normal);
    talk.server.play([endless]);
    void talk.client.call("chat.send", { session, text: "Zero" });
    await running(session);
    await add(session, "One");
    const { undo } = await talk.client.call("sessions.remove", { session });
    const folder = join(talk.project, "workspace/agents/juno/sessions");
    expect(readdirSync(folder).filter((name) => name.startsWith(session))).toEqual([]);
    await talk.client.call("sessions.undoRemove", { undo: undo ?? "" });
    expect(await texts(session)).toEqual(["One"]);
  });

  it("are bounded", async () => {
    const session = await talk.begin();
    talk.server.play([endless]);
    void talk.client.call("chat.send", { session, text: "Zero" });
    await running(session);
    for (let n = 0; n < 50; n += 1) await add(session, `M${n}`);
    await expect(add(session, "One more")).rejects.toMatchObject({ code: "queue-full" });
    await talk.client.call("chat.stop", { session });
  });
});
