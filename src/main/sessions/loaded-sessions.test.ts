import { expect, it } from "vitest";
import type { LoadedSession } from "./load-session.ts";
import { LoadedSessions } from "./loaded-sessions.ts";

const session: LoadedSession = {
  lineage: { id: "l" },
  log: [],
  context: [],
  behind: false,
  unlogged: [],
  broken: [],
};
const kept = (bytes: number, mark = "m") => ({
  mark,
  bytes,
  session,
  logged: new Set(""),
  seen: new Set(""),
});
const found = (loaded: LoadedSessions, id: string, mark: string) => loaded.get(id, mark)?.session ?? null;

it("keeps the conversations used last, within its limit", () => {
  const loaded = new LoadedSessions(100);
  loaded.keep("a", kept(40));
  loaded.keep("b", kept(40));
  expect(found(loaded, "a", "m")).toBe(session);
  loaded.keep("c", kept(40));
  expect(["a", "b", "c"].map((id) => loaded.get(id, "m") !== null)).toEqual([true, false, true]);
});

it("keeps the newest one however large it is, and nothing beside it", () => {
  const loaded = new LoadedSessions(100);
  loaded.keep("a", kept(40));
  loaded.keep("huge", kept(1000));
  expect([found(loaded, "a", "m"), found(loaded, "huge", "m")]).toEqual([null, session]);
  loaded.keep("huge", kept(40, "changed"));
  expect([found(loaded, "huge", "m"), found(loaded, "huge", "changed")]).toEqual([null, session]);
  loaded.keep("b", kept(40));
  expect(found(loaded, "huge", "changed")).toBe(session);
});
