import type { ReadCell } from "#shared/model/reader.ts";
import { always, notBlank } from "../cells.ts";
import { type FileSet, isBelow, join, nameOf } from "../file-set.ts";
import { dropped, type Reader } from "../reader.ts";

const LEFT_OUT =
  /(?:\.DS_Store|\.bak|\.cache|\.crdownload|\.db|\.dmp|\.dump|\.eslintcache|\.lock|\.log|\.old|\.part|\.partial|\.pyc|\.pyo|\.stackdump|\.swo|\.swp|\.temp|\.tmp|Thumbs\.db)$/;

export const roo: Reader = {
  id: "roo",
  name: "Roo Code",
  version: "3.52.1+",
  checked: "2026-04-14",
  source: "RooCodeInc/Roo-Code cb836567, src/core/prompts/sections/custom-instructions.ts",
  confidence: "A",
  verified: true,
  limit: null,
  ordered: true,
  names: ["AGENTS.md", "AGENT.md", "AGENTS.local.md", ".roorules", ".clinerules"],
  home: [".roo/"],
  rules: {
    names:
      "Reads .roo/rules, .roo/rules-MODE, .roorules, .clinerules (a file), AGENTS.md or AGENT.md, and AGENTS.local.md.",
    places: "Reads the home folder and the workspace's root; subfolders only when switched on.",
    mode: "Rules of a mode are read in that mode only (here: code).",
    generic: "Reads every file below ~/.roo/rules, then .roo/rules, sorted by file name.",
    legacy: "Reads .roorules, else .clinerules, only when no file was found in ~/.roo/rules and .roo/rules.",
    agents: "Reads AGENTS.md, or AGENT.md when it is missing or blank; then AGENTS.local.md.",
    extension: "Temporary files, logs and the like are left out.",
  },
  read({ files, cwd, home, settings }) {
    const mode = settings.get("mode") ?? "code";
    const never: ReadCell[] = [];
    const inFolders = (name: string, rule: string): ReadCell[] => {
      const folders = [...(home === null ? [] : [`${home}/.roo/${name}`]), join(cwd, `.roo/${name}`)];
      return folders.flatMap((folder) =>
        rulesIn(files, folder, never).map((path) =>
          always(path, rule, isBelow(cwd, path) ? "rule" : "personal"),
        ),
      );
    };
    const modeRules = inFolders(`rules-${mode}`, "mode");
    const firstOf = (names: readonly string[]): ReadCell[] => {
      const path = names.map((name) => join(cwd, name)).find((each) => notBlank(files, each));
      return path === undefined ? [] : [always(path, "legacy", "rule")];
    };
    if (modeRules.length === 0) modeRules.push(...firstOf([`.roorules-${mode}`, `.clinerules-${mode}`]));
    const generic = inFolders("rules", "generic");
    const legacy = [join(cwd, ".roorules"), join(cwd, ".clinerules")].filter((path) => files.has(path));
    if (generic.length > 0)
      for (const path of legacy) never.push(dropped(path, "other-name-wins", "legacy", generic[0]?.path));
    else generic.push(...firstOf([".roorules", ".clinerules"]));
    const agents = ["AGENTS.md", "AGENT.md"]
      .map((name) => join(cwd, name))
      .find((path) => notBlank(files, path));
    const other = join(cwd, "AGENT.md");
    if (agents !== other && agents !== undefined && files.has(other))
      never.push(dropped(other, "other-name-wins", "agents", agents));
    const local = join(cwd, "AGENTS.local.md");
    for (const path of files.below(join(cwd, ".roo"))) {
      if (/\/\.roo\/rules-[^/]+\//.test(path)) never.push(dropped(path, "wrong-mode", "mode"));
    }
    const agentCells = [
      ...(agents === undefined ? [] : [always(agents, "agents")]),
      ...(notBlank(files, local) ? [always(local, "agents")] : []),
    ];
    return { loaded: [...modeRules, ...agentCells, ...generic], dropped: never };
  },
};

/** Recursive, any extension, sorted by the file's own name. */
const rulesIn = (files: FileSet, folder: string, never: ReadCell[]): readonly string[] => {
  const found: string[] = [];
  for (const path of files.below(folder)) {
    if (LEFT_OUT.test(path)) never.push(dropped(path, "wrong-extension", "extension"));
    else found.push(path);
  }
  const key = (path: string) => nameOf(path).toLowerCase();
  return found.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
};
