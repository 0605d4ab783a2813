import { opendir, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Failure } from "#shared/contract/failure.ts";
import { isHiddenName } from "../../workspace/left-out-names.ts";
import { hasControl } from "../../workspace/path-policy.ts";
import { typedFolder } from "../../workspace/refuse-wide-folder.ts";

const MAX_SHOWN = 200;
const MAX_ENTRIES = 50_000;

export type ListedPaths = {
  readonly folder: string;
  readonly entries: readonly { readonly name: string; readonly path: string; readonly isFolder: boolean }[];
  readonly leftOut: number;
};

/** Folders and model files that continue a typed path; folders first. Hidden ones only when a dot was typed. */
export const listModelPaths = async (typed: string): Promise<ListedPaths> => {
  const bare = typed.trim();
  const asked = bare === "" ? homedir() : typedFolder(bare);
  const isWhole = bare === "" || /^~$|[/\\]$/.test(bare);
  const folder = isWhole ? asked : dirname(asked);
  const beginning = isWhole ? "" : basename(asked).toLowerCase();
  const entries: { name: string; path: string; isFolder: boolean }[] = [];
  let looked = 0;
  const listing = await opendir(folder).catch(() => {
    throw new Failure("folder-not-found", `The folder ${folder} does not exist.`, { folder });
  });
  for await (const entry of listing) {
    if (++looked > MAX_ENTRIES) break;
    const { name } = entry;
    if (!name.toLowerCase().startsWith(beginning) || hasControl(name)) continue;
    if (isHiddenName(name) && !isHiddenName(beginning)) continue;
    const path = join(folder, name);
    const found = entry.isSymbolicLink() ? await stat(path).catch(() => null) : entry;
    if (found?.isDirectory()) entries.push({ name, path, isFolder: true });
    else if (found?.isFile() && name.toLowerCase().endsWith(".gguf"))
      entries.push({ name, path, isFolder: false });
  }
  entries.sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || a.name.localeCompare(b.name, "en"));
  return {
    folder,
    entries: entries.slice(0, MAX_SHOWN),
    leftOut: Math.max(0, entries.length - MAX_SHOWN),
  };
};
