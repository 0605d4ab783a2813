import { describe, expect, it } from "vitest";
import type { Events } from "#shared/contract/index.ts";
import { silentLog } from "../base/log.ts";
import { createRecount } from "./recount.ts";

/** Forty names with the encoding each is stored in; `onBatch` runs while a batch is counted. */
const world = (onBatch: () => void = () => {}) => {
  const stored = new Map(Array.from({ length: 40 }, (_, index) => [`file${index}.md`, "old"]));
  const told: Events[] = [];
  let wanted = "new";
  const recount = createRecount({
    source: {
      stale: (encoding) => [...stored].flatMap(([name, has]) => (has === encoding ? [] : [name])),
      recount: async (names) => {
        onBatch();
        for (const name of names) stored.set(name, wanted);
      },
    },
    encoding: () => wanted,
    emit: (event) => told.push(event),
    log: silentLog,
  });
  return { stored, told, recount, want: (encoding: string) => (wanted = encoding) };
};

describe("a recount", () => {
  it("counts everything that is stored in a different encoding, and reports its progress", async () => {
    const { stored, told, recount } = world();
    expect(recount.start()).toBe(true);
    await recount.settled();
    expect(new Set(stored.values())).toEqual(new Set(["new"]));
    expect(told.map((event) => event.event === "tokens.recounting" && [event.done, event.status])).toEqual([
      [0, "running"],
      [16, "running"],
      [32, "running"],
      [40, "finished"],
    ]);
    expect(recount.start()).toBe(false);
  });

  it("stops when it is cancelled, and resumes from there", async () => {
    let batches = 0;
    let cancelled = false;
    const { stored, told, recount } = world(() => {
      if (++batches === 1) cancelled = recount.cancel();
    });
    recount.start();
    await recount.settled();
    expect(cancelled).toBe(true);
    expect([...stored.values()].filter((has) => has === "old")).toHaveLength(24);
    expect(told.at(-1)).toMatchObject({ done: 16, total: 40, status: "cancelled" });
    expect(recount.cancel()).toBe(false);

    expect(recount.start()).toBe(true);
    await recount.settled();
    expect(told.at(-1)).toMatchObject({ done: 24, total: 24, status: "finished" });
  });
});
