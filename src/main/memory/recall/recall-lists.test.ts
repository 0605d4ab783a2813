import { afterEach, expect, it } from "vitest";
import { Failure } from "#shared/contract/failure.ts";
import { Disposables } from "../../base/disposables.ts";
import { randomIds } from "../../base/ids.ts";
import type { Embedder } from "../../embeddings/embedder.ts";
import { Graph } from "../tables/graph.ts";
import type { Memory } from "../memory.ts";
import { type MemorySource, sessionAsSource, type SourceMessage } from "../index/memory-sources.ts";
import { fusions } from "./recall-settings.ts";
import { tableSources } from "../index/table-sources.ts";
import { Procedures } from "../tables/procedures.ts";
import { letterEmbedder, newStore, openTestMemory, textSource } from "../test-memory.ts";

const owned = new Disposables();
afterEach(() => owned.close());

const at = new Date("2026-11-16T00:00:00Z");
const relation = (from: string, type: string, to: string, confidence: number) => ({
  from,
  type,
  to,
  confidence,
});

/** Vectors would find the rest as well. */
const noVectors: Embedder = {
  ...letterEmbedder("none", 8),
  embed: async () => {
    throw new Failure("model-missing", "There is no model.");
  },
};
const open = async (
  sources: readonly MemorySource[],
  { store = owned.own(newStore()), embedder = noVectors } = {},
) => {
  const memory = owned.own(openTestMemory(store, { sources: async () => sources, embedder: () => embedder }));
  await memory.start();
  return memory;
};
const ask = (memory: Memory, query: string, more: object = {}) =>
  memory.search({ query, workspace: "workspace", agent: "main", limit: 20, ...more });

it("follows relations up to three hops from what a question names, each hop with half the weight", async () => {
  const store = owned.own(newStore());
  const graph = new Graph(store, randomIds);
  graph.upsert(
    "workspace",
    {
      entities: [],
      relations: [
        relation("Annabel", "sister_of", "Katharina", 0.9),
        relation("Katharina", "works_at", "Harbor Bakery", 0.8),
        relation("Harbor Bakery", "supplied_by", "Fenwick Mill", 1),
        relation("Fenwick Mill", "lies_in", "Dawlish", 1),
      ],
    },
    at,
  );
  const tables = {
    graph,
    procedures: new Procedures(store, randomIds),
    profile: { document: {}, origins: new Map() },
    folderOrigin: "you" as const,
  };
  const memory = await open(tableSources("workspace", tables), { store });
  const { hits } = await ask(memory, "Whom does ANNABEL know?");
  const byLinks = hits.map(({ text, lists }) => [text, lists.find(({ list }) => list === "graph")?.score]);
  expect(byLinks).toEqual([
    ["Annabel — sister of → Katharina", 0.9 * 0.5],
    ["Katharina — works at → Harbor Bakery", 0.8 * 0.5 * 0.5],
    ["Harbor Bakery — supplied by → Fenwick Mill", 0.5 * 0.25],
  ]);
  expect(hits[1]?.reason).toBe("Number 2 by links from what you named.");
  expect((await ask(memory, "Whom does Annab know?")).hits).toEqual([]);
});

it("finds every line that has most of the words asked for, though all rows have these words", async () => {
  const memory = await open([
    textSource(
      "MEMORY.md",
      "- the heron boat leaves at nine\n- the heron boat was painted\n- Ana owns the heron boat\n- the mill is closed\n",
    ),
  ]);
  const { hits } = await ask(memory, "heron boat Ana");
  expect(hits[0]?.text).toBe("Ana owns the heron boat");
  expect(hits).toHaveLength(3);
  expect((await ask(memory, "walrus mill tide")).hits).toHaveLength(1);
});

const said = (...texts: readonly (readonly [speaker: string, text: string])[]): MemorySource =>
  sessionAsSource({
    id: "s",
    agent: "main",
    workspace: "workspace",
    mark: "1",
    read: async () =>
      texts.map(([speaker, text], n): SourceMessage => ({
        id: `m${n}`,
        text,
        origin: "you",
        at: `2026-05-0${n + 1}T10:00:00Z`,
        speaker,
      })),
  });

