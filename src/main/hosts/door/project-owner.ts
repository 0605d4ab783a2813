import { realpath } from "node:fs/promises";
import { KeptFiles } from "../../base/kept-files.ts";
import { findOwner, type OwnerRecord } from "../../base/owner-lock.ts";

/** Time between two checks of a project's owner. */
export const LOOK_MS = 50;

/** Null also for a folder that cannot be checked: opening it reports the reason. */
export const ownerOf = async (folder: string): Promise<OwnerRecord | null> => {
  const real = await realpath(folder).catch(() => null);
  if (real === null) return null;
  try {
    return await findOwner(new KeptFiles(real));
  } catch {
    return null;
  }
};
