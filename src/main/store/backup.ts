import { open, rename, mkdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type Database from "better-sqlite3";
import { asStoreFailure } from "./store-failure.ts";

/** SQLite's online backup, a few pages at a time, into a temporary file that is renamed when it is complete. */
export const backupDatabase = async (db: Database.Database, to: string): Promise<void> => {
  const temp = `${to}.part`;
  try {
    await mkdir(dirname(to), { recursive: true });
    await rm(temp, { force: true });
    await db.backup(temp);
    await sync(temp);
    await rename(temp, to);
  } catch (error) {
    await rm(temp, { force: true });
    throw asStoreFailure(error, to);
  }
};

const sync = async (path: string) => {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};
