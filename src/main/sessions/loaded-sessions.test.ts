import { expect, it } from "vitest";
import type { LoadedSession } from "./load-session.ts";
import { LoadedSessions } from "./loaded-sessions.ts";

const session: LoadedSession = { log: [], context: [], behind: false, unlogged: [], broken: [] };
const kept = (bytes: number, mark = "m") => ({ mark, bytes, session });

it("keeps the conversations used last, within its limit", () => {
  const loaded = new LoadedSessions(100);
  loaded.keep("a", kept(40));
  loaded.keep("b", kept(40));
  expect(loaded.get("a", "m")).toBe(session);
  loaded.keep("c", kept(40));
  expect(["a", "b", "c"].map((id) => loaded.get(id, "m") !== null)).toEqual([true, false, true]);
});

it("keeps the newest one however large it is, and nothing beside it", () => {
  const loaded = new LoadedSessions(100);
  loaded.keep("a", kept(40));
  loaded.keep("huge", kept(1000));
  expect([loaded.get("a", "m"), loaded.get("huge", "m")]).toEqual([null, session]);
  loaded.keep("huge", kept(40, "changed"));
  expect([loaded.get("huge", "m"), loaded.get("huge", "changed")]).toEqual([null, session]);
  loaded.keep("b", kept(40));
  expect(loaded.get("huge", "changed")).toBe(session);
});
