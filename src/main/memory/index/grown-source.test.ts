import { afterEach, expect, it, vi } from "vitest";
import { systemClock } from "../../base/clock.ts";
import { Disposables } from "../../base/disposables.ts";
import { silentLog } from "../../base/log.ts";
import { MemoryStore } from "../tables/memory-store.ts";
import { newStore } from "../test-memory.ts";
import { MemoryIndexer } from "./memory-indexer.ts";
import { sessionAsSource, type SourceMessage } from "./memory-sources.ts";

const owned = new Disposables();
afterEach(() => owned.close());

const open = () => {
  const store = owned.own(newStore());
  const memories = new MemoryStore(store, systemClock);
  const options = { memories, log: silentLog, onChange: () => {}, onProgress: () => {} };
  const indexer = owned.own(new MemoryIndexer(options));
  const rows = () =>
    store.db
      .prepare("select uid, item, ordinal, text, around, detail, state from memories order by ordinal")
      .all();
  return { indexer, memories, rows };
};

/** A conversation that says some things more than once. */
const said = (count: number): SourceMessage[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `m${at}`,
    origin: "you",
    text:
      at % 3 === 0 ? "Yes, please." : `Sack ${at % 7} of flour, ${"rye ".repeat(at % 5)}and nothing else.`,
    at: "2026-11-16T10:00:00.000Z",
    speaker: at % 2 === 0 ? "Ada" : "Juno",
  }));

const talk = (messages: readonly SourceMessage[], lineage = "one") => {
  const whole = vi.fn<() => Promise<readonly SourceMessage[]>>(async () => messages);
  const source = sessionAsSource({
    id: "s",
    agent: "juno",
    workspace: "workspace",
    mark: `${lineage}:${messages.length}`,
    read: whole,
    grown: async () => ({
      lineage,
      since: (message) => {
        const at = messages.findLastIndex(({ id }) => id === message);
        return at < 0 ? null : messages.slice(at);
      },
    }),
  });
  return { source, whole };
};

it("stores what was added to a conversation exactly as if all of it had been read", async () => {
  const grown = open();
  for (const count of [1, 2, 3, 7, 8, 30, 31, 33]) await grown.indexer.sync(talk(said(count)).source);
  const whole = open();
  await whole.indexer.sync(talk(said(33)).source);
  expect(grown.rows()).toEqual(whole.rows());
});

it("reads and writes only what was added, however long the conversation is", async () => {
  const { indexer, memories } = open();
  await indexer.sync(talk(said(600)).source);
  const put = vi.spyOn(memories, "put");
  const { source, whole } = talk(said(602));
  await indexer.sync(source);
  expect(whole).not.toHaveBeenCalled();
  // The last one before has a new neighbour.
  expect(put.mock.calls.flatMap(([, rows]) => rows.map(({ item }) => item))).toEqual([
    "m599",
    "m600",
    "m601",
  ]);
});

it("reads all of it again after anything but an addition, and when the last message is gone", async () => {
  const { indexer, rows } = open();
  await indexer.sync(talk(said(9)).source);
  const changed = said(9).map((message, at) => (at === 4 ? { ...message, text: "Changed." } : message));
  await indexer.sync(talk(changed, "two").source);
  expect(JSON.stringify(rows())).toContain("Changed.");
  await indexer.sync(talk(said(5), "two").source);
  expect(rows().length).toBe(5);
});
