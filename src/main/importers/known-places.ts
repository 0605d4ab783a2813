import { opendir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ImportPlace } from "#shared/model/import-plan.ts";
import type { ImportSource } from "#shared/model/import-source.ts";

type Known = {
  readonly source: ImportSource;
  /** Below the home folder, on each system that has it there. */
  readonly folders: readonly string[];
  /** Names a different folder, as the program itself reads it. */
  readonly variable?: string;
  /** What must be in it; empty: the folder itself is enough. */
  readonly has: readonly string[];
};

/** Where programs keep what can be taken over. */
const KNOWN: readonly Known[] = [
  { source: "claude-code", folders: [".claude"], variable: "CLAUDE_CONFIG_DIR", has: ["projects"] },
  { source: "codex", folders: [".codex"], variable: "CODEX_HOME", has: ["sessions", "archived_sessions"] },
  { source: "openclaw", folders: [".openclaw"], has: ["agents", "workspace"] },
  { source: "gemini-cli", folders: [".gemini"], has: ["tmp"] },
  { source: "opencode", folders: [".local/share/opencode"], has: ["opencode.db", "storage"] },
  { source: "hermes", folders: [".hermes"], variable: "HERMES_HOME", has: ["state.db", "memories"] },
  { source: "goose", folders: [".local/share/goose", "AppData/Roaming/Block/goose/data"], has: ["sessions"] },
  { source: "lmstudio", folders: [".lmstudio/conversations", ".cache/lm-studio/conversations"], has: [] },
  {
    source: "jan",
    folders: ["Library/Application Support/Jan/data", ".local/share/Jan/data", "AppData/Roaming/Jan/data"],
    variable: "JAN_DATA_FOLDER",
    has: ["threads"],
  },
  {
    source: "cursor",
    folders: [
      "Library/Application Support/Cursor/User",
      ".config/Cursor/User",
      "AppData/Roaming/Cursor/User",
    ],
    has: ["globalStorage/state.vscdb"],
  },
];

export type Computer = {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Folders of other programs that are there. Looks at names and times; opens no file. */
export const findPlaces = async ({ home, env }: Computer): Promise<readonly ImportPlace[]> => {
  const found = await Promise.all(
    KNOWN.map(async ({ source, folders, variable, has }) => {
      const own = variable === undefined ? undefined : env[variable];
      const paths = own === undefined || own === "" ? folders.map((folder) => join(home, folder)) : [own];
      for (const path of paths) if (await isOne(path, has)) return [await placeOf(source, path)];
      return [];
    }),
  );
  return found.flat();
};

const isOne = async (path: string, has: readonly string[]): Promise<boolean> => {
  if (!(await stat(path).catch(() => null))?.isDirectory()) return false;
  if (has.length === 0) return true;
  const inside = await Promise.all(has.map((name) => stat(join(path, name)).catch(() => null)));
  return inside.some((entry) => entry !== null);
};

const placeOf = async (source: ImportSource, path: string): Promise<ImportPlace> => ({
  source,
  path,
  oldestGoes: source === "claude-code" ? await oldestGoes(join(path, "projects")) : null,
});

/** Claude Code deletes a conversation this long after its last change, unless its user chose differently. */
const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;
const MAX_LOOKED_AT = 20_000;

const oldestGoes = async (projects: string): Promise<string | null> => {
  let oldest: number | null = null;
  let looked = 0;
  for await (const folder of entriesOf(projects)) {
    for await (const name of entriesOf(join(projects, folder))) {
      looked += 1;
      if (looked > MAX_LOOKED_AT) break;
      if (!name.endsWith(".jsonl")) continue;
      const file = await stat(join(projects, folder, name)).catch(() => null);
      if (file?.isFile()) oldest = Math.min(oldest ?? Infinity, file.mtimeMs);
    }
  }
  return oldest === null ? null : new Date(oldest + KEPT_DAYS * DAY_MS).toISOString();
};

async function* entriesOf(folder: string): AsyncGenerator<string> {
  const opened = await opendir(folder).catch(() => null);
  if (!opened) return;
  for await (const { name } of opened) yield name;
}
