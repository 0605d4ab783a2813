import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../base/clock.ts";
import { Disposables } from "../../base/disposables.ts";
import { eventually } from "../../base/test-eventually.ts";
import { openStore, type Store } from "../../store/open-store.ts";
import { fusions } from "../recall/recall-settings.ts";
import { createSearchClient } from "../recall/search-client.ts";
import { MemoryStore } from "../tables/memory-store.ts";
import { rowsOfSource } from "./memory-draft.ts";
import { readSigns, removeSigns, signFile, writeSigns } from "./sign-file.ts";
import { VectorIndex } from "./vector-index.ts";
import { VectorStore } from "./vector-store.ts";

const owned = new Disposables();
afterEach(() => owned.close());

const [MODEL, DIMENSION] = ["test", 64];
let state = 1;
const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32 - 0.5;
const randomVector = () => Float32Array.from({ length: DIMENSION }, next);

/** A database with the given number of memories, half of them private to an agent. */
const filled = (count: number): { readonly store: Store; readonly file: string } => {
  const file = join(mkdtempSync(join(tmpdir(), "satchel-signs-")), "index.db");
  const store = owned.own(openStore(file));
  const memories = new MemoryStore(store, systemClock);
  for (const agent of [null, "main"]) {
    const source = { source: `notes-${agent}.md`, workspace: "workspace", agent, neighbours: false };
    const drafts = Array.from({ length: count / 2 }, (_, at) => ({
      tier: "knowledge" as const,
      origin: "you" as const,
      item: null,
      lineFrom: at + 1,
      lineTo: at + 1,
      heading: "",
      kind: null,
      date: "2026-01-01",
      text: `memory ${agent} ${at}`,
    }));
    memories.put(source, [...rowsOfSource(drafts, source)]);
  }
  const ids = store.db.prepare("select id from memories order by id").pluck().all() as number[];
  new VectorStore(store).save(
    MODEL,
    ids.map((id) => ({ id, vector: randomVector() })),
  );
  return { store, file };
};

const built = (store: Store): VectorIndex => {
  const index = new VectorIndex(MODEL, DIMENSION);
  index.refresh(store.db);
  return index;
};
const taken = (store: Store, file: string): VectorIndex => {
  const index = new VectorIndex(MODEL, DIMENSION);
  const kept = readSigns(file, MODEL, DIMENSION);
  if (!kept) throw new Error("There are no signs.");
  index.take(kept, store.db);
  index.refresh(store.db);
  return index;
};
const found = (index: VectorIndex, query: Float32Array, agent: string | null) =>
  index
    .nearest(query, 20, (place) => place.agent === agent)
    .map(({ memory, row }) => `${memory}:${row}`)
    .sort();

it("finds with kept signs what it finds with signs made from the vectors", () => {
  const { store, file } = filled(400);
  writeSigns(file, built(store).keep(store.db));
  for (const agent of [null, "main"]) {
    const query = randomVector();
    expect(found(taken(store, file), query, agent)).toEqual(found(built(store), query, agent));
    expect(found(taken(store, file), query, agent)).toHaveLength(20);
  }
});

it("adds vectors that came since, and leaves out those that are gone", () => {
  const { store, file } = filled(400);
  writeSigns(file, built(store).keep(store.db));
  const ids = store.db.prepare("select id from memories order by id").pluck().all() as number[];
  const remove = store.db.prepare("delete from memories where id = ?");
  for (const id of ids.slice(100, 160)) remove.run(id);
  new VectorStore(store).save(
    MODEL,
    ids.slice(0, 30).map((id) => ({ id, vector: randomVector() })),
  );
  const query = randomVector();
  expect(taken(store, file).count).toBe(340);
  expect(found(taken(store, file), query, null)).toEqual(found(built(store), query, null));
});

describe("signs that are not read", () => {
  let store: Store;
  let file: string;
  beforeEach(() => {
    ({ store, file } = filled(40));
    writeSigns(file, built(store).keep(store.db));
  });

  it("are none that are whole", () => {
    expect(readSigns(file, MODEL, DIMENSION)?.count).toBe(40);
  });

  it("are those of another model or another number of dimensions", () => {
    expect(readSigns(file, "other", DIMENSION)).toBeNull();
    expect(readSigns(file, MODEL, DIMENSION + 32)).toBeNull();
  });

  it("are those that were cut off, changed or emptied", () => {
    const whole = readFileSync(signFile(file));
    for (const at of [whole.length - 1, whole.length - 200, whole.indexOf('"places":[{"workspace":"') + 25]) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] as number) ^ 1;
      writeFileSync(signFile(file), damaged);
      expect(readSigns(file, MODEL, DIMENSION)).toBeNull();
    }
    writeFileSync(signFile(file), whole);
    for (const size of [whole.length - 1, 100, 0]) {
      truncateSync(signFile(file), size);
      expect(readSigns(file, MODEL, DIMENSION)).toBeNull();
    }
  });

  it("are those of another database, also of a copy", () => {
    const copy = join(mkdtempSync(join(tmpdir(), "satchel-signs-")), "index.db");
    cpSync(file, copy);
    cpSync(signFile(file), signFile(copy));
    expect(readSigns(copy, MODEL, DIMENSION)).toBeNull();
  });

  it.skipIf(process.platform === "win32")("are those behind a link", () => {
    const elsewhere = `${file}-elsewhere`;
    cpSync(signFile(file), elsewhere);
    removeSigns(file);
    symlinkSync(elsewhere, signFile(file));
    expect(readSigns(file, MODEL, DIMENSION)).toBeNull();
  });
});

it("keeps the signs of a large memory after a search, and searches with them after a start", async () => {
  const { store, file } = filled(2_000);
  const search = async () => {
    const client = owned.own(createSearchClient(file));
    const filter = { workspace: "workspace", agent: "main", tiers: null, notSession: null };
    const shared = { preset: "general", today: "2026-01-01", limit: 5, forContext: false } as const;
    const vector = Float32Array.from({ length: DIMENSION }, (_, at) => Math.sin(at));
    const answer = await client.search(
      { query: "memory", vector, filter, fusion: fusions.default, ...shared },
      MODEL,
    );
    await eventually(() => expect(existsSync(signFile(file))).toBe(true));
    await client.close();
    return answer;
  };
  const first = await search();
  const kept = readFileSync(signFile(file));
  expect(await search()).toEqual(first);
  expect(readFileSync(signFile(file)).equals(kept)).toBe(true);
  expect(taken(store, file).count).toBe(2_000);
});
