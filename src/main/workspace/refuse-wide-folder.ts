import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, parse, resolve } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import { contains } from "./path-policy.ts";

/** Resolves a folder as a user types it: `~` is their home. */
export const typedFolder = (folder: string): string => {
  const typed = folder.trim();
  return typed === "~" || /^~[/\\]/.test(typed) ? resolve(homedir(), `.${typed.slice(1)}`) : resolve(typed);
};

/** Refuses a folder that contains far more than anyone means to open, before anything is written into it. */
export const refuseWideFolder = async (folder: string): Promise<void> => {
  const home = await realOrSelf(homedir());
  const real = await realOrSelf(folder);
  const instead = "Open a folder in it instead, for example the one with your notes.";
  if (real === parse(real).root) {
    throw new Failure("folder-too-wide", `${folder} is the whole disk. ${instead}`, { folder });
  }
  if (real === home) {
    throw new Failure("folder-too-wide", `${folder} is your home folder. ${instead}`, { folder });
  }
  if (contains(real, dirname(home))) {
    throw new Failure("folder-too-wide", `${folder} holds the home folders of this computer. ${instead}`, {
      folder,
    });
  }
};

const realOrSelf = (path: string): Promise<string> => realpath(path).catch(() => path);
