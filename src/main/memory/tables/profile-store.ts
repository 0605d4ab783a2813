import { z } from "zod";
import { lowestOrigin, type Origin, origin } from "#shared/model/origin.ts";
import type { Store } from "../../store/open-store.ts";
import {
  mergeProfile,
  type ProfileChange,
  type ProfileDocument,
  unmergeProfile,
} from "./profile-document.ts";

/** By key of the document. */
export type ProfileOrigins = ReadonlyMap<string, Origin>;

/** The user's document, one per user id. */
export class ProfileStore {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  get(user: string): ProfileDocument {
    const text = this.#column(user, "document");
    return text === undefined ? {} : (JSON.parse(text) as ProfileDocument);
  }

  origins(user: string): ProfileOrigins {
    const parsed = z
      .record(z.string(), origin)
      .safeParse(JSON.parse(this.#column(user, "origins") ?? "{}") as unknown);
    return new Map(Object.entries(parsed.data ?? {}));
  }

  /** A changed key has the lowest origin of all that was merged into it. */
  merge(user: string, patch: ProfileDocument, at: Date, from: Origin): readonly ProfileChange[] {
    return this.#store.transact(() => {
      const before = this.get(user);
      const known = this.origins(user);
      const { document, changes } = mergeProfile(before, patch);
      const changed = new Set(changes.map(({ path }) => path[0] ?? ""));
      const lowered = [...changed].map((key): [string, Origin] => {
        const own = Object.hasOwn(before, key) ? (known.get(key) ?? "agent") : from;
        return [key, lowestOrigin(own, from)];
      });
      if (changes.length > 0) this.#write(user, document, new Map([...known, ...lowered]), at);
      return changes;
    });
  }

  unmerge(user: string, changes: readonly ProfileChange[], at: Date): void {
    this.#store.transact(() => this.set(user, unmergeProfile(this.get(user), changes), at));
  }

  /** One key of the document, with everything below it. */
  remove(user: string, key: string, at: Date): void {
    this.#store.transact(() => {
      const { [key]: removed, ...rest } = this.get(user);
      if (removed !== undefined) this.set(user, rest, at);
    });
  }

  /** `typed`: a key that the user wrote, who is its origin from now on. */
  set(user: string, document: ProfileDocument, at: Date, typed?: string): void {
    const known = [...this.origins(user)].filter(([key]) => Object.hasOwn(document, key));
    this.#write(
      user,
      document,
      new Map([...known, ...(typed === undefined ? [] : [[typed, "you"] as const])]),
      at,
    );
  }

  #write(user: string, document: ProfileDocument, origins: ProfileOrigins, at: Date): void {
    this.#store.db
      .prepare(
        "insert or replace into memory_profiles (user, document, origins, updated_at) values (?, ?, ?, ?)",
      )
      .run(user, JSON.stringify(document), JSON.stringify(Object.fromEntries(origins)), at.toISOString());
  }

  #column(user: string, column: "document" | "origins"): string | undefined {
    return this.#store.db
      .prepare<[string]>(`select ${column} from memory_profiles where user = ?`)
      .pluck()
      .get(user) as string | undefined;
  }
}
