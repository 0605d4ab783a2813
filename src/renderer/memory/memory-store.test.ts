import { expect, it } from "vitest";
import { type Client, Failure } from "#shared/contract/index.ts";
import type { Memory } from "#shared/contract/memory.ts";
import { createMemoryStore } from "./memory-store.ts";

const memory = (number: number): Memory => ({
  id: `m${number}`,
  tier: "daily",
  source: "workspace/memory/2026-11-16.md",
  item: null,
  line: number,
  heading: "",
  kind: null,
  date: "2026-11-16",
  text: `Note ${number}`,
  pinned: false,
  origin: "you",
  approved: false,
  weight: 1,
  tags: [],
});

type Input = { offset?: number; limit?: number; query?: string; id?: string; text?: string };

/** A core with this many notes, as the contract describes it. */
const setUp = (count: number) => {
  const all = Array.from({ length: count }, (_, number) => memory(number));
  const asked: { method: string; input: Record<string, unknown> }[] = [];
  let failure: Failure | null = null;
  let delay = 0;
  const call = async (method: string, input: Input) => {
    asked.push({ method, input });
    if (failure) throw failure;
    const { offset = 0, limit = 100, query } = input;
    if (method === "agents.list") return { agents: [{ id: "juno", workspace: "workspace" }], warnings: [] };
    if (method === "memory.stats")
      return { total: all.length, tiers: {}, pinned: 0, faded: 0, embedding: {} };
    if (method === "memory.list") return { memories: all.slice(offset, offset + limit) };
    if (method === "memory.search") {
      await new Promise((resolve) => setTimeout(resolve, delay));
      const hits = all.filter(({ text }) => text === query).map((hit) => ({ ...hit, lists: [] }));
      return { hits, preset: "general", lists: ["keyword"], note: null };
    }
    if (method === "memory.update") {
      const { id, text = "" } = input;
      const at = all.findIndex((each) => each.id === id);
      const updated = { ...memory(at), id: `${id} again`, text };
      all[at] = updated;
      return { path: updated.source, memory: updated, change: null };
    }
    if (method === "memory.forget") {
      all.splice(0, 1);
      return { forgotten: "f1", versions: 0, copies: [] };
    }
    throw new Failure("unknown-method", method);
  };
  const store = createMemoryStore({ call, on: () => () => {} } as unknown as Client);
  const searches = () =>
    asked.filter(({ method }) => method === "memory.search").map(({ input }) => input.query);
  const slow = (milliseconds: number) => (delay = milliseconds);
  const fail = (next: Failure | null) => (failure = next);
  return { store, state: () => store.getState(), asked, searches, fail, slow };
};

it("reads a long list page by page, and stops at its end", async () => {
  const { state } = setUp(450);
  await state().load();
  expect(state().memories).toHaveLength(200);
  await state().more();
  await state().more();
  expect(state().memories.map(({ id }) => id)).toHaveLength(450);
  await state().more();
  expect(new Set(state().memories.map(({ id }) => id)).size).toBe(450);
});

it("searches only for the last typed query, and shows its result", async () => {
  const { state, searches } = setUp(12);
  await state().load();
  for (const typed of ["N", "Note", "Note 7"]) state().search(typed);
  expect(state().searching).toBe(true);
  await expect.poll(() => state().answer?.hits.map(({ id }) => id)).toEqual(["m7"]);
  expect(searches()).toEqual(["Note 7"]);
  state().search("");
  expect(state()).toMatchObject({ answer: null, searching: false });
});

it("answers the query even while memories keep changing", async () => {
  const { state, searches, slow } = setUp(12);
  await state().load();
  slow(600);
  state().search("Note 7");
  const changes = setInterval(() => state().refresh(), 300);
  await expect.poll(() => state().answer?.hits.length).toBe(1);
  clearInterval(changes);
  expect(searches()[0]).toBe("Note 7");
});

it("leaves a page without a list when something is searched for", async () => {
  const { state } = setUp(3);
  await state().load();
  await state().show("diary");
  state().search("Note 1");
  await expect.poll(() => state().shelf).toBe("all");
  await expect.poll(() => state().answer?.hits.length).toBe(1);
});

it("removes a forgotten memory from the list and from the hits", async () => {
  const { state } = setUp(3);
  await state().load();
  state().search("Note 0");
  await expect.poll(() => state().answer?.hits.length).toBe(1);
  await state().forget("m0");
  expect(state().answer?.hits).toEqual([]);
  expect(state().memories.map(({ id }) => id)).toEqual(["m1", "m2"]);
});

it("reports why it could not be read, and recovers afterwards", async () => {
  const { state, fail } = setUp(3);
  fail(new Failure("no-project", "No project is open."));
  await state().load();
  expect(state()).toMatchObject({ status: "failed", failure: "No project is open." });
  fail(null);
  await state().load();
  expect(state()).toMatchObject({ status: "ready", failure: null });
  expect(state().memories).toHaveLength(3);
});

it("selects the memory that the new words became, and can restore the old words", async () => {
  const { state, asked } = setUp(600);
  await state().load();
  const back = await state().update(memory(550), "Other words");
  expect(state().selected).toBe("m550 again");
  await back?.();
  expect(asked.filter(({ method }) => method === "memory.update").map(({ input }) => input)).toEqual([
    { agent: "juno", id: "m550", text: "Other words" },
    { agent: "juno", id: "m550 again", text: "Note 550" },
  ]);
});
