import { constants } from "node:fs";
import { access, mkdir, realpath, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import { errnoOf } from "../base/errno.ts";
import { privateFolder } from "./path-policy.ts";

export type ProjectFolder = {
  readonly real: string;
  /** When it cannot be opened after all: takes `.satchel` away if it was made just now. */
  undo(): Promise<void>;
};

/** A folder that can be opened as a project; its `.satchel` is made ready, and kept out of git. */
export const prepareProjectFolder = async (folder: string): Promise<ProjectFolder> => {
  const found = await stat(folder).catch(() => null);
  if (!found) throw new Failure("folder-not-found", `There is no folder at ${folder}.`, { folder });
  if (!found.isDirectory())
    throw new Failure("not-a-folder", `${folder} is a file, not a folder.`, { folder });
  const own = join(folder, privateFolder);
  let made = false;
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    made = (await mkdir(own, { recursive: true })) !== undefined;
    await keepOutOfGit(join(own, ".gitignore"));
  } catch (error) {
    throw new Failure(
      "folder-not-writable",
      `${folder} cannot be written, so it cannot be opened as a project.`,
      {
        folder,
        reason: errnoOf(error),
      },
    );
  }
  const undo = async () => {
    if (made) await rm(own, { recursive: true, force: true });
  };
  return { real: await realpath(folder), undo };
};

const keepOutOfGit = async (file: string): Promise<void> => {
  try {
    await writeFile(file, "*\n", { flag: "wx" });
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error;
  }
};
