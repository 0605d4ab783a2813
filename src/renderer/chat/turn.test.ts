import { expect, it } from "vitest";
import type { ApprovalRequest } from "#shared/contract/chat.ts";
import type { EventOf } from "#shared/contract/index.ts";
import {
  endedWith,
  idle,
  isRunning,
  sending,
  type Turn,
  turnAsRead,
  withApproval,
  withoutApproval,
  withoutEntry,
  withPieces,
} from "./turn.ts";

const piece = (text: string, more: Partial<EventOf<"chat.delta">> = {}): EventOf<"chat.delta"> => ({
  event: "chat.delta",
  session: "s",
  entry: "a",
  kind: "text",
  text,
  ...more,
});
const approval = (id: string) => ({ id, session: "s" }) as ApprovalRequest;
const live = { entry: "a", text: "Go", reasoning: "" };
const stopped = endedWith({ status: "stopped", failure: null, readLess: null });
const retrying: Turn = { kind: "retrying", until: 2000, reason: "busy" };

it("streams from the first piece on, and also after a retry", () => {
  expect(withPieces(sending, [piece("G"), piece("o")])).toEqual({ kind: "streaming", live });
  expect(withPieces(retrying, [piece("Go")])).toEqual({ kind: "streaming", live });
});

it("puts a piece at its offset, so that reading and events may overlap", () => {
  const read = turnAsRead(idle, { running: true, approvals: [], live });
  expect(withPieces(read, [piece("o", { at: 1 }), piece("!", { at: 2 })])).toEqual({
    kind: "streaming",
    live: { ...live, text: "Go!" },
  });
});

it("ignores pieces of an answer once the turn is over", () => {
  expect(withPieces(stopped, [piece("late")])).toBe(stopped);
  expect(withPieces(idle, [piece("late")])).toBe(idle);
});

it("continues once an answer was written completely, and only for that one", () => {
  const streaming: Turn = { kind: "streaming", live };
  expect(withoutEntry(streaming, "a")).toEqual(sending);
  expect(withoutEntry(streaming, "b")).toBe(streaming);
});

it("waits until every approval is decided, and continues where it was", () => {
  const both = withApproval(withApproval({ kind: "streaming", live }, approval("p")), approval("q"));
  expect(both).toMatchObject({ kind: "waiting-for-approval", approvals: [{ id: "p" }, { id: "q" }] });
  expect(withApproval(both, approval("p"))).toMatchObject({ approvals: [{ id: "q" }, { id: "p" }] });
  const one = withoutApproval(both, "p");
  expect(one).toMatchObject({ kind: "waiting-for-approval", approvals: [{ id: "q" }] });
  expect(withoutApproval(one, "q")).toEqual({ kind: "streaming", live });
  expect(withoutApproval(withApproval(sending, approval("p")), "p")).toEqual(sending);
});

it("keeps how a turn ended when the conversation is read, until a new one runs", () => {
  const quiet = { running: false, approvals: [], live: null };
  expect(turnAsRead(stopped, quiet)).toBe(stopped);
  expect(turnAsRead(sending, quiet)).toEqual(idle);
  expect(turnAsRead(stopped, { ...quiet, running: true })).toEqual(sending);
  expect(turnAsRead(stopped, { ...quiet, running: true, approvals: [approval("p")] })).toMatchObject({
    kind: "waiting-for-approval",
  });
});

it("keeps the retry state when the conversation is read meanwhile", () => {
  expect(turnAsRead(retrying, { running: true, approvals: [], live: null })).toBe(retrying);
  expect(turnAsRead(retrying, { running: true, approvals: [], live })).toEqual({ kind: "streaming", live });
});

it("runs from the question to the end", () => {
  expect([idle, stopped].some(isRunning)).toBe(false);
  expect([sending, retrying, withApproval(sending, approval("p"))].every(isRunning)).toBe(true);
});
