import { expect, it } from "vitest";
import type { ApprovalRequest } from "#shared/contract/chat.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { rowsOf, type Shown } from "./rows.ts";
import { readAgain } from "./forgotten.ts";
import { turnsOf } from "./turns-of.ts";
import { endedWith, idle, sending } from "./turn.ts";

const at = { timestamp: "2026-11-16T05:00:00Z" };
const own = (id: string, parentId: string | null = null): SessionEntry => ({
  ...at,
  type: "message",
  id,
  parentId,
  role: "user",
  content: `question ${id}`,
});
const answer = (id: string, content = "yes", interrupted = false): SessionEntry => ({
  ...at,
  type: "message",
  id,
  parentId: null,
  role: "assistant",
  content,
  ...(interrupted && { interrupted }),
});
const use = (id: string): SessionEntry => ({
  ...at,
  type: "tool_use",
  id,
  parentId: null,
  name: "read_file",
  args: {},
});
const result = (id: string, toolUseId: string): SessionEntry => ({
  ...at,
  type: "tool_result",
  id,
  parentId: null,
  toolUseId,
  content: "07:00",
});
const compaction = (id: string, summarised: string[]): SessionEntry => ({
  ...at,
  type: "compaction",
  id,
  parentId: null,
  summarised,
  freed: 10,
});
const summary = (id: string, parentId: string): SessionEntry => ({
  ...at,
  type: "summary",
  id,
  parentId,
  content: "SUMMARY",
});
const request: ApprovalRequest = {
  id: "p",
  session: "s",
  agent: "juno",
  tool: "write_file",
  args: {},
  change: null,
  secret: null,
  always: null,
};

const rows = (entries: readonly SessionEntry[], changes: Partial<Shown> = {}) =>
  rowsOf({
    entries,
    seen: new Set(entries.map(({ id }) => id)),
    turn: idle,
    run: null,
    again: "",
    changed: new Set(),
    ...changes,
  });
const kinds = (entries: readonly SessionEntry[], changes: Partial<Shown> = {}) =>
  rows(entries, changes).map(({ kind, key }) => `${kind} ${key}`);

it("says under each turn that changed files what it changed", () => {
  const entries = [own("q"), answer("a"), own("r"), answer("b"), own("s"), answer("c")];
  expect(kinds(entries, { changed: new Set(["q", "s"]) })).toEqual([
    "own q",
    "answer a",
    "turn-changes changes q",
    "own r",
    "answer b",
    "own s",
    "answer c",
    "turn-changes changes s",
  ]);
});

it("shows a tool call once, with its result, and no answer without text", () => {
  const entries = [own("q"), answer("a", ""), use("t"), result("r", "t"), answer("b")];
  expect(kinds(entries)).toEqual(["own q", "tool t", "answer b"]);
  expect(rows(entries)[1]).toMatchObject({ result: { id: "r" } });
});

it("marks only the newest answer as the last one", () => {
  const shown = rows([own("q"), answer("a"), own("q2"), answer("b")]);
  expect(shown.flatMap((row) => (row.kind === "answer" ? [row.last] : []))).toEqual([false, true]);
});

it("draws the line of a summary under the last message it replaces, with the turns it covers", () => {
  const entries = [
    own("q1"),
    answer("a1"),
    own("q2"),
    answer("a2"),
    own("q3"),
    answer("a3"),
    compaction("c", ["q1", "a1", "q2", "a2"]),
    summary("s", "c"),
  ];
  expect(kinds(entries)).toEqual([
    "own q1",
    "answer a1",
    "own q2",
    "answer a2",
    "compaction c",
    "own q3",
    "answer a3",
  ]);
  expect(rows(entries)[4]).toMatchObject({ summary: "SUMMARY", turns: { from: 1, to: 2 } });
});

it("draws no line for a summary that was undone or included in a later one", () => {
  const entries = [own("q"), answer("a"), compaction("c", ["q", "a"]), summary("s", "c")];
  expect(kinds(entries, { seen: new Set(["q", "a"]) })).toEqual(["own q", "answer a"]);
});

it("draws a line under the turns that were not read, with why, until a summary stands for them", () => {
  const entries = [own("q1"), answer("a1"), own("q2"), answer("a2"), own("q3"), answer("a3")];
  const run = {
    window: { max: 16_384 },
    actions: [{ step: "compact", detail: "No model.", freed: 0, failed: true }],
    segments: ["q1", "a1", "q2", "a2"].map((id) => ({
      source: `message:${id}`,
      status: "dropped",
      reason: "window",
    })),
  } as unknown as Manifest;
  expect(kinds(entries, { run })[4]).toBe("forgotten forgotten:a2");
  expect(rows(entries, { run })[4]).toMatchObject({
    turns: { from: 1, to: 2 },
    window: 16_384,
    noSummary: "No model.",
  });
  expect(kinds(entries, { run, seen: new Set(["s", "q3", "a3"]) }).join()).not.toContain("forgotten");
});

