import { open, readFile, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "#shared/contract/index.ts";
import { makeFolder } from "../base/durable-folders.ts";
import { errnoOf } from "../base/errno.ts";
import { isRunning, processIdentity, thisProcess } from "../base/process-identity.ts";

/** How long a process waits for the lock of a different process. */
const PATIENCE_MS = 15_000;

/** How long a lock may exist without a readable owner. */
const UNSIGNED_MS = 2_000;

/**
 * Runs the work while no other process changes the history. The lock names its owner, so that one left by a
 * process that was killed is recognised, even when its process id was reused.
 */
export const withRepoLock = async <T>(gitdir: string, work: () => Promise<T>): Promise<T> => {
  const path = join(gitdir, "satchel.lock");
  await makeFolder(gitdir);
  await take(path);
  try {
    return await work();
  } finally {
    await unlink(path).catch(() => {});
  }
};

const take = async (path: string) => {
  for (const until = Date.now() + PATIENCE_MS; ; await wait(25)) {
    try {
      const file = await open(path, "wx");
      await file.writeFile(JSON.stringify(thisProcess()));
      await file.close();
      return;
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
  if (owner) return !(await isRunning(owner));
  // The owner writes its name in the next instant, or was killed in between.
  const found = await stat(path).catch(() => null);
  return found !== null && Math.abs(Date.now() - found.mtimeMs) > UNSIGNED_MS;
};

const ownerIn = (text: string) => {
  try {
    return processIdentity.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};
