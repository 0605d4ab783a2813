import type { Importer } from "./importer.ts";
import { anythingllm } from "./sources/anythingllm.ts";
import { chatgpt } from "./sources/chatgpt.ts";
import { claudeAi } from "./sources/claude-ai.ts";
import { claudeCode } from "./sources/claude-code.ts";
import { codex } from "./sources/codex.ts";
import { cursor } from "./sources/cursor.ts";
import { geminiCli } from "./sources/gemini-cli.ts";
import { goose } from "./sources/goose.ts";
import { hermes } from "./sources/hermes.ts";
import { jan } from "./sources/jan.ts";
import { letta } from "./sources/letta.ts";
import { librechat } from "./sources/librechat.ts";
import { lmstudio } from "./sources/lmstudio.ts";
import { mcpMemory } from "./sources/mcp-memory.ts";
import { mem0 } from "./sources/mem0.ts";
import { obsidian } from "./sources/obsidian.ts";
import { openWebui } from "./sources/open-webui.ts";
import { openclaw } from "./sources/openclaw.ts";
import { opencode } from "./sources/opencode.ts";
import { pasted } from "./sources/pasted.ts";
import { sillytavern } from "./sources/sillytavern.ts";

/** Every program that can be imported from, in the order in which they are tried. */
export const importers: readonly Importer[] = [
  obsidian,
  chatgpt,
  claudeAi,
  openWebui,
  librechat,
  opencode,
  geminiCli,
  lmstudio,
  letta,
  sillytavern,
  anythingllm,
  mem0,
  hermes,
  openclaw,
  codex,
  claudeCode,
  cursor,
  goose,
  jan,
  mcpMemory,
  pasted,
];
