import type { ReadCell, ReadReason } from "#shared/model/reader.ts";
import { always, onDemand } from "../cells.ts";
import { folderOf, isBelow, join, nameOf } from "../file-set.ts";
import { frontIn, valueOf } from "../front-matter.ts";
import { dropped, type Reader, type ReaderInput } from "../reader.ts";
import { folderSkills } from "../skills.ts";

const EXTENSIONS = /\.(?:md|markdown|txt)$/i;

export const cline: Reader = {
  id: "cline",
  name: "Cline",
  version: "4.1.13",
  checked: "2026-08-22",
  source: "cline/cline 21cb8d25, sdk/packages/core/src/extensions/config/user-instruction-config-loader.ts",
  confidence: "A",
  verified: true,
  limit: null,
  ordered: true,
  names: ["AGENTS.md", ".clinerules"],
  home: [".agents/AGENTS.md", ".cline/rules/", "Documents/Cline/Rules/"],
  rules: {
    names:
      "Reads AGENTS.md, .clinerules (a file or a folder) and .cline/rules. .cursorrules and .windsurfrules are listed in its panel but not read.",
    places: "Reads the workspace's root only.",
    personal: "Reads ~/.agents/AGENTS.md, ~/.cline/rules and ~/Documents/Cline/Rules.",
    folder: "In a rules folder only .md, .markdown and .txt files directly in it; no subfolders, no links.",
    same: "Of two rules with the same name the later place wins: a personal rule replaces the project's.",
    order: "Rules are sorted by their name.",
    front:
      "A rule with front matter that does not parse, or with `disabled: true`, is left out. `paths` is not looked at.",
    workflows: "Workflows are used when you type their name.",
    skills: "Skills are listed by name and description; the text is read when one is used.",
  },
  read(input) {
    const { files, cwd, home } = input;
    const never: ReadCell[] = [];
    const byName = new Map<
      string,
      { readonly path: string; readonly name: string; readonly personal: boolean }
    >();
    for (const { path, name, reason } of placesOf(input)) {
      if (reason !== null) {
        never.push(
          dropped(
            path,
            reason,
            reason === "invalid-front-matter" || reason === "disabled" ? "front" : "folder",
          ),
        );
        continue;
      }
      const before = byName.get(name.toLowerCase());
      if (before) never.push(dropped(before.path, "replaced", "same", path));
      const personal = home !== null && isBelow(home, path) && !isBelow(cwd, path);
      byName.set(name.toLowerCase(), { path, name, personal });
    }
    const rules = [...byName.values()].sort((a, b) => a.name.localeCompare(b.name, "en"));
    const loaded = rules.map(({ path, personal }) =>
      always(path, personal ? "personal" : "order", personal ? "personal" : "rule"),
    );
    for (const folder of [".clinerules/workflows", ".cline/workflows"]) {
      for (const path of files.children(join(cwd, folder))) {
        if (EXTENSIONS.test(path)) loaded.push(onDemand(path, "workflows", "command"));
      }
    }
    const skills = folderSkills(input, [".clinerules/skills", ".cline/skills", ".agents/skills"]);
    return { loaded: [...loaded, ...skills.loaded], dropped: [...never, ...skills.dropped] };
  },
};

type Rule = { readonly path: string; readonly name: string; readonly reason: ReadReason | null };

/** Every file of every place, in scan order. */
function* placesOf({ files, cwd, home }: ReaderInput): Generator<Rule> {
  const agents = join(cwd, "AGENTS.md");
  if (files.has(agents)) yield ruleOf(files, agents, "Workspace AGENTS.md");
  if (files.has(join(cwd, ".clinerules"))) yield ruleOf(files, join(cwd, ".clinerules"), ".clinerules");
  const folders = [join(cwd, ".clinerules"), join(cwd, ".cline/rules")];
  for (const folder of folders) yield* rulesIn(files, folder);
  if (home === null) return;
  const global = `${home}/.agents/AGENTS.md`;
  if (files.has(global)) yield ruleOf(files, global, "Global AGENTS.md");
  for (const folder of [`${home}/.cline/rules`, `${home}/Documents/Cline/Rules`])
    yield* rulesIn(files, folder);
}

function* rulesIn(files: ReaderInput["files"], folder: string): Generator<Rule> {
  for (const path of files.below(folder)) {
    const name = nameOf(path);
    if (folderOf(path) !== folder) {
      if (!/\/(?:workflows|skills|hooks)\//.test(path.slice(folder.length)))
        yield { path, name, reason: "subfolder" };
    } else if (!EXTENSIONS.test(name)) yield { path, name, reason: "wrong-extension" };
    else if (files.get(path)?.link !== undefined) yield { path, name, reason: "linked" };
    else if (!files.isBlank(path)) yield ruleOf(files, path, name.replace(/\.[^.]+$/, ""));
  }
}

const ruleOf = (files: ReaderInput["files"], path: string, fallback: string): Rule => {
  const front = frontIn(files, path);
  const given = valueOf(front, "name");
  if (front.kind === "invalid" || (given !== undefined && typeof given !== "string")) {
    return { path, name: fallback, reason: "invalid-front-matter" };
  }
  const isOff = valueOf(front, "disabled") === true || valueOf(front, "enabled") === false;
  return { path, name: given ?? fallback, reason: isOff ? "disabled" : null };
};
