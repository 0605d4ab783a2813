import Database from "better-sqlite3";
import * as sqliteVec from "sqlite-vec";
import { outsideArchive } from "./outside-archive.ts";

/** How long a statement waits for a different process (for example the CLI beside the app). */
export const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens a connection with the settings that all of Satchel uses. A database comes with its project and may be
 * untrusted, hence `trusted_schema` is off (schema objects cannot call unsafe functions; virtual tables that
 * are not marked harmless, such as vec0, cannot be used from triggers and views) and cell sizes are checked.
 */
export const connect = (
  file: string,
  options: { readonly: boolean; timeout?: number },
): Database.Database => {
  const db = new Database(file, {
    readonly: options.readonly,
    fileMustExist: options.readonly,
    timeout: options.timeout ?? BUSY_TIMEOUT_MS,
  });
  try {
    db.pragma("trusted_schema = OFF");
    db.pragma("cell_size_check = ON");
    db.pragma("foreign_keys = ON");
    db.loadExtension(outsideArchive(sqliteVec.getLoadablePath()));
    if (options.readonly) db.pragma("query_only = ON");
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};
