import type { BigIntStats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { errnoOf } from "./errno.ts";
import type { KeptEntry, KeptFiles } from "./kept-files.ts";

/** One of the folders that Satchel keeps in a project. */
export class KeptFolder {
  readonly files: KeptFiles;
  /** Relative to the root, with `/` between names. */
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

  /** Fails unless the path is a real folder or does not exist. */
  require(): void {
    this.files.requireFolder(this.path);
  }
}

/** One of the files that Satchel keeps in a project. */
export class KeptFile {
  readonly files: KeptFiles;
  /** Relative to the root, with `/` between names. */
  readonly path: string;

  constructor(files: KeptFiles, path: string) {
    this.files = files;
    this.path = path;
  }

  /** The file's text; null when the file does not exist. */
  async text(maxBytes: number): Promise<string | null> {
    return (await this.bytes(maxBytes))?.toString("utf8") ?? null;
  }

  /** The same, as it is. */
  async bytes(maxBytes: number): Promise<Buffer | null> {
    try {
      return await this.files.read(this.path, maxBytes);
    } catch (error) {
      if (errnoOf(error) === "ENOENT") return null;
      throw error;
    }
  }

  /** Null when there is no regular file. */
  stat(): BigIntStats | null {
    return this.files.stat(this.path);
  }

  /** Fails unless the path is a regular file or does not exist. */
  require(): void {
    this.files.requirePlain(this.path);
  }

  /** The caller must close the file. */
  open(how: "append" | "new"): Promise<FileHandle> {
    return this.files.open(this.path, how);
  }

  /** Replaces the whole file. */
  write(content: string | Uint8Array): Promise<void> {
    return this.files.write(this.path, content);
  }

  /** Renames the file within its folder by adding an ending to its name. */
  async renameWith(ending: string): Promise<void> {
    await this.files.rename(this.path, this.path + ending);
  }

  remove(): Promise<void> {
    return this.files.remove(this.path);
  }
}

/**
 * Fails when anything in a folder, at any depth, is a link or a special file. For folders that other programs
 * open on their own.
 */
export const requireNoLinks = async (folder: KeptFolder): Promise<void> => {
  for (const { name, kind } of await folder.list()) {
    if (kind === "folder") await requireNoLinks(folder.folder(name));
    else if (kind === "other") folder.file(name).require();
  }
};
