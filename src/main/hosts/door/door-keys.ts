import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { KeptFiles } from "../../base/kept-files.ts";
import { isRunning, processIdentity, processPlace, thisProcess } from "../../base/process-identity.ts";

/**
 * How a process of a user proves its identity to another one: by a secret in the user data folder, which
 * nobody else can read. A project names the socket of its owner, but a project may be untrusted: the secret
 * is sent only to a socket that this folder names, too.
 */
const doorKey = z.object({
  socket: z.string(),
  secret: z.string().min(32),
  process: processIdentity,
  place: z.string(),
});
export type DoorKey = z.output<typeof doorKey>;

const MAX_KEY_BYTES = 4096;

/** Returns a function that removes it. */
export const keepDoorKey = async (
  userData: string,
  socket: string,
  secret: string,
): Promise<() => Promise<void>> => {
  const folder = folderOf(userData);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await removeDeadKeys(folder);
  const name = nameOf(socket);
  const key: DoorKey = { socket, secret, process: thisProcess(), place: processPlace() };
  await new KeptFiles(folder).write(name, `${JSON.stringify(key)}\n`);
  return () => rm(join(folder, name), { force: true });
};

/** Null: the socket belongs to a different user, or to a Satchel with a different data folder. */
export const findDoorKey = async (userData: string, socket: string): Promise<DoorKey | null> => {
  const key = await readKey(folderOf(userData), nameOf(socket));
  return key?.socket === socket ? key : null;
};

const folderOf = (userData: string) => join(userData, "cores");

const nameOf = (socket: string) => `${createHash("sha256").update(socket).digest("hex").slice(0, 32)}.json`;

const readKey = async (folder: string, name: string): Promise<DoorKey | null> => {
  try {
    const bytes = await new KeptFiles(folder).read(name, MAX_KEY_BYTES);
    return doorKey.safeParse(JSON.parse(bytes.toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
};

/** Removes what killed processes left behind, with their sockets. */
const removeDeadKeys = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const key = await readKey(folder, name);
    if (!key || key.place !== processPlace() || (await isRunning(key.process))) continue;
    await rm(join(folder, name), { force: true });
    if (process.platform !== "win32") await rm(key.socket, { force: true });
  }
};
