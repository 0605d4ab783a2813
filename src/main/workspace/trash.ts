import { cp, lstat, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import { errnoOf } from "../base/errno.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { onDisk } from "./fs-failure.ts";
import { privateFolder } from "./path-policy.ts";
import type { Layer, Target } from "./roots.ts";

/** The original path of a removed entry, stored beside it so that it can be restored after a restart. */
const record = z.object({ path: z.string(), layer: z.enum(["base", "overlay"]), name: z.string() });

export type Trashed = { readonly path: string; readonly layer: Layer; readonly content: string };

/** The project's own trash, for hosts whose system has none: `.satchel/trash/<id>/`. */
export class Trash {
  readonly #files: KeptFiles;

  constructor(project: string) {
    this.#files = new KeptFiles(project);
  }

  get #folder(): string {
    return this.#files.requireFolder(TRASH);
  }

  /** Moves an entry in; the id restores it. */
  put(target: Target, id: string): Promise<void> {
    return onDisk(target.path, async () => {
      const place = join(this.#folder, id);
      const name = basename(target.entry);
      await mkdir(place, { recursive: true, mode: 0o700 });
      await writeFile(
        join(place, "from.json"),
        JSON.stringify({ path: target.path, layer: target.layer, name }),
      );
      await mkdir(join(place, "content"));
      try {
        await move(target.entry, join(place, "content", name));
      } catch (error) {
        await rm(place, { recursive: true, force: true });
        throw error;
      }
    });
  }

  async find(id: string): Promise<Trashed> {
    const place = join(this.#folder, basename(id));
    const text = await this.#files
      .read(`${TRASH}/${basename(id)}/from.json`, MAX_RECORD_BYTES)
      .catch(() => null);
    if (text === null || basename(id) !== id) {
      throw new Failure("not-found", "This is no longer in the trash.", { undo: id });
    }
    const { path, layer, name } = record.parse(JSON.parse(text.toString("utf8")));
    return { path, layer, content: join(place, "content", name) };
  }

  /** Moves it to a free path and removes its record. */
  restore(id: string, trashed: Trashed, to: string): Promise<void> {
    return onDisk(trashed.path, async () => {
      await mkdir(dirname(to), { recursive: true });
      await move(trashed.content, to);
      await rm(join(this.#folder, id), { recursive: true, force: true });
    });
  }
}

const TRASH = `${privateFolder}/trash`;
/** A path and its name. */
const MAX_RECORD_BYTES = 64 * 1024;

/** Also across disks: an overlay may be on a different one than the project. */
const move = async (from: string, to: string): Promise<void> => {
  try {
    await rename(from, to);
  } catch (error) {
    if (errnoOf(error) !== "EXDEV") throw error;
    await cp(from, to, { recursive: true, errorOnExist: true, force: false, verbatimSymlinks: true });
    await lstat(to);
    await rm(from, { recursive: true });
  }
};
