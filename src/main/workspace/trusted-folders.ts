import { randomBytes } from "node:crypto";
import { lstat, realpath } from "node:fs/promises";
import { z } from "zod";
import { KeptFile } from "../base/kept-file.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import { privateFolder } from "./path-policy.ts";

export const folderTrust = z.enum(["trusted", "restricted"]);
export type FolderTrust = z.output<typeof folderTrust>;

const record = z.object({
  /** Real path. */
  folder: z.string(),
  /** The folder's number on its disk. */
  inode: z.string(),
  /** The random text in the folder's own `.satchel/trust-id`, which a folder from elsewhere cannot have. */
  id: z.string(),
  trust: folderTrust,
  at: z.string(),
});
export type TrustRecord = z.output<typeof record>;

const stored = z.object({ version: z.literal(1), folders: z.array(record) });

const ID_PATH = `${privateFolder}/trust-id`;
const MAX_ID_BYTES = 256;
const MAX_LIST_BYTES = 4 * 1024 * 1024;
const MAX_FOLDERS = 2_000;

/**
 * The folders that the user trusts, and those they opened without trust: `trust.json` in the user's data folder. A
 * project cannot bring it. A record holds for the same folder at the same path only: a folder that was replaced has
 * a different number on its disk or lacks the id, and counts as unknown.
 */
export class TrustedFolders {
  readonly #userData: string;
  readonly #writes = new OneAtATime();
  #opened: KeptFile | null = null;

  constructor(userData: string) {
    this.#userData = userData;
  }

  /** Opened when it is first needed: the doctor must be able to say that the user's data folder is broken. */
  get #file(): KeptFile {
    return (this.#opened ??= new KeptFile(KeptFiles.inUserData(this.#userData), "trust.json"));
  }

  /** Newest first. An unreadable file trusts nothing. */
  async list(): Promise<readonly TrustRecord[]> {
    try {
      return stored.parse(JSON.parse((await this.#file.text(MAX_LIST_BYTES)) ?? "")).folders;
    } catch {
      return [];
    }
  }

  /** What the user said about this folder; null when nothing is known. */
  async of(folder: string): Promise<FolderTrust | null> {
    const real = await realpath(folder).catch(() => null);
    const found = real === null ? undefined : (await this.list()).find((each) => each.folder === real);
    if (!found || real === null) return null;
    const { inode, id } = await identityOf(real);
    // A folder that was opened without trust stays so, also when it was replaced.
    if (found.trust === "restricted") return "restricted";
    return found.inode === inode && found.id === id ? "trusted" : null;
  }

  /** The folder must have a `.satchel` of its own by now. */
  set(folder: string, trust: FolderTrust, now: Date): Promise<void> {
    return this.#writes.run(async () => {
      const real = await realpath(folder);
      const { inode, id: known } = await identityOf(real);
      // A new id each time: one that came with the folder says nothing.
      const id = trust === "trusted" ? randomBytes(16).toString("hex") : known;
      if (trust === "trusted") await new KeptFiles(real).write(ID_PATH, `${id}\n`);
      const others = (await this.list()).filter((each) => each.folder !== real);
      await this.#write([{ folder: real, inode, id, trust, at: now.toISOString() }, ...others]);
    });
  }

  /** The folder is unknown again. */
  forget(folder: string): Promise<void> {
    return this.#writes.run(async () => {
      await this.#write((await this.list()).filter((each) => each.folder !== folder));
    });
  }

  #write(folders: readonly TrustRecord[]): Promise<void> {
    const kept = { version: 1, folders: folders.slice(0, MAX_FOLDERS) };
    return this.#file.write(`${JSON.stringify(kept, null, 2)}\n`);
  }
}

const identityOf = async (real: string): Promise<{ readonly inode: string; readonly id: string }> => {
  const { ino } = await lstat(real, { bigint: true });
  const id = await new KeptFile(new KeptFiles(real), ID_PATH).text(MAX_ID_BYTES).catch(() => null);
  return { inode: ino.toString(), id: id?.trim() ?? "" };
};
