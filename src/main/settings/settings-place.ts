import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { Failure } from "#shared/contract/index.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { writeAtomic, type WriteDisk } from "../base/write-atomic.ts";

/** The place of a settings file. */
export type SettingsPlace = {
  /** Changes whenever the file on disk changes. */
  mark(): string;
  /** Throws ENOENT when the file does not exist; a failure when it is refused or `too-large`. */
  read(maxBytes: number): Buffer;
  write(text: string): Promise<void>;
  /** Renames the file by adding an ending to its name. */
  renameWith(ending: string): void;
};

/** In a project, which may be untrusted. */
export const placeInProject = (project: string, path: string): SettingsPlace => {
  const files = new KeptFiles(project);
  return {
    mark: () => files.mark(path),
    read: (maxBytes) => files.readSync(path, maxBytes),
    write: (text) => files.write(path, text),
    renameWith: (ending) => files.renameSync(path, path + ending),
  };
};

/** In the user data folder, where links were made by the user and are followed. */
export const placeOfUser = (path: string, disk?: WriteDisk): SettingsPlace => ({
  mark: () => {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true });
    return found ? `${found.ino}:${found.mtimeNs}:${found.size}` : "none";
  },
  read: (maxBytes) => {
    const file = openSync(path, constants.O_RDONLY | NON_BLOCKING);
    try {
      const { size } = fstatSync(file);
      if (size > maxBytes) throw new Failure("too-large", `${path} is over ${maxBytes} bytes.`, { path });
      return readFileSync(file);
    } finally {
      closeSync(file);
    }
  },
  write: (text) => writeAtomic(path, text, 0o600, { folderMode: 0o700, ...(disk && { disk }) }),
  renameWith: (ending) => renameSync(path, path + ending),
});

/** Windows has no such flag. */
const { O_NONBLOCK: NON_BLOCKING = 0 } = constants as Partial<typeof constants>;
