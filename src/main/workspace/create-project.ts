import { readdir, readFile, rmdir, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import { clearLitter, processBegan } from "../base/clear-litter.ts";
import { makeFolder } from "../base/durable-folders.ts";
import { errnoOf } from "../base/errno.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { writeAtomic } from "../base/write-atomic.ts";
import { onDisk } from "./fs-failure.ts";
import { placeInside } from "./path-policy.ts";
import { templateCard } from "./templates.ts";

/** What creating a project added to the disk, and a function that removes exactly that. */
export type Created = {
  /** Absolute paths of the files. */
  readonly files: readonly string[];
  undo(): Promise<void>;
};

/**
 * Creates the folder and fills it from a template. Existing files are left unchanged. When a step fails,
 * everything created so far is removed.
 */
export const createProject = async (folder: string, template: string, today: Date): Promise<Created> => {
  const made = new Made();
  try {
    await onDisk(folder, () => made.folder(folder).catch((error: unknown) => notMade(folder, error)));
    const paths = await filesOf(template);
    await clearUnfinished(folder, paths);
    for (const path of paths) {
      const place = await placeInside(folder, dated(path, today));
      if (place.exists) continue;
      await onDisk(path, async () => {
        await made.folder(dirname(place.absolute));
        await made.file(place.absolute, await contentOf(join(template, path), today));
      });
    }
  } catch (error) {
    await made.undo();
    throw error;
  }
  return made;
};

/** What an earlier creation left that was killed while it wrote a file. */
const clearUnfinished = async (folder: string, paths: readonly string[]): Promise<void> => {
  const files = new KeptFiles(folder);
  // A link in place of a folder is not followed; it has no litter of ours.
  for (const inner of new Set(paths.map((path) => dirname(path))))
    await clearLitter(files, inner, processBegan(), 0).catch(() => 0);
};

/** Reports the folder that the user asked for, not the intermediate path that failed. */
const notMade = (folder: string, error: unknown): never => {
  const reason = errnoOf(error);
  if (reason === "EEXIST" || reason === "ENOTDIR") {
    throw new Failure("not-a-folder", `${folder} cannot be made: there is a file in its place or above it.`, {
      folder,
    });
  }
  if (reason !== null && ["EACCES", "EPERM", "EROFS", "ENOENT"].includes(reason)) {
    throw new Failure(
      "folder-not-writable",
      `${folder} cannot be made: the place it would be in cannot be written.`,
      { folder, reason },
    );
  }
  throw error;
};

class Made implements Created {
  readonly #files: string[] = [];
  readonly #folders: string[] = [];

  get files(): readonly string[] {
    return this.#files;
  }

  async folder(path: string): Promise<void> {
    const found = await stat(path).catch(() => null);
    if (found?.isDirectory()) return;
    const parent = dirname(path);
    if (parent !== path) await this.folder(parent);
    await makeFolder(path);
    this.#folders.push(path);
  }

  /** Written whole, and only where nothing exists; a file that appeared meanwhile stays. */
  async file(path: string, content: Uint8Array): Promise<void> {
    try {
      await writeAtomic(path, content, undefined, { exclusive: true });
    } catch (error) {
      if (errnoOf(error) === "EEXIST") return;
      throw error;
    }
    this.#files.push(path);
  }

  async undo(): Promise<void> {
    for (const file of this.#files.splice(0).reverse()) await unlink(file).catch(() => {});
    // A folder that now contains something else is not removed.
    for (const folder of this.#folders.splice(0).reverse()) await rmdir(folder).catch(() => {});
  }
}

const filesOf = async (template: string): Promise<string[]> => {
  const entries = await readdir(template, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(template.length + 1)
        .replaceAll("\\", "/"),
    )
    .filter((path) => path !== templateCard)
    .sort();
};

/** In a template `today-3.md` and `{{today-3}}` mean the date three days ago, so that notes are recent. */
const contentOf = async (file: string, today: Date): Promise<Uint8Array> => {
  const bytes = await readFile(file);
  if (!/\.(md|yaml|jsonl)$/.test(file)) return bytes;
  const text = bytes.toString("utf8");
  return Buffer.from(
    text.replaceAll(/\{\{today(?:-(\d+))?\}\}/g, (_, days?: string) => dayBefore(today, days)),
  );
};

const dated = (path: string, today: Date): string =>
  path.replace(
    /(^|\/)today(?:-(\d+))?\.md$/,
    (_, slash: string, days?: string) => `${slash}${dayBefore(today, days)}.md`,
  );

/** `YYYY-MM-DD` in the user's time zone. */
const dayBefore = (today: Date, days = "0"): string => {
  const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() - Number(days));
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
};

const two = (number: number): string => String(number).padStart(2, "0");
