import { statSync } from "node:fs";
import { WorkerClient } from "../base/worker-client.ts";
import { workerUrl } from "../base/worker-url.ts";
import { migrations } from "./migrations/index.ts";
import { type OpenStoreOptions, openStore, type Store } from "./open-store.ts";
import { readHeader } from "./read-header.ts";
import type { DamageReply } from "./store.worker.ts";

/**
 * Up to this size, checking on the main thread (some 3 ms per megabyte) takes less time than starting a
 * worker.
 */
const BYTES_ON_MAIN = 8 * 1024 * 1024;

/**
 * Opens the database as `openStore` does, but checks a large one in a worker first, so that the thread stays
 * free. Nothing is read from it before the check is done, and a damaged one is still set aside.
 */
export const openCheckedStore = async (
  file: string,
  options: OpenStoreOptions & { readonly bytesOnMain?: number } = {},
): Promise<Store> => {
  const { bytesOnMain = BYTES_ON_MAIN, ...rest } = options;
  const known = (options.migrations ?? migrations).length;
  const isLarge = sizeOf(file) + sizeOf(`${file}-wal`) > bytesOnMain;
  const reply = isLarge && isOurs(file, known) ? await checkInWorker(file) : null;
  return openStore(file, reply ? { ...rest, damage: reply.damage } : rest);
};

/** Null when the worker did not answer, whatever the reason; the check then happens on opening. */
const checkInWorker = async (file: string): Promise<DamageReply | null> => {
  const url = workerUrl("store.worker", import.meta.url);
  const worker = new WorkerClient<string, DamageReply>({ name: "store", url, close: "ask" });
  try {
    return await worker.ask(file);
  } catch {
    return null;
  } finally {
    await worker.close();
  }
};

/** For a database of a newer Satchel not even a write-ahead log is created: `openStore` refuses it. */
const isOurs = (file: string, known: number): boolean => {
  try {
    const { valid, version } = readHeader(file);
    return valid && version <= known;
  } catch {
    return false;
  }
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
