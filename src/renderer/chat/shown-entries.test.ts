import { expect, it } from "vitest";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { before, upToQuestion, withEntry } from "./shown-entries.ts";

const entry = (
  id: string,
  parentId: string | null,
  role: "user" | "assistant" = "user",
  content = id,
): SessionEntry => ({ type: "message", id, parentId, timestamp: "", role, content });
const marker = (id: string, parentId: string): SessionEntry => ({
  type: "compaction",
  id,
  parentId,
  timestamp: "",
  summarised: [],
  freed: 0,
});
const ids = (entries: readonly SessionEntry[] | null) => entries?.map(({ id }) => id) ?? null;

const shown = [entry("q", null), entry("a", "q", "assistant"), entry("r", "a"), entry("b", "r", "assistant")];

it("puts a new entry after the one it follows", () => {
  expect(ids(withEntry(shown, entry("s", "b")))).toEqual(["q", "a", "r", "b", "s"]);
});

it("replaces an entry it knows and adds none twice", () => {
  const again = withEntry(shown, entry("a", "q", "assistant", "better"));
  expect(ids(again)).toEqual(["q", "a", "r", "b"]);
  expect(again?.[1]).toMatchObject({ content: "better" });
});

it("leaves the old branch when an entry follows an earlier one", () => {
  expect(ids(withEntry(shown, entry("r2", "a")))).toEqual(["q", "a", "r2"]);
  expect(ids(withEntry(shown, entry("q2", null)))).toEqual(["q2"]);
});

it("keeps the mark of a summary under its entry", () => {
  const marked = [...shown, marker("c", "b")];
  expect(ids(withEntry(marked, entry("s", "b")))).toEqual(["q", "a", "r", "b", "c", "s"]);
});

it("requests the whole session when it does not contain an entry's parent", () => {
  expect(withEntry(shown, entry("x", "elsewhere"))).toBeNull();
});

it("shows what comes before an edited message, and up to the question before an answer", () => {
  expect(ids(before(shown, "r"))).toEqual(["q", "a"]);
  expect(ids(before(shown, "nobody"))).toEqual(["q", "a", "r", "b"]);
  expect(ids(upToQuestion(shown, "b"))).toEqual(["q", "a", "r"]);
  expect(ids(upToQuestion(shown, "a"))).toEqual(["q"]);
});
