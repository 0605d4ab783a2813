import type { ReadCell } from "#shared/model/reader.ts";
import { always } from "../cells.ts";
import { join } from "../file-set.ts";
import { dropped, type Reader } from "../reader.ts";
import { crushSkills } from "../skills.ts";

/** What remains of its sixteen names: of names that differ only in capitals it keeps the first in byte order. */
const NAMES = [
  ".cursorrules",
  ".github/copilot-instructions.md",
  "AGENTS.md",
  "CLAUDE.local.md",
  "CLAUDE.md",
  "CRUSH.local.md",
  "CRUSH.md",
  "GEMINI.md",
];

export const crush: Reader = {
  id: "crush",
  name: "Crush",
  version: "0.90.0+",
  checked: "2026-08-21",
  source: "charmbracelet/crush 37f36e93, internal/config/load.go",
  confidence: "A",
  verified: true,
  limit: null,
  ordered: false,
  names: [...NAMES.filter((name) => !name.includes("/")), "copilot-instructions.md"],
  home: [
    ".config/crush/CRUSH.md",
    ".config/AGENTS.md",
    ".config/crush/skills/",
    ".config/agents/skills/",
    ".agents/skills/",
    ".claude/skills/",
  ],
  rules: {
    names:
      "Reads every one that exists of .github/copilot-instructions.md, .cursorrules, .cursor/rules, CLAUDE.md, CLAUDE.local.md, GEMINI.md, CRUSH.md, CRUSH.local.md, AGENTS.md. Equal texts are sent twice.",
    places: "Reads the working folder only.",
    case: "Of names that differ only in capitals it tries one: agents.md, crush.md and gemini.md are never read on a disk that tells capitals apart.",
    order: "The order changes from start to start.",
    cursor: "Reads every file below .cursor/rules as text; its conditions are not honoured.",
    personal: "Reads ~/.config/crush/CRUSH.md and ~/.config/AGENTS.md after the project's files.",
    skills: "Skills with a name over 64 or a description over 1,024 bytes are not used.",
  },
  read(input) {
    const { files, cwd, home, caseSensitive } = input;
    const loaded: ReadCell[] = [];
    const never: ReadCell[] = [];
    const wanted = new Map(NAMES.map((name) => [join(cwd, name).toLowerCase(), join(cwd, name)]));
    const here = [...files.children(cwd), ...files.children(join(cwd, ".github"))];
    for (const path of here) {
      const exact = wanted.get(path.toLowerCase());
      if (exact === undefined) continue;
      if (exact !== path && caseSensitive) never.push(dropped(path, "wrong-case", "case"));
      else if (!files.isBlank(path)) loaded.push(always(path, "names"));
    }
    for (const path of files.below(join(cwd, ".cursor/rules"))) loaded.push(always(path, "cursor", "rule"));
    if (home !== null) {
      for (const path of [`${home}/.config/crush/CRUSH.md`, `${home}/.config/AGENTS.md`]) {
        if (files.has(path) && !files.isBlank(path)) loaded.push(always(path, "personal", "personal"));
      }
    }
    const skills = crushSkills(input);
    return { loaded: [...loaded, ...skills.loaded], dropped: [...never, ...skills.dropped] };
  },
};