it("finds a message by the two messages before and the one after it, ranked below one that says it itself", async () => {
  const memory = await open([
    said(
      ["Kate", "Tell me of the walrus"],
      ["Juno", "Gladly"],
      ["Juno", "It lives in the cold"],
      ["Kate", "Thanks"],
      ["Kate", "See you"],
    ),
  ]);
  const { hits } = await ask(memory, "walrus");
  expect(hits[0]?.text).toBe("Tell me of the walrus");
  expect(new Set(hits.map(({ text }) => text))).toEqual(
    new Set(["Tell me of the walrus", "Gladly", "It lives in the cold"]),
  );
  const before = await ask(memory, "thanks");
  expect(new Set(before.hits.map(({ text }) => text))).toEqual(
    new Set(["Thanks", "It lives in the cold", "See you"]),
  );
});

it("finds a message by its speaker and its date", async () => {
  const memory = await open([
    said(["Kate", "Rye, please"], ["Juno", "Nothing"], ["Juno", "Nothing"], ["Ada", "Rye as well"]),
  ]);
  expect((await ask(memory, "Ada and the rye")).hits[0]?.text).toBe("Rye as well");
  expect((await ask(memory, "rye on 1 May 2026")).hits[0]?.text).toBe("Rye, please");
});

it("finds other forms of a word, and does not search for stop words", async () => {
  const memory = await open([textSource("MEMORY.md", "- Ada bakes loaves\n- It is what it is")]);
  expect((await ask(memory, "who was baking the loaf?")).hits.map(({ text }) => text)).toEqual([
    "Ada bakes loaves",
  ]);
});

it("boosts the tiers by the preset that the words suggest, or the one chosen by hand", async () => {
  const memory = await open([
    said(["Kate", "The oven shows an error"]),
    textSource("knowledge/oven.md", "The oven shows an error", "knowledge"),
    textSource("MEMORY.md", "- The oven shows an error"),
  ]);
  const boosts = async (query: string, more: object = {}) => {
    const { hits, preset } = await ask(memory, query, more);
    return [preset, ...hits.map(({ tier, boost }) => `${tier} ${boost}`)];
  };
  expect(await boosts("which error does the oven show")).toEqual([
    "debugging",
    "session 2",
    "curated 1.2",
    "knowledge 0.9",
  ]);
  expect(await boosts("research the oven")).toEqual([
    "research",
    "knowledge 1.5",
    "curated 1",
    "session 0.8",
  ]);
  expect((await boosts("which error does the oven show", { preset: "debate" }))[1]).toBe("knowledge 2");
  expect((await boosts("the oven")).slice(0, 2)).toEqual(["general", expect.stringContaining(" 1")]);
});

it("adds up the contribution of each list to the shown score, with the given k and weights, times the evidence", async () => {
  const memory = await open([textSource("MEMORY.md", "- The oven is new\n- The cellar is green")], {
    embedder: letterEmbedder("letters", 32),
  });
  await memory.settled();
  for (const fusion of [fusions.default, fusions.classic]) {
    const { hits } = await ask(memory, "oven new", { fusion });
    expect(hits[0]?.lists.map(({ list }) => list)).toEqual(["keyword", "vector"]);
    for (const { score, lists, boost, weight, evidence } of hits) {
      for (const { list, rank, share } of lists) {
        expect(share).toBeCloseTo(fusion.weights[list] / (fusion.k + rank), 12);
      }
      const factor = evidence.reduce((product, { factor }) => product * factor, boost * weight);
      expect(score).toBeCloseTo(lists.reduce((sum, { share }) => sum + share, 0) * factor, 12);
    }
  }
});

it("has the textbook's fusion as classic", () => {
  expect(fusions.classic).toEqual({
    k: 60,
    weights: { keyword: 1, vector: 1, graph: 1 },
    evidence: false,
  });
});

it("saves while a long search is running", async () => {
  const lines = Array.from({ length: 4_000 }, (_, n) => `- loaf ${n} of rye and wheat`).join("\n");
  const store = owned.own(newStore());
  const memory = await open([textSource("MEMORY.md", lines)], { store });
  let answered = 0;
  const searches = Array.from({ length: 20 }, () =>
    ask(memory, "loaf of rye and wheat").then(() => (answered += 1)),
  );
  for (let n = 0; n < 20; n += 1) {
    store.transact(() =>
      memory.memories.pin(memory.memories.newestOf("workspace/MEMORY.md")?.id ?? "", n % 2 === 0),
    );
  }
  expect(answered).toBe(0);
  await Promise.all(searches);
  expect(answered).toBe(20);
});
