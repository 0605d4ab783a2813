import { constants } from "node:fs";
import { access, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import { errnoOf } from "../base/errno.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { lookAtFolder } from "./look-at-folder.ts";
import { privateFolder } from "./path-policy.ts";
import type { FolderLook } from "./recognise-folder.ts";

export type ProjectFolder = {
  readonly real: string;
  /** Read before Satchel created its own folder in it. */
  readonly look: FolderLook;
  /** When the project cannot be opened after all: removes `.satchel` if it was created just now. */
  undo(): Promise<void>;
};

/** Prepares a folder to be opened as a project: its `.satchel` is created and excluded from git. */
export const prepareProjectFolder = async (folder: string): Promise<ProjectFolder> => {
  const { look, real } = await lookAtProjectFolder(folder);
  const files = new KeptFiles(real);
  const own = join(real, privateFolder);
  let made = false;
  const undo = async () => {
    if (made) await rm(own, { recursive: true, force: true });
  };
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    made = files.look(privateFolder) === null;
    files.makeFolderSync(privateFolder);
    await keepOutOfGit(files);
    for (const name of DATABASE_FILES) await files.separate(`${privateFolder}/${name}`);
  } catch (error) {
    await undo();
    throw notWritable(folder, errnoOf(error));
  }
  return { real, look, undo };
};

const notWritable = (folder: string, reason: string | null): Failure =>
  reason === "ENOSPC" || reason === "EDQUOT"
    ? new Failure(
        "disk-full",
        `The disk of ${folder} is full, so it cannot be opened. Nothing was changed.`,
        {
          folder,
        },
      )
    : new Failure(
        "folder-not-writable",
        `${folder} cannot be written. Satchel keeps its own folder (${privateFolder}) in a folder that it opens; copy this one to a place that can be written, or change its permissions.`,
        { folder, reason },
      );

/** Whether a folder could not be prepared because the system lets nobody, or not this user, write into it. */
export const isNotPermitted = (error: unknown): boolean => {
  if (!(error instanceof Failure) || error.code !== "folder-not-writable") return false;
  const { detail } = error;
  return (
    typeof detail === "object" &&
    detail !== null &&
    "reason" in detail &&
    NOT_PERMITTED.has(String(detail.reason))
  );
};

const NOT_PERMITTED: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS"]);

/** The same for a folder that a different process prepared: nothing is written. */
export const lookAtProjectFolder = async (folder: string): Promise<ProjectFolder> => {
  const found = await stat(folder).catch(() => null);
  if (!found) throw new Failure("folder-not-found", `The folder ${folder} does not exist.`, { folder });
  if (!found.isDirectory())
    throw new Failure("not-a-folder", `${folder} is a file, not a folder.`, { folder });
  const files = new KeptFiles(folder);
  if (files.look(privateFolder) === "file") throw notWritable(folder, "EEXIST");
  requireOwn(files);
  return { look: await lookAtFolder(folder), real: files.root, undo: async () => {} };
};

/**
 * Nothing in Satchel's own folder may be a link: the database, its backups and the versions are written
 * unattended. SQLite and git open these files themselves, so they are checked before.
 */
const requireOwn = (files: KeptFiles): void => {
  for (const name of ["backup", "history", "profiles", "trash", "agents", "notes", "versions", "owner"]) {
    files.requireFolder(`${privateFolder}/${name}`);
  }
  const backup = `${privateFolder}/backup`;
  // Earlier generations, and what restores added.
  const inner = new Set([`${backup}/kept`, `${backup}/undo`]);
  const earlier = files.namesSync(`${backup}/kept`).map((name) => `${backup}/kept/${name}`);
  for (const folder of [backup, `${backup}/undo`, ...earlier]) {
    for (const name of files.namesSync(folder)) {
      if (!inner.has(`${folder}/${name}`)) files.requirePlain(`${folder}/${name}`);
    }
  }
  for (const name of [".gitignore", ...DATABASE_FILES]) {
    files.requirePlain(`${privateFolder}/${name}`);
  }
};

const DATABASE_FILES = [
  "index.db",
  "index.db-wal",
  "index.db-shm",
  "index.db-journal",
  "index.db-signs",
] as const;

const keepOutOfGit = async (files: KeptFiles): Promise<void> => {
  try {
    const file = await files.open(`${privateFolder}/.gitignore`, "new");
    try {
      await file.writeFile("*\n");
    } finally {
      await file.close();
    }
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error;
  }
};
