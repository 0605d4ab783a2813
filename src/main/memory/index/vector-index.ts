import type { Database } from "better-sqlite3";
import type { Signs } from "./sign-file.ts";
import { packedValues, signsOf } from "./vector-codec.ts";

/**
 * The signs of every vector of one model, in memory, for a first pass over all of them: 48 bytes each instead
 * of 1,536. Built from the database and extended by row number, as ids only grow. Deleted rows stay until the
 * next rebuild; they are never returned, because their vector is gone.
 */
export class VectorIndex {
  readonly model: string;
  readonly dimension: number;
  readonly #words: number;
  #signs: Uint32Array;
  #memories: Float64Array;
  /** Numbers of the rows that contain the vectors. */
  #rows: Float64Array;
  #places: Uint16Array;
  #count = 0;
  #last = 0;
  readonly #placeNames: Place[] = [];
  readonly #placeNumbers = new Map<string, number>();

  constructor(model: string, dimension: number) {
    this.model = model;
    this.dimension = dimension;
    this.#words = Math.ceil(dimension / 32);
    this.#signs = new Uint32Array(1024 * this.#words);
    this.#memories = new Float64Array(1024);
    this.#rows = new Float64Array(1024);
    this.#places = new Uint16Array(1024);
  }

  get count(): number {
    return this.#count;
  }

  /** Takes up what was kept, without the vectors that are gone since; returns how many those were. */
  take(kept: Signs, db: Database): number {
    const there = liveRows(db, this.model);
    const places = kept.places.map((place) => this.#placeOf(place));
    let at = 0;
    for (let from = 0; from < kept.count; from += 1) {
      const row = kept.rows[from] as number;
      while ((there[at] ?? Infinity) < row) at += 1;
      if (there[at] !== row) continue;
      const signs = kept.signs.subarray(from * this.#words, (from + 1) * this.#words);
      const place = places[kept.placeOf[from] as number] as number;
      this.#add({ memory: kept.memories[from] as number, row }, signs, place);
    }
    this.#last = kept.last;
    return kept.count - this.#count;
  }

  /** To be kept: what there is, without the vectors that are gone. */
  keep(db: Database): Signs {
    const there = liveRows(db, this.model);
    const words = this.#words;
    const signs = new Uint32Array(this.#count * words);
    const memories = new Float64Array(this.#count);
    const rows = new Float64Array(this.#count);
    const placeOf = new Uint16Array(this.#count);
    let count = 0;
    for (let from = 0, at = 0; from < this.#count; from += 1) {
      const row = this.#rows[from] as number;
      while ((there[at] ?? Infinity) < row) at += 1;
      if (there[at] !== row) continue;
      signs.set(this.#signs.subarray(from * words, (from + 1) * words), count * words);
      memories[count] = this.#memories[from] as number;
      rows[count] = row;
      placeOf[count] = this.#places[from] as number;
      count += 1;
    }
    return {
      model: this.model,
      dimension: this.dimension,
      count,
      last: this.#last,
      places: this.#placeNames,
      signs: signs.subarray(0, count * words),
      memories: memories.subarray(0, count),
      rows: rows.subarray(0, count),
      placeOf: placeOf.subarray(0, count),
    };
  }

  /** Adds the vectors that were stored since the last call. */
  refresh(db: Database): void {
    const rows = db
      .prepare(
        `select v.id, v.memory, v.vector, m.workspace, m.agent, m.tier
         from memory_vectors v join memories m on m.id = v.memory
         where v.model = ? and v.id > ? order by v.id`,
      )
      .raw()
      .iterate(this.model, this.#last) as IterableIterator<
      [number, number, Buffer, string, string | null, string]
    >;
    for (const [id, memory, vector, workspace, agent, tier] of rows) {
      this.#last = id;
      this.#add(
        { memory, row: id },
        signsOf(packedValues(vector)),
        this.#placeOf({ workspace, agent, tier }),
      );
    }
  }

  /** The memories in these places whose signs agree most with the query's, unordered. */
  nearest(query: Float32Array, limit: number, isWanted: (place: Place) => boolean): Candidate[] {
    const wanted = Uint8Array.from(this.#placeNames, (place) => (isWanted(place) ? 1 : 0));
    const distances = this.#distances(signsOf(query), wanted);
    const cut = cutOff(distances, limit, this.#words * 32);
    const found: Candidate[] = [];
    const take = (at: number) =>
      found.push({ memory: this.#memories[at] as number, row: this.#rows[at] as number });
    for (let at = 0; at < this.#count; at += 1) if ((distances[at] as number) < cut) take(at);
    for (let at = 0; at < this.#count && found.length < limit; at += 1) {
      if ((distances[at] as number) === cut) take(at);
    }
    return found;
  }

  #distances(query: Uint32Array, wanted: Uint8Array): Uint16Array {
    const words = this.#words;
    const signs = this.#signs;
    const distances = new Uint16Array(this.#count);
    for (let at = 0, from = 0; at < this.#count; at += 1, from += words) {
      let distance = 0;
      for (let word = 0; word < words; word += 1) {
        let x = (signs[from + word] as number) ^ (query[word] as number);
        x -= (x >>> 1) & 0x55555555;
        x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
        x = (x + (x >>> 4)) & 0x0f0f0f0f;
        distance += Math.imul(x, 0x01010101) >>> 24;
      }
      distances[at] = wanted[this.#places[at] as number] === 1 ? distance : NEVER;
    }
    return distances;
  }

  #add({ memory, row }: Candidate, signs: Uint32Array, place: number): void {
    if (this.#count === this.#memories.length) this.#grow();
    this.#signs.set(signs, this.#count * this.#words);
    this.#memories[this.#count] = memory;
    this.#rows[this.#count] = row;
    this.#places[this.#count] = place;
    this.#count += 1;
  }

  #grow(): void {
    const size = this.#memories.length * 2;
    const signs = new Uint32Array(size * this.#words);
    signs.set(this.#signs);
    this.#signs = signs;
    const memories = new Float64Array(size);
    memories.set(this.#memories);
    this.#memories = memories;
    const rows = new Float64Array(size);
    rows.set(this.#rows);
    this.#rows = rows;
    const places = new Uint16Array(size);
    places.set(this.#places);
    this.#places = places;
  }

  #placeOf(place: Place): number {
    const key = JSON.stringify([place.workspace, place.agent, place.tier]);
    const known = this.#placeNumbers.get(key);
    if (known !== undefined) return known;
    this.#placeNumbers.set(key, this.#placeNames.length);
    return this.#placeNames.push(place) - 1;
  }
}

/** Numbers of the rows of a model, ascending. */
const liveRows = (db: Database, model: string): readonly number[] =>
  db.prepare("select id from memory_vectors where model = ? order by id").pluck().all(model) as number[];

/** A candidate, and the row of its vector. */
export type Candidate = { readonly memory: number; readonly row: number };

export type Place = {
  readonly workspace: string;
  readonly agent: string | null;
  readonly tier: string;
};

const NEVER = 0xffff;

/** The distance up to which there are at least `limit` rows. */
const cutOff = (distances: Uint16Array, limit: number, most: number): number => {
  const counts = new Uint32Array(most + 2);
  for (const distance of distances)
    if (distance !== NEVER) counts[distance] = (counts[distance] as number) + 1;
  let sum = 0;
  for (let distance = 0; distance <= most; distance += 1) {
    sum += counts[distance] as number;
    if (sum >= limit) return distance;
  }
  return most;
};
