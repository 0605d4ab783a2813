import { expect, it } from "vitest";
import type { Events } from "#shared/contract/index.ts";
import { stopTurns } from "./stop-turns.ts";

it("stops running turns when the command is told to end, and those that start after that", () => {
  const listeners = new Set<(event: Events) => void>();
  const asked: unknown[] = [];
  const stop = new AbortController();
  const tell = (event: Events) => listeners.forEach((listener) => listener(event));
  const leave = stopTurns(
    {
      dispatch: async (method, input) => {
        asked.push([method, input]);
        return { ok: true, value: {} };
      },
      on: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    stop.signal,
  );
  const end = { status: "finished", entries: [], usage: null, failure: null, readLess: null } as const;
  tell({ event: "chat.started", session: "done" });
  tell({ event: "chat.ended", session: "done", end: { ...end, entries: [] } });
  tell({ event: "chat.started", session: "running" });
  expect(asked).toEqual([]);
  stop.abort();
  expect(asked).toEqual([["chat.stop", { session: "running" }]]);
  tell({ event: "chat.ended", session: "running", end: { ...end, entries: [] } });
  tell({ event: "chat.started", session: "late" });
  expect(asked.at(-1)).toEqual(["chat.stop", { session: "late" }]);
  leave();
  expect(listeners.size).toBe(0);
});
