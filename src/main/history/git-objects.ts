import { createHash } from "node:crypto";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import * as git from "isomorphic-git";
import { makeFolder } from "../base/durable-folders.ts";
import { errnoOf } from "../base/errno.ts";
import { writeAtomic, type WriteDisk } from "../base/write-atomic.ts";

/** A file in a commit. */
export type Entry = { readonly oid: string; readonly mode: "100644" | "100755" };
/** Files by workspace-relative path. */
export type Snapshot = ReadonlyMap<string, Entry>;

export type CommitFacts = {
  readonly id: string;
  readonly tree: string;
  readonly parent: string | null;
  readonly message: string;
  /** Seconds since 1970. */
  readonly at: number;
};

const branch = "refs/heads/main";

/**
 * The object store of one history. Files appear whole or not at all, so a process killed at any moment leaves
 * a usable store: git's own loose objects, written by isomorphic-git, would be left half-written and then
 * treated as complete.
 */
export class GitObjects {
  readonly gitdir: string;
  readonly #git: { fs: { promises: typeof fs }; gitdir: string };
  /** Trees are named by their content, so a cached tree never becomes outdated. */
  readonly #trees = new Map<string, readonly TreeItem[]>();

  readonly #disk: WriteDisk;
  readonly #write: (path: string, data: string | Uint8Array) => Promise<void>;

  constructor(gitdir: string, disk: WriteDisk) {
    this.gitdir = gitdir;
    this.#disk = disk;
    this.#write = (path, data) => writeAtomic(path, data, undefined, { disk });
    this.#git = { fs: wholeFiles(this.#write, disk), gitdir };
  }

  /** Turns the folder into a repository; does nothing if it already is one. */
  async prepare(): Promise<void> {
    await makeFolder(join(this.gitdir, "objects"), undefined, this.#disk);
    await makeFolder(join(this.gitdir, "refs", "heads"), undefined, this.#disk);
    const config = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n";
    for (const [name, text] of [
      ["config", config],
      ["HEAD", `ref: ${branch}\n`],
    ] as const) {
      const found = await fs.stat(join(this.gitdir, name)).catch(() => null);
      if (!found) await this.#write(join(this.gitdir, name), text);
    }
  }

  /** The newest commit; null before the first. */
  async head(): Promise<string | null> {
    const text = await fs.readFile(join(this.gitdir, branch), "utf8").catch((error: unknown) => {
      if (errnoOf(error) === "ENOENT") return "";
      throw error;
    });
    return text.trim() || null;
  }

  async commit(facts: Omit<CommitFacts, "id">, minutesWest: number): Promise<string> {
    const who = {
      name: "Satchel",
      email: "satchel@localhost",
      timestamp: facts.at,
      timezoneOffset: minutesWest,
    };
    const id = await git.writeCommit({
      ...this.#git,
      commit: {
        message: `${facts.message}\n`,
        tree: facts.tree,
        parent: facts.parent ? [facts.parent] : [],
        author: who,
        committer: who,
      },
    });
    await this.#write(join(this.gitdir, branch), `${id}\n`);
    return id;
  }

  async readCommit(id: string): Promise<CommitFacts> {
    const { commit } = await git.readCommit({ ...this.#git, oid: id });
    const { tree, parent, message, committer } = commit;
    return { id, tree, parent: parent[0] ?? null, message: message.trimEnd(), at: committer.timestamp };
  }

  async readBlob(oid: string): Promise<Uint8Array> {
    return (await git.readBlob({ ...this.#git, oid })).blob;
  }

  async writeBlob(bytes: Uint8Array): Promise<string> {
    return git.writeBlob({ ...this.#git, blob: bytes });
  }

  async readTree(oid: string): Promise<readonly TreeItem[]> {
    const known = this.#trees.get(oid);
    if (known) return known;
    const { tree } = await git.readTree({ ...this.#git, oid });
    const items = tree.map(({ path, oid, mode, type }) => ({
      name: path,
      oid,
      mode,
      folder: type === "tree",
    }));
    if (this.#trees.size > 5000) this.#trees.clear();
    this.#trees.set(oid, items);
    return items;
  }

  /** Writes the folders of a snapshot and returns the root's id. */
  async writeTree(files: Snapshot): Promise<string> {
    const folders = new Map<string, Map<string, Entry>>();
    const here: { path: string; oid: string; mode: string; type: "blob" | "tree" }[] = [];
    for (const [path, entry] of files) {
      const slash = path.indexOf("/");
      if (slash === -1) here.push({ path, oid: entry.oid, mode: entry.mode, type: "blob" });
      else {
        const name = path.slice(0, slash);
        const inner = folders.get(name) ?? new Map<string, Entry>();
        folders.set(name, inner.set(path.slice(slash + 1), entry));
      }
    }
    for (const [path, inner] of folders) {
      here.push({ path, oid: await this.writeTree(inner), mode: "040000", type: "tree" });
    }
    return git.writeTree({ ...this.#git, tree: here });
  }

  /** Every file of a tree. */
  async flatten(oid: string, prefix = "", into = new Map<string, Entry>()): Promise<Map<string, Entry>> {
    for (const item of await this.readTree(oid)) {
      const path = prefix + item.name;
      if (item.folder) await this.flatten(item.oid, `${path}/`, into);
      else into.set(path, { oid: item.oid, mode: item.mode === "100755" ? "100755" : "100644" });
    }
    return into;
  }

  /** The entry at a path of a tree, file or folder; null when there is none. */
  async entryAt(tree: string, path: string): Promise<TreeItem | null> {
    let at: TreeItem | null = { name: "", oid: tree, mode: "040000", folder: true };
    for (const name of path.split("/").filter(Boolean)) {
      if (!at?.folder) return null;
      at = (await this.readTree(at.oid)).find((item) => item.name === name) ?? null;
    }
    return at;
  }

  /** The number of files that differ. Folders with the same id are skipped. */
  async countChanges(before: string | null, after: string | null): Promise<number> {
    if (before === after) return 0;
    const old = new Map((before ? await this.readTree(before) : []).map((item) => [item.name, item]));
    const now = new Map((after ? await this.readTree(after) : []).map((item) => [item.name, item]));
    let changes = 0;
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      const [a, b] = [old.get(name), now.get(name)];
      if (a?.oid === b?.oid && a?.mode === b?.mode) continue;
      if (a?.folder || b?.folder) {
        changes += await this.countChanges(a?.folder ? a.oid : null, b?.folder ? b.oid : null);
      }
      if ((a && !a.folder) || (b && !b.folder)) changes += 1;
    }
    return changes;
  }
}

/** Node's file system, changed so that files appear whole. */
const wholeFiles = (
  writeFile: (path: string, data: string | Uint8Array) => Promise<void>,
  { mkdir }: WriteDisk,
) => ({ promises: { ...fs, writeFile, mkdir } as typeof fs });

type TreeItem = {
  readonly name: string;
  readonly oid: string;
  readonly mode: string;
  readonly folder: boolean;
};

/** The id that git computes for a file's bytes. */
export const blobId = (bytes: Uint8Array): string =>
  createHash("sha1").update(`blob ${bytes.byteLength}\0`).update(bytes).digest("hex");
