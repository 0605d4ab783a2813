import type { Store } from "../../store/open-store.ts";
import {
  mergeProfile,
  type ProfileChange,
  type ProfileDocument,
  unmergeProfile,
} from "./profile-document.ts";

/** The user's document, one per user id. */
export class ProfileStore {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  get(user: string): ProfileDocument {
    const text = this.#store.db
      .prepare<[string]>("select document from memory_profiles where user = ?")
      .pluck()
      .get(user) as string | undefined;
    return text === undefined ? {} : (JSON.parse(text) as ProfileDocument);
  }

  merge(user: string, patch: ProfileDocument, at: Date): readonly ProfileChange[] {
    return this.#store.transact(() => {
      const { document, changes } = mergeProfile(this.get(user), patch);
      if (changes.length > 0) this.set(user, document, at);
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

  set(user: string, document: ProfileDocument, at: Date): void {
    this.#store.db
      .prepare("insert or replace into memory_profiles (user, document, updated_at) values (?, ?, ?)")
      .run(user, JSON.stringify(document), at.toISOString());
  }
}
