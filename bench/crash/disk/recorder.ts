import {
  appendFileSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { threadId } from "node:worker_threads";
import type { DiskNote, DiskSetup } from "./setup.ts";

/** Bound before anything is patched. */
const real = {
  appendFileSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
};

/**
 * Records file calls before they happen, so that a power cut can take back those that no sync made durable. What a
 * call replaces or removes is kept under another name: a hard link, which costs nothing.
 */
export class Recorder {
  readonly #below: string;
  readonly #saved: string;
  readonly #log: number;
  #count = 0;

  constructor({ below, log, saved }: NonNullable<DiskSetup["recorded"]>) {
    this.#below = resolve(below);
    this.#saved = saved;
    real.mkdirSync(saved, { recursive: true });
    this.#log = real.openSync(log, "a");
  }

  covers(path: unknown): path is string {
    return typeof path === "string" && resolve(path).startsWith(`${this.#below}/`);
  }

  /** A name that is about to appear, unless it exists. */
  creating(path: string): void {
    if (this.#inodeOf(path) === null) this.#note({ kind: "create", n: this.#next(), path: resolve(path) });
  }

  /** Folders that are about to appear, the outermost first. */
  makingFolders(path: string, recursive: boolean): void {
    const missing: string[] = [];
    for (let at = resolve(path); !real.existsSync(at); at = dirname(at)) {
      missing.unshift(at);
      if (!recursive) break;
    }
    for (const each of missing) this.#note({ kind: "folder", n: this.#next(), path: each });
  }

  renaming(from: string, to: string): void {
    const inode = this.#inodeOf(from);
    if (inode === null) return;
    const n = this.#next();
    const saved = this.#keep(to, n);
    this.#note({ kind: "rename", n, from: resolve(from), path: resolve(to), inode, saved });
  }

  /** Takes the place of a removal: what is removed stays under another name. False: the caller does it. */
  remove(path: string, recursive: boolean): boolean {
    const found = real.lstatSync(path, { throwIfNoEntry: false });
    if (!found || (found.isDirectory() && !recursive)) return false;
    const n = this.#next();
    const saved = join(this.#saved, n);
    this.#note({ kind: "remove", n, path: resolve(path), saved });
    real.renameSync(path, saved);
    return true;
  }

  writing(inode: string, size: number): void {
    this.#note({ kind: "write", inode, size });
  }

  overwriting(inode: string, path: string): void {
    const saved = join(this.#saved, this.#next());
    real.copyFileSync(path, saved);
    this.#note({ kind: "overwrite", inode, saved });
  }

  synced(inode: string): void {
    this.#note({ kind: "sync", inode });
  }

  syncedFolder(path: string): void {
    this.#note({ kind: "sync-folder", path: resolve(path) });
  }

  lostSync(): void {
    this.#note({ kind: "lost-sync" });
  }

  #keep(path: string, n: string): string | null {
    const saved = join(this.#saved, n);
    const found = real.lstatSync(path, { throwIfNoEntry: false });
    if (!found?.isFile()) return null;
    real.linkSync(path, saved);
    return saved;
  }

  #inodeOf(path: string): string | null {
    const found = real.lstatSync(path, { throwIfNoEntry: false });
    return found ? String(found.ino) : null;
  }

  #next(): string {
    this.#count += 1;
    return `${process.pid}-${threadId}-${this.#count}`;
  }

  #note(note: DiskNote): void {
    real.writeSync(this.#log, `${JSON.stringify(note)}\n`);
  }
}
