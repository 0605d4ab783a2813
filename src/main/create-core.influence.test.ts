import { describe, expect, it } from "vitest";
import { scripts, type WireScript } from "../../e2e/wire-server/script.ts";
import { useTalk } from "./test-talk.ts";
import { put } from "./workspace/test-workspace.ts";

const talk = useTalk();
const text = (content: string): WireScript => [{ kind: "text", chunks: [content] }];

/** Asks, and returns the run that was answered. */
const ask = async (question: string, answer: string): Promise<string> => {
  const session = await talk.begin();
  await talk.client.call("agents.save", {
    id: "juno",
    values: { maxContextTokens: 65_536, maxOutputTokens: 30_000 },
  });
  const { entries } = await talk.send(session, question, text(answer));
  const said = entries.findLast((entry) => entry.type === "message" && entry.role === "assistant");
  if (said?.type !== "message" || said.run === undefined) throw new Error("There is no answer.");
  return said.run;
};

describe("what an answer quotes", () => {
  it("is said with file and line, for the file as it is now", async () => {
    put(talk.project, {
      "workspace/HOURS.md":
        "<!-- tags: shop -->\n# Hours\n\nThe bakery closes early on Wednesdays in winter.\nThe phone number is 4711.\n",
    });
    const run = await ask(
      "When is it shut?",
      "It is simple: the bakery closes early on Wednesdays in winter. Call 4711. I cannot say more.",
    );
    const { answer, sentences, segments, compared } = await talk.client.call("influence.quoted", { run });
    const [shut, call, more] = sentences;
    expect(answer.slice(call?.from, call?.to)).toBe("Call 4711.");
    expect(shut?.passages).toMatchObject([{ kind: "run", path: "workspace/HOURS.md", line: 4 }]);
    expect(call?.passages).toMatchObject([{ kind: "number", shared: ["4711"], line: 5 }]);
    expect(more?.passages).toEqual([]);
    expect(segments).toEqual([{ segment: shut?.passages[0]?.segment, sentences: 2 }]);
    expect(compared.segments).toBeGreaterThan(2);
    expect(compared.words).toBeGreaterThan(20);

    put(talk.project, {
      "workspace/HOURS.md": "One.\nTwo.\nThree.\nFour.\nFive.\nThe phone number is 4711.\n",
    });
    const later = await talk.client.call("influence.quoted", { run });
    expect(later.sentences[0]?.passages).toMatchObject([{ path: "workspace/HOURS.md", line: null }]);
    expect(later.sentences[1]?.passages).toMatchObject([{ line: 6 }]);
  });

  it("asks no model and nothing over the network", async () => {
    const run = await ask("When?", "The shop opens at 07:00.");
    const before = talk.server.chats().length;
    await talk.client.call("influence.quoted", { run });
    expect(talk.server.chats()).toHaveLength(before);
  });

  it("fails with a code for a run that is not stored, and for an answer that is gone or has no words", async () => {
    const run = await ask("When?", "The shop opens at 07:00.");
    await expect(talk.client.call("influence.quoted", { run: "r-none" })).rejects.toMatchObject({
      code: "run-unknown",
    });
    const session = await talk.begin();
    await talk.send(session, "Say nothing", scripts.empty);
    const [silent] = (await talk.client.call("context.runs", { session, limit: 1 })).runs;
    await expect(talk.client.call("influence.quoted", { run: silent?.id ?? "" })).rejects.toMatchObject({
      code: "answer-unknown",
    });
    const { runs } = await talk.client.call("context.runs", { limit: 10 });
    const old = runs.find(({ id }) => id === run);
    await talk.client.call("sessions.remove", { session: old?.session ?? "" });
    await expect(talk.client.call("influence.quoted", { run })).rejects.toMatchObject({
      code: "answer-unknown",
    });
  });

  it("is found in an answer of 20,000 tokens", async () => {
    const long = `${"Nothing of this was in any file, and nobody wrote it down. ".repeat(1600)}The shop opens at 07:00.`;
    const run = await ask("Tell me everything", long);
    const { sentences } = await talk.client.call("influence.quoted", { run });
    expect(sentences).toHaveLength(1601);
    expect(sentences.at(-1)?.passages).toMatchObject([{ path: "workspace/HOURS.md", line: 1 }]);
  });
});
