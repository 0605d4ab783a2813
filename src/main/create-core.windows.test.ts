import { describe, expect, it } from "vitest";
import type { ReadingWindow } from "#shared/model/reading-window.ts";
import { verdictOn } from "#shared/model/reading-window.ts";
import { shareInterval } from "#shared/model/proportion.ts";
import type { WireReply } from "../../e2e/wire-server/script.ts";
import { useTalk } from "./test-talk.ts";
import { put } from "./workspace/test-workspace.ts";

const talk = useTalk();
const MODEL = { provider: "lab", model: "tiny" };
const call: typeof talk.client.call = (...args) => talk.client.call(...args);

/** Notes with one number each that no other has. */
const notes = (count: number) =>
  Array.from(
    { length: count },
    (_, at) =>
      `The harbour master counted everything that lay at the long pier, wrote it into the large book with the green cover and put down as the sum of day ${at + 1} of the summer ${70_000 + at * 37}.`,
  ).join("\n\n");

/** A model that finds what stands in the last characters of the text. */
const readsOnly = (chars: number): WireReply => ({
  kind: "reply",
  to: ({ body }) => {
    const said = JSON.stringify(body);
    const text = /<text>(.*)<\/text>/s.exec(said)?.[1] ?? "";
    const cue = /reads: \\"(.*?) …/.exec(said)?.[1] ?? "";
    const seen = text.slice(-chars);
    const at = seen.indexOf(cue);
    const answer =
      at < 0
        ? "I do not know."
        : (seen
            .slice(at + cue.length)
            .trim()
            .split(/[\s.]/)[0] ?? "");
    return { kind: "text", chunks: [answer] };
  },
});

const ended = async (): Promise<ReadingWindow> => {
  for (;;) {
    const { windows } = await call("trials.windows", {});
    const [found] = windows;
    if (found && found.status !== "running") return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

describe("how much of its window a model reads well", () => {
  it("is measured with passages of the user's own files, after its cost is said", async () => {
    await talk.begin();
    put(talk.project, { "workspace/knowledge/harbour.md": notes(200) });
    const plan = await call("trials.planWindow", MODEL);
    expect(plan.problem).toBeNull();
    expect(plan.calls).toBe(plan.sizes.length * 12);
    expect(plan).toMatchObject({ local: true, cost: null });
    expect(talk.server.chats()).toHaveLength(0);
    talk.server.play([readsOnly(9_000)]);
    await call("trials.measureWindow", MODEL);
    const measured = await ended();
    expect(measured).toMatchObject({ status: "done", done: plan.calls, total: plan.calls });
    expect(talk.server.chats()).toHaveLength(plan.calls);
    const verdict = verdictOn(measured, (right, asked) => shareInterval(right, asked).high);
    expect(measured.sizes[0]).toMatchObject({ right: 12, asked: 12 });
    expect(verdict).toMatchObject({ kind: "drops", tokens: 2_000 });
    expect((await call("sessions.list", {})).sessions).toHaveLength(1);
  });

  it("stops, goes on without asking anything twice, and is said to be unfinished meanwhile", async () => {
    await talk.begin();
    put(talk.project, { "workspace/knowledge/harbour.md": notes(60) });
    const { calls } = await call("trials.planWindow", MODEL);
    talk.server.play([{ kind: "text", chunks: ["none"], wait: 20 }]);
    await call("trials.measureWindow", MODEL);
    await expect(call("trials.measureWindow", MODEL)).rejects.toMatchObject({ code: "trial-running" });
    while (talk.server.chats().length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
    await call("trials.stopWindow", {});
    const stopped = await ended();
    expect(stopped.status).toBe("stopped");
    expect(stopped.done).toBeLessThan(calls);
    const asked = talk.server.chats().length;
    await call("trials.measureWindow", MODEL);
    expect(await ended()).toMatchObject({ status: "done", done: calls });
    expect(talk.server.chats().length - asked).toBe(calls - stopped.done);
  });

  it("says why it cannot be measured, and asks nothing then", async () => {
    await talk.begin();
    const { problem } = await call("trials.planWindow", MODEL);
    expect(problem).toContain("passages with a number or a name");
    await expect(call("trials.measureWindow", MODEL)).rejects.toMatchObject({ code: "trial-cannot-start" });
    expect(talk.server.chats()).toHaveLength(0);
  });

  it("keeps what was answered when the provider fails, and says why it stopped", async () => {
    await talk.begin();
    put(talk.project, { "workspace/knowledge/harbour.md": notes(60) });
    talk.server.play([
      { kind: "text", chunks: ["none"] },
      { kind: "text", chunks: ["none"] },
      { kind: "status", status: 401, message: "no" },
    ]);
    await call("trials.measureWindow", MODEL);
    expect(await ended()).toMatchObject({ status: "failed", done: 2, failure: { code: "provider-auth" } });
  });
});