it("draws that line only under turns that the next answer would not read either", () => {
  const entries = [own("q1"), answer("a1"), own("q2"), answer("a2"), own("q3"), answer("a3")];
  const asked = (dropped: readonly string[]) =>
    ({
      window: { max: 16_384 },
      actions: [],
      segments: ["q1", "a1", "q2", "a2"].map((id) => ({
        source: `message:${id}`,
        status: dropped.includes(id) ? "dropped" : "included",
        reason: "window",
      })),
    }) as unknown as Manifest;
  const run = asked(["q1", "a1", "q2", "a2"]);
  expect(readAgain(run, null)).toBe("");
  const larger = readAgain(run, asked(["q1", "a1"]));
  expect(kinds(entries, { run, again: larger })[2]).toBe("forgotten forgotten:a1");
  const largest = readAgain(run, asked([]));
  expect(kinds(entries, { run, again: largest }).join()).not.toContain("forgotten");
  // Nothing was left out, so nothing can come back.
  expect(readAgain(asked([]), asked([]))).toBe("");
});

it("knows the question of an answer also behind a summary that was made for it", () => {
  const entries = [own("q1"), answer("a1"), own("q2"), compaction("c", ["q1", "a1"]), summary("s", "c")];
  const last = rows([...entries, answer("a2")]).find(({ key }) => key === "a2");
  expect(last).toMatchObject({ turn: "q2", question: { id: "q2" } });
});

it("shows what arrives, with reasoning before it, and an approval request before both", () => {
  const live = { entry: "a", text: "Go", reasoning: "" };
  expect(kinds([own("q")], { turn: sending })).toEqual(["own q", "thinking thinking"]);
  expect(kinds([own("q")], { turn: { kind: "streaming", live } })).toEqual(["own q", "live a"]);
  expect(kinds([own("q")], { turn: { kind: "waiting-for-approval", live, approvals: [request] } })).toEqual([
    "own q",
    "approval p",
  ]);
  const thought = { entry: "a", text: "", reasoning: "Hm" };
  expect(kinds([own("q")], { turn: { kind: "streaming", live: thought } })).toEqual(["own q", "live a"]);
});

it("shows that a question has no answer, that an answer was interrupted, and nothing after a complete one", () => {
  expect(kinds([own("q")]).at(-1)).toBe("unanswered unanswered");
  expect(rows([own("q"), answer("a", "hal", true)]).at(-1)).toMatchObject({ end: { status: "stopped" } });
  expect(kinds([own("q"), answer("a")]).at(-1)).toBe("answer a");
  expect(kinds([own("q"), answer("a"), compaction("c", ["q"]), summary("s", "c")]).at(-1)).toBe("answer a");
});

it("says for good that a question was stopped before its first word, also during a summary and after tools", () => {
  expect(kinds([own("q"), own("r"), answer("a")])).toEqual([
    "own q",
    "no-answer no-answer:q",
    "own r",
    "answer a",
  ]);
  const summarised = [
    answer("z"),
    own("q"),
    compaction("c", ["z"]),
    summary("s", "c"),
    own("r"),
    answer("a"),
  ];
  expect(kinds(summarised).slice(2)).toEqual(["own q", "no-answer no-answer:q", "own r", "answer a"]);
  const used = [own("q"), use("t"), result("u", "t"), own("r"), answer("a")];
  expect(kinds(used)).toContain("no-answer no-answer:u");
  expect(kinds([own("q"), answer("a", "hal", true), own("r")]).join(" ")).not.toContain("no-answer");
});

it("shows how the last turn ended, also when the server read less than was sent", () => {
  const failed = { status: "failed", failure: { code: "x", message: "No." }, readLess: null } as const;
  expect(rows([own("q")], { turn: endedWith(failed) }).at(-1)).toMatchObject({ kind: "ended", end: failed });
  const less = {
    status: "finished",
    failure: null,
    readLess: { sent: 900, exact: true, read: 9, fix: "Raise it." },
  } as const;
  expect(rows([own("q"), answer("a")], { turn: endedWith(less) }).at(-1)).toMatchObject({
    kind: "ended",
    end: less,
  });
});

it("counts turns by the user's messages", () => {
  expect(turnsOf([own("q"), answer("a"), use("t"), own("r")])).toBe(2);
});
