import { cp, lstat, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import { makeFolder, syncFile, syncFolder } from "../base/durable-folders.ts";
import { errnoOf } from "../base/errno.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { syncMoved, writeAtomic } from "../base/write-atomic.ts";
import { onDisk } from "./fs-failure.ts";
import { privateFolder } from "./path-policy.ts";
import type { Layer, Target } from "./roots.ts";

/**
 * Where a removed thing came from, kept beside it so that it can go back after a restart. `group` names what several
 * entries belong to (a conversation has several files), `about` is what its owner needs to bring it back.
 */
const record = z.object({
  path: z.string(),
  layer: z.enum(["base", "overlay"]),
  name: z.string(),
  at: z.string().max(40).optional(),
  group: z.string().max(300).optional(),
  about: z.string().max(20_000).optional(),
});

export type Trashed = {
  readonly path: string;
  readonly layer: Layer;
  readonly content: string;
  readonly group: string | null;
  readonly about: string | null;
};

export type TrashEntry = Omit<Trashed, "content"> & {
  readonly id: string;
  readonly kind: "file" | "folder";
  /** ISO 8601. */
  readonly at: string;
  readonly bytes: number;
};

/** What belongs to the same removed thing, and what its owner needs to bring it back. */
export type TrashGroup = { readonly group: string; readonly about: string };

export type TrashLimits = { readonly days: number; readonly bytes: number };

/** The project's own trash: `.satchel/trash/<id>/`. */
export class Trash {
  readonly #files: KeptFiles;

  constructor(project: string) {
    this.#files = new KeptFiles(project);
  }

  get #folder(): string {
    return this.#files.requireFolder(TRASH);
  }

  /** Moves it in; the id brings it back. */
  put(target: Target, id: string, at: Date, group: TrashGroup | null = null): Promise<void> {
    return onDisk(target.path, async () => {
      const place = join(this.#folder, id);
      const name = basename(target.entry);
      await makeFolder(join(place, "content"), 0o700);
      const from = { path: target.path, layer: target.layer, name, at: at.toISOString(), ...group };
      await writeAtomic(join(place, RECORD), JSON.stringify(from), 0o600);
      try {
        await move(target.entry, join(place, "content", name));
      } catch (error) {
        await rm(place, { recursive: true, force: true });
        throw error;
      }
    });
  }

  async find(id: string): Promise<Trashed> {
    const found = await this.#record(id);
    if (found) return found;
    throw new Failure("not-found", "This is no longer in the trash.", { undo: id });
  }

  /** Moves it to a free place and forgets it. */
  restore(id: string, trashed: Trashed, to: string): Promise<void> {
    return onDisk(trashed.path, async () => {
      await makeFolder(dirname(to));
      await move(trashed.content, to);
      await rm(join(this.#folder, id), { recursive: true, force: true });
    });
  }

  /** Newest first. What a crash left without content is cleared away. */
  async list(): Promise<readonly TrashEntry[]> {
    const entries: TrashEntry[] = [];
    for (const { name: id, kind } of await this.#files.list(TRASH)) {
      if (kind !== "folder" || entries.length >= MAX_LISTED) continue;
      const trashed = await this.#record(id);
      const found = trashed && (await lstat(trashed.content).catch(() => null));
      if (!found) {
        // With a record that cannot be read, what is there may be the only copy of a file.
        if (await this.#isEmpty(id)) await this.remove(id);
        continue;
      }
      const { path, layer, group, about } = trashed;
      entries.push({
        id,
        path,
        layer,
        group,
        about,
        kind: found.isDirectory() ? "folder" : "file",
        at: trashed.at ?? found.ctime.toISOString(),
        bytes: await sizeOf(trashed.content),
      });
    }
    return entries.toSorted((a, b) => b.at.localeCompare(a.at));
  }

  /** For good. */
  async remove(id: string): Promise<void> {
    if (basename(id) !== id || id === "" || id.startsWith(".")) return;
    await rm(join(this.#folder, id), { recursive: true, force: true });
  }

  /** What is older than the limit goes, then the oldest until the rest fits. */
  async prune({ days, bytes }: TrashLimits, now: Date): Promise<number> {
    const young = now.getTime() - days * DAY_MS;
    let used = 0;
    let removed = 0;
    for (const entry of await this.list()) {
      used += entry.bytes;
      if (Date.parse(entry.at) >= young && used <= bytes) continue;
      used -= entry.bytes;
      await this.remove(entry.id);
      removed += 1;
    }
    return removed;
  }

  async #record(id: string): Promise<(Trashed & { readonly at: string | undefined }) | null> {
    if (basename(id) !== id || id === "" || id.startsWith(".")) return null;
    const text = await this.#files.read(`${TRASH}/${id}/${RECORD}`, MAX_RECORD_BYTES).catch(() => null);
    const parsed = record.safeParse(jsonOf(text?.toString("utf8") ?? ""));
    if (!parsed.success || !isName(parsed.data.name)) return null;
    const { path, layer, name, at, group = null, about = null } = parsed.data;
    // A link in its place would move a file from elsewhere into the project.
    if (this.#files.look(contentOf(id)) !== "folder") return null;
    return { path, layer, at, group, about, content: join(this.#folder, id, "content", name) };
  }

  async #isEmpty(id: string): Promise<boolean> {
    const found = this.#files.look(contentOf(id));
    return found === null || (found === "folder" && (await this.#files.list(contentOf(id))).length === 0);
  }
}

const TRASH = `${privateFolder}/trash`;
const RECORD = "from.json";
const contentOf = (id: string): string => `${TRASH}/${id}/content`;
const isName = (name: string): boolean => basename(name) === name && !["", ".", ".."].includes(name);
/** A path, its name and what its owner keeps with it. */
const MAX_RECORD_BYTES = 64 * 1024;
const MAX_LISTED = 10_000;
/** Files of a removed folder that are measured; past it the size is a lower bound. */
const MAX_MEASURED = 20_000;
const DAY_MS = 86_400_000;

const sizeOf = async (content: string): Promise<number> => {
  const folders = [content];
  let bytes = 0;
  let count = 0;
  for (let at = folders.pop(); at !== undefined && count < MAX_MEASURED; at = folders.pop()) {
    const found = await lstat(at).catch(() => null);
    count += 1;
    if (found?.isDirectory()) {
      const inside = at;
      folders.push(...(await readdir(at).catch(() => [])).map((name) => join(inside, name)));
    } else bytes += found?.size ?? 0;
  }
  return bytes;
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Also between disks: an overlay may be on another one than the project. */
const move = async (from: string, to: string): Promise<void> => {
  try {
    await rename(from, to);
    await syncMoved(from, to);
  } catch (error) {
    if (errnoOf(error) !== "EXDEV") throw error;
    await cp(from, to, { recursive: true, errorOnExist: true, force: false, verbatimSymlinks: true });
    await syncAll(to);
    await syncFolder(dirname(to));
    await rm(from, { recursive: true });
  }
};

/** What was copied is on the disk before the original is removed. */
const syncAll = async (path: string): Promise<void> => {
  const found = await lstat(path);
  if (found.isFile()) await syncFile(path);
  if (!found.isDirectory()) return;
  for (const name of await readdir(path)) await syncAll(join(path, name));
  await syncFolder(path);
};
