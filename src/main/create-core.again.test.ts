import { describe, expect, it } from "vitest";
import type { WireReply, WireScript } from "../../e2e/wire-server/script.ts";
import { useTalk } from "./test-talk.ts";
import { put } from "./workspace/test-workspace.ts";

const talk = useTalk();
const reply = (content: string): WireReply => ({ kind: "text", chunks: [content] });
const text = (content: string): WireScript => [reply(content)];

/** Asks, and returns the run that was answered and the id of the file's part. */
const ask = async (answer: string) => {
  put(talk.project, {
    "workspace/HOURS.md": "# Hours\n\nThe bakery closes early on Wednesdays in winter.\n",
  });
  const session = await talk.begin();
  const { entries } = await talk.send(session, "When is it shut?", text(answer));
  const said = entries.findLast((entry) => entry.type === "message" && entry.role === "assistant");
  if (said?.type !== "message" || said.run === undefined) throw new Error("There is no answer.");
  const { manifest } = await talk.client.call("context.run", { id: said.run });
  const file = manifest.segments.find(({ source }) => source === "workspace/HOURS.md");
  return { session, run: said.run, part: file?.id ?? "" };
};

const sentTexts = () =>
  talk.server.chats().map(({ body }) => JSON.stringify((body as { messages: unknown }).messages));

