import type { ReadCell } from "#shared/model/reader.ts";
import { always, belowOnRead, notBlank } from "../cells.ts";
import { chain, folderOf, isBelow, join, nameOf, resolvePath } from "../file-set.ts";
import { matchesAny } from "../globs.ts";
import { jsonValue } from "../json-value.ts";
import { dropped, type Reader, type ReaderInput } from "../reader.ts";
import { openSkills } from "../skills.ts";

const NAMES = ["AGENTS.md", "CLAUDE.md", "CONTEXT.md"];

export const opencode: Reader = {
  id: "opencode",
  name: "opencode",
  version: "1.18.18",
  checked: "2026-08-19",
  source: "anomalyco/opencode d545d8fb, packages/opencode/src/session/instruction.ts",
  confidence: "A",
  verified: true,
  limit: null,
  ordered: true,
  names: NAMES,
  home: [".config/opencode/AGENTS.md", ".claude/CLAUDE.md", ".claude/skills/", ".agents/skills/"],
  rules: {
    names:
      "Looks for AGENTS.md, CLAUDE.md, CONTEXT.md in this order. The first name found anywhere on the path decides for all folders; the other names are not read.",
    places:
      "Reads the working folder and every folder above it up to the git root; without .git up to the root of the disk. The nearest file comes first.",
    personal: "Reads ~/.config/opencode/AGENTS.md, else ~/.claude/CLAUDE.md. Only one of them.",
    below:
      "When a file is read, the first of the three names in each folder between it and the working folder is attached.",
    instructions: "Reads the files that `instructions` in opencode.json names.",
    skills:
      "Lists every SKILL.md below skills/ of .claude, .agents and .opencode that has a name and a description. No limit.",
  },
  read(input) {
    const { files, cwd, home, gitRoot } = input;
    const loaded: ReadCell[] = [];
    const never: ReadCell[] = [];
    const personal =
      home === null
        ? []
        : [`${home}/.config/opencode/AGENTS.md`, `${home}/.claude/CLAUDE.md`].filter((path) =>
            files.has(path),
          );
    for (const [index, path] of personal.entries()) {
      if (index === 0) loaded.push(always(path, "personal", "personal"));
      else never.push(dropped(path, "other-name-wins", "personal", personal[0]));
    }
    const folders = chain(gitRoot ?? "/", cwd).toReversed();
    const chosen = NAMES.find((name) => folders.some((folder) => files.has(join(folder, name))));
    const winner =
      chosen === undefined
        ? undefined
        : folders.map((folder) => join(folder, chosen)).find((path) => files.has(path));
    for (const folder of folders) {
      for (const name of NAMES) {
        const path = join(folder, name);
        if (!files.has(path)) continue;
        if (name !== chosen) never.push(dropped(path, "other-name-wins", "names", winner));
        else if (!files.isBlank(path)) loaded.push(always(path, "places"));
      }
    }
    loaded.push(...instructionsOf(input, folders));
    for (const path of nested(input)) {
      const isFirst = files.first(folderOf(path), NAMES) === path;
      if (!isFirst)
        never.push(
          dropped(path, "other-name-wins", "below", files.first(folderOf(path), NAMES) ?? undefined),
        );
      else if (notBlank(files, path)) loaded.push(belowOnRead(path, "below"));
    }
    const skills = openSkills(input);
    return { loaded: [...loaded, ...skills.loaded], dropped: [...never, ...skills.dropped] };
  },
};

const nested = ({ files, cwd }: ReaderInput): readonly string[] =>
  NAMES.flatMap((name) => files.named(name))
    .filter((path) => isBelow(cwd, path) && folderOf(path) !== cwd && !isHiddenPart(path.slice(cwd.length)))
    .sort();

/** `.claude/CLAUDE.md` and the like belong to other programs' folders. */
const isHiddenPart = (path: string): boolean =>
  folderOf(path)
    .split("/")
    .some((name) => name.startsWith("."));

/** Local paths and globs of `instructions`; addresses are not fetched. */
const instructionsOf = ({ files }: ReaderInput, folders: readonly string[]): readonly ReadCell[] => {
  const found: ReadCell[] = [];
  for (const folder of folders) {
    for (const config of ["opencode.json", "opencode.jsonc", ".opencode/opencode.json"]) {
      const list = jsonValue(files.text(join(folder, config)), ["instructions"]);
      if (!Array.isArray(list)) continue;
      for (const entry of list.slice(0, 50)) {
        if (typeof entry !== "string" || /^[a-z]+:\/\//i.test(entry) || entry.startsWith("~")) continue;
        for (const path of matching(files, folders, entry)) {
          found.push({ ...always(path, "instructions", "configured"), by: join(folder, config) });
        }
      }
    }
  }
  return found.filter(({ path }) => !files.isBlank(path)).slice(0, 500);
};

const matching = (
  files: ReaderInput["files"],
  folders: readonly string[],
  entry: string,
): readonly string[] => {
  if (!/[*?{]/.test(entry)) {
    return folders.flatMap((folder) => {
      const path = resolvePath(folder, entry);
      return path !== null && files.has(path) ? [path] : [];
    });
  }
  return folders.flatMap((folder) =>
    files
      .below(folder)
      .filter((path) => nameOf(path) !== "" && matchesAny(path.slice(folder.length + 1), [entry])),
  );
};
