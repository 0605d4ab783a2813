import { expect, it } from "vitest";
import type { SessionMessage } from "../sessions/to-messages.ts";
import { planCompaction } from "./plan-compaction.ts";

const say = (
  id: string,
  role: SessionMessage["role"],
  more: Partial<SessionMessage> = {},
): SessionMessage => ({
  id,
  role,
  content: id,
  origin: "you",
  ...more,
});
/** Ten tokens each, whatever their text. */
const plan = (messages: readonly SessionMessage[], keepTokens: number) => {
  const { summarise, keep, reason } = planCompaction(messages, () => 10, keepTokens);
  return { gone: summarise.map(({ id }) => id), kept: keep.map(({ id }) => id), reason };
};
const turns = (count: number) =>
  Array.from({ length: count }, (_, at) => [say(`q${at}`, "user"), say(`a${at}`, "assistant")]).flat();

it("keeps the newest turns that fit, whole, and summarises the rest", () => {
  expect(plan(turns(4), 45)).toEqual({
    gone: ["q0", "a0", "q1", "a1"],
    kept: ["q2", "a2", "q3", "a3"],
    reason: null,
  });
});

it("always keeps the newest request, however long it is", () => {
  expect(plan([...turns(2), say("now", "user")], 0)).toMatchObject({ kept: ["now"] });
});

it("never separates a call from its results", () => {
  const messages = [
    ...turns(1),
    say("q", "user"),
    say("call", "assistant", { toolCalls: [{ id: "c", name: "read_file", args: {} }] }),
    say("result", "tool", { toolCallId: "c" }),
    say("done", "assistant"),
    say("now", "user"),
  ];
  for (let keep = 0; keep <= 70; keep += 10) {
    const { gone } = plan(messages, keep);
    expect(gone.includes("call")).toBe(gone.includes("result"));
  }
});

it("keeps a pinned message, and with a pinned result the call it answers", () => {
  const messages = [
    say("pinned", "user", { pinned: true }),
    say("call", "assistant", { toolCalls: [{ id: "c", name: "read_file", args: {} }] }),
    say("result", "tool", { toolCallId: "c", pinned: true }),
    ...turns(3),
  ];
  expect(plan(messages, 20)).toMatchObject({ kept: ["pinned", "call", "result", "q2", "a2"] });
});

it("includes an old summary, but does nothing when there is little else", () => {
  const old = say("s", "user", { summary: true });
  expect(plan([old, ...turns(3)], 20).gone).toEqual(["s", "q0", "a0", "q1", "a1"]);
  expect(plan([old, say("lonely", "user"), say("q", "user")], 0).gone).toEqual(["s", "lonely"]);
  expect(plan([old, say("q", "user")], 0)).toMatchObject({ gone: [], reason: expect.any(String) });
  expect(plan(turns(1), 100)).toMatchObject({ gone: [], reason: expect.any(String) });
});
