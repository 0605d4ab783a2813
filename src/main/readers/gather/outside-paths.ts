import { dirname, join } from "node:path";
import { claudeMemoryPath } from "../tools/claude-code.ts";
import { readers } from "../readers.ts";
import type { Bounds } from "./bounds.ts";
import { walkFolder } from "./walk-folder.ts";

/** Names that some reader looks for above the folder. */
const ABOVE = [
  "AGENTS.md",
  "AGENTS.override.md",
  "AGENT.md",
  "CLAUDE.md",
  ".claude/CLAUDE.md",
  ".claude/AGENTS.md",
  "CLAUDE.local.md",
  "GEMINI.md",
  "QWEN.md",
  "CONTEXT.md",
  ".goosehints",
  ".gitignore",
  ".aider.conf.yml",
  "opencode.json",
  ".codex/config.toml",
  ".github/copilot-instructions.md",
];

const MANAGED = "/etc/claude-code/CLAUDE.md";
const MAX_PERSONAL = 500;

/** Absolute paths outside the folder that readers would look at. Whether they exist is for the caller. */
export const outsidePaths = async (
  folder: string,
  home: string,
  bounds: Bounds,
): Promise<readonly string[]> => {
  const paths = new Set<string>([MANAGED]);
  for (let at = dirname(folder); ; at = dirname(at)) {
    for (const name of ABOVE) paths.add(join(at, name));
    for (const path of await personal(at, ".claude/rules/", bounds)) paths.add(path);
    if (at === dirname(at)) break;
  }
  for (const place of new Set(readers.flatMap((reader) => reader.home))) {
    if (place.endsWith("/")) for (const path of await personal(home, place, bounds)) paths.add(path);
    else paths.add(join(home, place));
  }
  for (let at = folder; ; at = dirname(at)) {
    paths.add(claudeMemoryPath(home, at));
    if (at === dirname(at)) break;
  }
  return [...paths];
};

const personal = async (home: string, place: string, bounds: Bounds): Promise<readonly string[]> => {
  const folder = join(home, place);
  const small = { ...bounds, maxEntries: 5_000, maxFiles: MAX_PERSONAL, maxDepth: 6, maxMs: 1_000 };
  const { files } = await walkFolder(folder, {
    bounds: small,
    isWanted: (path) => /\.(?:md|mdc|txt|markdown)$/i.test(path),
  });
  return files.map((path) => join(folder, path));
};