describe("an answer that is asked for again without a part", () => {
  it("sends the same prompt without the part, once, and gives both bills", async () => {
    const { run, part, session } = await ask("Early on Wednesdays.");
    const price = await talk.client.call("influence.priceAgain", { run, part });
    expect(price).toMatchObject({ calls: 1, model: "tiny", local: true });
    const before = sentTexts();
    expect(before.at(-1)).toContain("closes early");
    talk.server.play(text("I do not know."));
    const { answers, result } = await talk.client.call("influence.again", { run, part, calls: 1 });
    const after = sentTexts();
    expect(after).toHaveLength(before.length + 1);
    expect(after.at(-1)).not.toContain("closes early");
    expect(after.at(-1)).toContain("When is it shut?");
    expect(answers).toMatchObject([{ without: [part], text: "I do not know.", problem: null }]);
    expect(answers[0]?.usage.input).toBeGreaterThan(0);
    expect(result).toBeNull();
    // The conversation is as it was, and the call is in the list of calls.
    const { calls } = await talk.client.call("context.calls", { session });
    expect(calls[0]).toMatchObject({ purpose: "again", outcome: "finished" });
    const { entries } = await talk.client.call("sessions.read", { session });
    expect(JSON.stringify(entries)).not.toContain("I do not know.");
  });

  it("asks nobody without the user's word on the number of calls", async () => {
    const { run, part } = await ask("Early on Wednesdays.");
    const before = talk.server.chats().length;
    expect(await talk.client.call("influence.priceAgain", { run, part, times: 3 })).toMatchObject({
      calls: 6,
    });
    await expect(
      talk.client.call("influence.again", { run, part, times: 3, calls: 1 }),
    ).rejects.toMatchObject({ code: "not-agreed" });
    expect(talk.server.chats()).toHaveLength(before);
  });

  it("compares answers with and without the part, with an interval, and keeps the result", async () => {
    const { run, part } = await ask("Early on Wednesdays in winter.");
    talk.server.play([
      {
        kind: "reply",
        to: ({ body }) =>
          reply(
            JSON.stringify(body).includes("closes early")
              ? "Early on Wednesdays in winter."
              : "Nobody told me.",
          ),
      },
    ]);
    const { answers, result } = await talk.client.call("influence.again", { run, part, times: 3, calls: 6 });
    expect(answers).toHaveLength(6);
    expect(result).toMatchObject({ state: "done", judge: { kind: "again", model: "tiny" } });
    expect(result?.parts).toMatchObject([{ id: part, drop: 1, low: 1, high: 1, moved: true }]);
    expect((await talk.client.call("influence.moved", { run })).results).toEqual([result]);
  });

  it("says no difference was shown when the answers differ as much with the part", async () => {
    const { run, part } = await ask("Early on Wednesdays in winter.");
    let count = 0;
    talk.server.play([
      {
        kind: "reply",
        to: () => reply(count++ % 4 < 2 ? "Early on Wednesdays in winter." : "Nobody told me."),
      },
    ]);
    const { result } = await talk.client.call("influence.again", { run, part, times: 4, calls: 8 });
    expect(result?.parts[0]?.moved).toBe(false);
    expect(result?.parts[0]?.low).toBeLessThanOrEqual(0);
    // Four answers on each side are too few to say in the ledger that it moved nothing.
    const sampled = async () => {
      const { rows } = await talk.client.call("influence.ledger", {});
      return rows.find(({ source }) => source === "workspace/HOURS.md");
    };
    expect(await sampled()).toMatchObject({ sampled: 0 });
    talk.server.play([
      {
        kind: "reply",
        to: () => reply(count++ % 4 < 2 ? "Early on Wednesdays in winter." : "Nobody told me."),
      },
    ]);
    await talk.client.call("influence.again", { run, part, times: 5, calls: 10 });
    expect(await sampled()).toMatchObject({ sampled: 1, moved: 0 });
  });

  it("keeps the answers that came when the server fails in the middle, and says why", async () => {
    const { run, part } = await ask("Early on Wednesdays in winter.");
    let count = 0;
    talk.server.play([
      {
        kind: "reply",
        to: () =>
          count++ === 2 ? { kind: "status", status: 500, message: "broken" } : reply("Early on Wednesdays."),
      },
    ]);
    const { answers, result } = await talk.client.call("influence.again", { run, part, times: 2, calls: 4 });
    expect(answers.map(({ problem }) => problem === null)).toEqual([true, true, false, true]);
    expect(result).toMatchObject({ state: "failed" });
    expect(result?.problem).toBeTruthy();
  });

  it("says of a refusal that it is one, and does not take it for an answer that moved", async () => {
    const { run, part } = await ask("Early on Wednesdays in winter.");
    talk.server.play([{ kind: "text", chunks: ["I cannot help."], finish: "refused" }]);
    const { answers, result } = await talk.client.call("influence.again", { run, part, times: 2, calls: 4 });
    expect(answers.map(({ problem }) => problem)).toEqual(Array(4).fill("The model refused to answer."));
    expect(result).toMatchObject({ state: "failed", problem: "The model refused to answer." });
    expect(result).toMatchObject({ parts: [], failed: [{ id: part }] });
    const { rows } = await talk.client.call("influence.ledger", {});
    expect(rows.find(({ source }) => source === "workspace/HOURS.md")).toMatchObject({ sampled: 0 });
  });

  it("is all that is left for a model without probabilities when there is no model file, and says so", async () => {
    const { run, part } = await ask("Early on Wednesdays.");
    const { judges, sent } = await talk.client.call("influence.prepare", { run });
    expect(judges).toEqual([]);
    expect(sent.map(({ id }) => id)).toContain(part);
    await expect(talk.client.call("influence.measure", { run, model: "tiny" })).rejects.toMatchObject({
      code: "model-not-found",
    });
    expect(await talk.client.call("influence.priceAgain", { run, part, times: 2 })).toMatchObject({
      calls: 4,
    });
  });

  it("fails with a code for a part that was not sent", async () => {
    const { run } = await ask("Early on Wednesdays.");
    await expect(talk.client.call("influence.priceAgain", { run, part: "nothing" })).rejects.toMatchObject({
      code: "part-unknown",
    });
  });
});

describe("the ledger of files", () => {
  it("adds up what was sent and quoted, each turn once", async () => {
    const { session } = await ask("The bakery closes early on Wednesdays in winter.");
    await talk.send(session, "And in summer?", text("I cannot say."));
    const rowOf = async () => {
      const { rows } = await talk.client.call("influence.ledger", { agent: "juno" });
      return rows.find(({ source }) => source === "workspace/HOURS.md");
    };
    const row = await rowOf();
    expect(row).toMatchObject({ times: 2, quoted: 1, compared: 2, sampled: 0, moved: 0, advice: null });
    expect(row?.tokens).toBe(2 * (row?.lastTokens ?? 0));
    expect(await rowOf()).toEqual(row);
  });

  it("says whether answers are sampled, which is off until it is asked for", async () => {
    await ask("Early.");
    const { sampling } = await talk.client.call("influence.ledger", {});
    expect(sampling).toEqual({ on: false, model: null, power: "unknown", state: "off" });
  });
});
