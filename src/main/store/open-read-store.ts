import type Database from "better-sqlite3";
import { connect } from "./connection.ts";
import { asStoreFailure } from "./store-failure.ts";

/** A read-only connection: for workers, which search while the main thread writes. */
export type ReadStore = {
  readonly db: Database.Database;
  close(): void;
};

export const openReadStore = (file: string): ReadStore => {
  try {
    const db = connect(file, { readonly: true });
    return { db, close: () => db.close() };
  } catch (error) {
    throw asStoreFailure(error, file);
  }
};
