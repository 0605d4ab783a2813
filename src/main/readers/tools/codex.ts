import type { ReadCell } from "#shared/model/reader.ts";
import { always } from "../cells.ts";
import { chain, type FileSet, join } from "../file-set.ts";
import { dropped, type Reader, type ReaderInput } from "../reader.ts";
import { codexSkills } from "../skills.ts";
import { tomlValue } from "../toml-value.ts";

const DEFAULT_MAX_BYTES = 32_768;
const NAMES = ["AGENTS.override.md", "AGENTS.md"];

export const codex: Reader = {
  id: "codex",
  name: "Codex",
  version: "0.150.0-alpha.7",
  checked: "2026-08-22",
  source: "openai/codex 343074d4, codex-rs/core/src/agents_md.rs",
  confidence: "A",
  verified: true,
  limit: { unit: "bytes", max: DEFAULT_MAX_BYTES, per: "all" },
  // The personal file is outside the limit.
  isLimited: ({ reason }) => reason !== "personal",
  ordered: true,
  names: NAMES,
  home: [
    ".codex/AGENTS.override.md",
    ".codex/AGENTS.md",
    ".codex/config.toml",
    ".agents/skills/",
    ".codex/skills/",
  ],
  rules: {
    names: "Reads AGENTS.override.md, else AGENTS.md, else names listed in project_doc_fallback_filenames.",
    places:
      "Reads every folder from the git root down to the working folder. Without .git only the working folder. Folders below it are never read.",
    personal:
      "Reads ~/.codex/AGENTS.override.md, else ~/.codex/AGENTS.md, whichever is not blank. It does not count towards the limit.",
    one: "In each folder the first file that exists is taken, even when it is blank.",
    budget:
      "project_doc_max_bytes (32,768) is one limit for all project files, spent from the root down. The file that crosses it is cut without a mark; deeper files are left out.",
    skills:
      "Lists SKILL.md files below .agents/skills: name and path always, descriptions share about 8,000 characters.",
  },
  read(input) {
    const { files, cwd, home, gitRoot } = input;
    const loaded: ReadCell[] = [];
    const never: ReadCell[] = [];
    const personal =
      home === null
        ? undefined
        : NAMES.map((name) => `${home}/.codex/${name}`).find(
            (path) => files.has(path) && !files.isBlank(path),
          );
    if (personal !== undefined) loaded.push(always(personal, "personal", "personal"));
    let left = maxBytesOf(input);
    const names = [...NAMES, ...fallbacksOf(input)];
    for (const folder of gitRoot === null ? [cwd] : chain(gitRoot, cwd)) {
      const path = files.first(folder, names);
      if (path === null) continue;
      const isBlank = files.isBlank(path);
      for (const name of names) {
        const other = join(folder, name);
        if (other !== path && files.has(other))
          never.push(dropped(other, isBlank ? "blank-in-front" : "other-name-wins", "one", path));
      }
      if (isBlank) continue;
      if (left <= 0) {
        never.push(dropped(path, "budget-spent", "budget"));
        continue;
      }
      const { bytes } = files.get(path) ?? { bytes: 0 };
      if (bytes > left) loaded.push({ ...always(path, "budget"), cut: { unit: "bytes", at: left } });
      else loaded.push(always(path, "names"));
      left = Math.max(0, left - bytes);
    }
    const skills = codexSkills(input);
    return { loaded: [...loaded, ...skills.loaded], dropped: [...never, ...skills.dropped] };
  },
};

/** The configuration files that apply, the strongest last. */
const configs = ({ home, gitRoot, cwd }: ReaderInput): readonly string[] => [
  ...(home === null ? [] : [`${home}/.codex/config.toml`]),
  ...chain(gitRoot ?? cwd, cwd).map((folder) => join(folder, ".codex/config.toml")),
];

const settingIn = (files: FileSet, paths: readonly string[], key: string): unknown => {
  let found: unknown;
  for (const path of paths) if (files.has(path)) found = tomlValue(files.text(path), key) ?? found;
  return found;
};

export const maxBytesOf = (input: ReaderInput): number => {
  const value = settingIn(input.files, configs(input), "project_doc_max_bytes");
  return typeof value === "number" && Number.isFinite(value) && value >= 0
    ? Math.floor(value)
    : DEFAULT_MAX_BYTES;
};

const fallbacksOf = (input: ReaderInput): readonly string[] => {
  const value = settingIn(input.files, configs(input), "project_doc_fallback_filenames");
  return Array.isArray(value)
    ? value.filter((name): name is string => typeof name === "string" && !name.includes("/")).slice(0, 20)
    : [];
};
