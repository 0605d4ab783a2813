import { mkdir, open, readFile, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "#shared/contract/index.ts";
import { errnoOf } from "../../base/errno.ts";

/** How long one process waits for another, in milliseconds. */
const patience = 15_000;

/** How long a lock may stay without an owner, in milliseconds. */
const unsignedFor = 2_000;

/**
 * Does the work while no other process changes the history. The lock names its owner, `<pid>:<start>`, so
 * that one left by a process that was killed is recognised, also when its number was given out again.
 */
export const withRepoLock = async <T>(gitdir: string, owner: string, work: () => Promise<T>): Promise<T> => {
  const path = join(gitdir, "satchel.lock");
  await mkdir(gitdir, { recursive: true });
  await take(path, owner);
  try {
    return await work();
  } finally {
    await unlink(path).catch(() => {});
  }
};

const take = async (path: string, owner: string) => {
  for (const until = Date.now() + patience; ; await wait(25)) {
    try {
      const file = await open(path, "wx");
      await file.writeFile(owner);
      await file.close();
      return;
    } catch (error) {
      if (errnoOf(error) !== "EEXIST") throw error;
    }
    if (await isAbandoned(path, owner)) await unlink(path).catch(() => {});
    else if (Date.now() > until) {
      throw new Failure("history-busy", "Another program is writing this workspace's history. Try again.");
    }
  }
};

const isAbandoned = async (path: string, me: string): Promise<boolean> => {
  const held = await readFile(path, "utf8").catch(() => "");
  const pid = Number(held.split(":")[0]);
  // Signed in the next instant, or its owner was killed in between.
  if (held === "") {
    const found = await stat(path).catch(() => null);
    return found !== null && Date.now() - found.mtimeMs > unsignedFor;
  }
  if (held.split(":")[0] === me.split(":")[0]) return held !== me;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errnoOf(error) === "ESRCH";
  }
};
