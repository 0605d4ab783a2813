import Database from "better-sqlite3";
import * as sqliteVec from "sqlite-vec";
import { outsideArchive } from "./outside-archive.ts";

/** How long a statement waits for another process (the command line beside the app), in milliseconds. */
export const busyTimeout = 5_000;

/**
 * A connection as every part of Satchel uses it. A database comes with its project and may be a
 * stranger's, hence `trusted_schema` off (schema objects call no unsafe functions; virtual tables that are
 * not harmless, such as vec0, cannot be used from triggers and views) and cell sizes checked.
 */
export const connect = (
  file: string,
  options: { readonly: boolean; timeout?: number },
): Database.Database => {
  const db = new Database(file, {
    readonly: options.readonly,
    fileMustExist: options.readonly,
    timeout: options.timeout ?? busyTimeout,
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
