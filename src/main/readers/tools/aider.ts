import { parse } from "yaml";
import type { ReadCell } from "#shared/model/reader.ts";
import { always } from "../cells.ts";
import { join, resolvePath } from "../file-set.ts";
import { dropped, type Reader, type ReaderInput } from "../reader.ts";

export const aider: Reader = {
  id: "aider",
  name: "Aider",
  version: "0.86.3.dev",
  checked: "2026-05-22",
  source: "Aider-AI/aider 5dc9490b, aider/main.py",
  confidence: "A",
  verified: true,
  limit: null,
  ordered: false,
  names: [],
  home: [".aider.conf.yml"],
  rules: {
    names:
      "Reads no instruction file by itself: only files named with --read, with `read:` in .aider.conf.yml, or with /read-only.",
    places: "Reads no folder by itself.",
    config:
      "`read:` of the nearest .aider.conf.yml (working folder, git root, home). Its paths are taken from the working folder, not from the file's own folder.",
    order: "The order is not stable.",
  },
  read(input) {
    const { files, cwd } = input;
    const config = configOf(input);
    const loaded: ReadCell[] = [];
    for (const name of config?.read ?? []) {
      const path = resolvePath(cwd, name);
      if (path === null) continue;
      const found = files.has(path) ? [path] : files.below(path).slice(0, 500);
      loaded.push(
        ...found.map((each) => ({
          ...always(each, "config", "configured"),
          ...(config && { by: config.path }),
        })),
      );
    }
    const never = input.candidates.paths
      .filter((path) => !files.isBlank(path))
      .map((path) => dropped(path, "not-named", "names"));
    return { loaded, dropped: never };
  },
};

/** The nearest file that has the key; lists replace each other. */
const configOf = ({
  files,
  cwd,
  gitRoot,
  home,
}: ReaderInput): { readonly path: string; readonly read: readonly string[] } | null => {
  for (const folder of [cwd, gitRoot, home]) {
    if (folder === null) continue;
    const path = join(folder, ".aider.conf.yml");
    const read = readKey(files.text(path));
    if (read !== null) return { path, read };
  }
  return null;
};

const readKey = (text: string): readonly string[] | null => {
  if (text === "" || text.length > 64 * 1024) return null;
  try {
    const value: unknown = parse(text, { maxAliasCount: 20 });
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, "read")) return null;
    const { read } = value as { readonly read: unknown };
    const list = Array.isArray(read) ? read : [read];
    return list
      .filter((name): name is string => typeof name === "string" && !name.startsWith("~"))
      .slice(0, 100);
  } catch {
    return null;
  }
};
