import type { Importer } from "./importer.ts";
import { chatgpt } from "./sources/chatgpt.ts";
import { claudeAi } from "./sources/claude-ai.ts";
import { claudeCode } from "./sources/claude-code.ts";
import { codex } from "./sources/codex.ts";
import { hermes } from "./sources/hermes.ts";
import { obsidian } from "./sources/obsidian.ts";
import { openWebui } from "./sources/open-webui.ts";
import { openclaw } from "./sources/openclaw.ts";
import { pasted } from "./sources/pasted.ts";

/** Every program that can be imported from, in the order in which they are tried. */
export const importers: readonly Importer[] = [
  obsidian,
  chatgpt,
  claudeAi,
  openWebui,
  hermes,
  openclaw,
  codex,
  claudeCode,
  pasted,
];
