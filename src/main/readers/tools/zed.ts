import type { ReadCell } from "#shared/model/reader.ts";
import { always } from "../cells.ts";
import { join } from "../file-set.ts";
import { dropped, type Reader } from "../reader.ts";
import { zedSkills } from "../skills.ts";

const NAMES = [
  ".rules",
  ".cursorrules",
  ".windsurfrules",
  ".clinerules",
  ".github/copilot-instructions.md",
  "AGENT.md",
  "AGENTS.md",
  "CLAUDE.md",
  "GEMINI.md",
];

export const zed: Reader = {
  id: "zed",
  name: "Zed",
  version: "main of 2026-08-22",
  checked: "2026-08-22",
  source: "zed-industries/zed 7eec8920, crates/prompt_store/src/prompts.rs",
  confidence: "A",
  verified: true,
  limit: null,
  ordered: true,
  names: [...NAMES.filter((name) => !name.includes("/")), "copilot-instructions.md"],
  home: [".config/zed/AGENTS.md", ".agents/skills/"],
  rules: {
    names:
      "Reads the first that exists of .rules, .cursorrules, .windsurfrules, .clinerules (a file), .github/copilot-instructions.md, AGENT.md, AGENTS.md, CLAUDE.md, GEMINI.md. Even an empty one hides the others.",
    places: "Reads the root of the opened folder only.",
    personal: "Reads ~/.config/zed/AGENTS.md before the project's file.",
    skills:
      "Lists skills of .agents/skills until names and descriptions fill 51,200 bytes; all later ones are left out. A skill over 102,400 bytes is not loaded.",
  },
  read(input) {
    const { files, cwd, home } = input;
    const loaded: ReadCell[] = [];
    const personal = `${home}/.config/zed/AGENTS.md`;
    if (home !== null && files.has(personal) && !files.isBlank(personal))
      loaded.push(always(personal, "personal", "personal"));
    const existing = NAMES.map((name) => join(cwd, name)).filter((path) => files.has(path));
    const [first, ...others] = existing;
    if (first !== undefined) loaded.push(always(first, "names"));
    const reason = first !== undefined && files.isBlank(first) ? "blank-in-front" : "other-name-wins";
    const never = others.map((path) => dropped(path, reason, "names", first));
    const skills = zedSkills(input);
    return { loaded: [...loaded, ...skills.loaded], dropped: [...never, ...skills.dropped] };
  },
};
