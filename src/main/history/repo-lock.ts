import { randomUUID } from "node:crypto";
import { readFile, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { Failure } from "#shared/contract/failure.ts";
import { makeFolder } from "../base/durable-folders.ts";
import { errnoOf } from "../base/errno.ts";
import type { WriteDisk } from "../base/write-atomic.ts";
import { isRunning, processIdentity, thisProcess } from "../base/process-identity.ts";

/** How long a process waits for the lock of a different process. */
const PATIENCE_MS = 15_000;

/** How long a lock may exist without a readable owner. */
const UNSIGNED_MS = 2_000;

/**
 * Runs the work while no other process changes the history. The lock names its owner, so that one left by a
 * process that was killed is recognised, even when its process id was reused.
 */
export const withRepoLock = async <T>(
  gitdir: string,
  disk: WriteDisk,
  work: () => Promise<T>,
): Promise<T> => {
  const path = join(gitdir, "satchel.lock");
  const lock = randomUUID();
  await makeFolder(gitdir, undefined, disk);
  await take(path, lock, disk);
  held.add(lock);
  try {
    return await work();
  } finally {
    held.delete(lock);
    // Fails when the folder was moved away meanwhile; the lock comes back with it.
    await unlink(path).catch(() => {});
  }
};

/** The locks that this thread has now, and the thread: locks of others in this process cannot be judged. */
const held = new Set<string>();
const thread = randomUUID();

const take = async (path: string, lock: string, disk: WriteDisk) => {
  for (const until = Date.now() + PATIENCE_MS; ; await wait(25)) {
    try {
      const file = await disk.open(path, "wx");
      try {
        return await file.writeFile(JSON.stringify({ ...thisProcess(), thread, lock }));
      } finally {
        await file.close();
      }
    } catch (error) {
      if (errnoOf(error) !== "EEXIST") throw error;
    }
    if (await isAbandoned(path)) await unlink(path).catch(() => {});
    else if (Date.now() > until) {
      throw new Failure("history-busy", "Another program is writing this workspace's history. Try again.");
    }
  }
};

const isAbandoned = async (path: string): Promise<boolean> => {
  const owner = ownerIn(await readFile(path, "utf8").catch(() => ""));
  if (owner?.thread === thread) return !held.has(owner.lock ?? "");
  if (owner) return !(await isRunning(owner));
  // The owner writes its name in the next instant, or was killed in between.
  const found = await stat(path).catch(() => null);
  return found !== null && Math.abs(Date.now() - found.mtimeMs) > UNSIGNED_MS;
};

const ownerIdentity = processIdentity.extend({
  thread: z.string().optional(),
  lock: z.string().optional(),
});

const ownerIn = (text: string) => {
  try {
    return ownerIdentity.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};
