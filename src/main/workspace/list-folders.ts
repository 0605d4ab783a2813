import type { Dirent } from "node:fs";
import { opendir, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import { isHiddenName } from "./left-out-names.ts";
import { onDisk } from "./fs-failure.ts";
import { hasControl } from "./path-policy.ts";
import { typedFolder } from "./refuse-wide-folder.ts";

/** Folders that are returned; the rest is counted. */
const MAX_FOLDERS = 500;
/** Entries that are read in one folder. */
const MAX_ENTRIES = 50_000;

export type ListedFolders = {
  /** The folder that was listed, absolute. */
  readonly folder: string;
  readonly parent: string | null;
  readonly folders: readonly { readonly name: string; readonly path: string }[];
  readonly leftOut: number;
};

/**
 * The folders in a folder, for a folder picker. Typed text is completed: `~/Doc` returns the folders of the
 * home folder that start with `Doc`. Hidden ones are returned when the text starts with a dot.
 */
export const listFolders = async (typed: string): Promise<ListedFolders> => {
  const asked = typed.trim() === "" ? homedir() : typedFolder(typed);
  const isWhole = typed.trim() === "" || /^~$|[/\\]$/.test(typed.trim()) || (await isFolder(asked));
  const folder = isWhole ? asked : dirname(asked);
  const beginning = isWhole ? "" : basename(asked).toLowerCase();
  if (!(await isFolder(folder))) {
    throw new Failure("folder-not-found", `The folder ${folder} does not exist.`, { folder });
  }
  const names: string[] = [];
  let looked = 0;
  for await (const entry of await onDisk(folder, () => opendir(folder))) {
    looked += 1;
    if (looked > MAX_ENTRIES) break;
    const { name } = entry;
    const isMeant =
      name.toLowerCase().startsWith(beginning) && isHiddenName(name) === isHiddenName(beginning);
    if (isMeant && !hasControl(name) && (await leadsToFolder(folder, entry))) names.push(name);
  }
  names.sort((a, b) => collator.compare(a, b));
  const shown = names.slice(0, MAX_FOLDERS);
  const parent = dirname(folder);
  return {
    folder,
    parent: parent === folder ? null : parent,
    folders: shown.map((name) => ({ name, path: join(folder, name) })),
    leftOut: names.length - shown.length,
  };
};

const leadsToFolder = async (folder: string, entry: Dirent): Promise<boolean> =>
  entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(join(folder, entry.name))));

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
