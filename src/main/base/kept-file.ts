import type { BigIntStats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { errnoOf } from "./errno.ts";
import type { KeptEntry, KeptFiles } from "./kept-files.ts";

/** One folder of those that Satchel keeps in a project. */
export class KeptFolder {
  readonly files: KeptFiles;
  /** From the root, `/` between names. */
  readonly path: string;

  constructor(files: KeptFiles, path: string) {
    this.files = files;
    this.path = path;
  }

  file(name: string): KeptFile {
    return new KeptFile(this.files, `${this.path}/${name}`);
  }

  folder(name: string): KeptFolder {
    return new KeptFolder(this.files, `${this.path}/${name}`);
  }

  list(): Promise<readonly KeptEntry[]> {
    return this.files.list(this.path);
  }

  /** Fails unless it is a real folder or missing. */
  require(): void {
    this.files.requireFolder(this.path);
  }
}

/** One file of those that Satchel keeps in a project. */
export class KeptFile {
  readonly files: KeptFiles;
  /** From the root, `/` between names. */
  readonly path: string;

  constructor(files: KeptFiles, path: string) {
    this.files = files;
    this.path = path;
  }

  /** Its text; null when there is no file. */
  async text(maxBytes: number): Promise<string | null> {
    try {
      return (await this.files.read(this.path, maxBytes)).toString("utf8");
    } catch (error) {
      if (errnoOf(error) === "ENOENT") return null;
      throw error;
    }
  }

  /** Null when there is no plain file. */
  stat(): BigIntStats | null {
    return this.files.stat(this.path);
  }

  /** Fails unless it is a plain file or missing. */
  require(): void {
    this.files.requirePlain(this.path);
  }

  /** The caller closes it. */
  open(how: "append" | "new"): Promise<FileHandle> {
    return this.files.open(this.path, how);
  }

  /** Replaces it as a whole. */
  write(text: string): Promise<void> {
    return this.files.write(this.path, text);
  }

  /** Gives it another name in the same folder: its own with an ending. */
  async renameWith(ending: string): Promise<void> {
    await this.files.rename(this.path, this.path + ending);
  }

  remove(): Promise<void> {
    return this.files.remove(this.path);
  }
}

/** Fails when anything in a folder, at any depth, is a link or special. For what other programs open by themselves. */
export const requireNoLinks = async (folder: KeptFolder): Promise<void> => {
  for (const { name, kind } of await folder.list()) {
    if (kind === "folder") await requireNoLinks(folder.folder(name));
    else if (kind === "other") folder.file(name).require();
  }
};
