import { z } from "zod";

/** Programs that conversations and memories can be taken over from. */
export const IMPORT_SOURCES = {
  chatgpt: "ChatGPT",
  "claude-ai": "Claude.ai",
  "open-webui": "Open WebUI",
  librechat: "LibreChat",
  opencode: "opencode",
  "gemini-cli": "Gemini CLI",
  lmstudio: "LM Studio",
  letta: "Letta",
  sillytavern: "SillyTavern",
  anythingllm: "AnythingLLM",
  mem0: "mem0",
  openclaw: "OpenClaw",
  hermes: "Hermes",
  codex: "Codex",
  "claude-code": "Claude Code",
  cursor: "Cursor",
  goose: "goose",
  jan: "Jan",
  "mcp-memory": "MCP memory server",
  obsidian: "Obsidian",
  pasted: "pasted memories",
} as const;

export const importSource = z.enum(Object.keys(IMPORT_SOURCES) as [keyof typeof IMPORT_SOURCES]);
export type ImportSource = keyof typeof IMPORT_SOURCES;

/** What is wrong with something in a source, by a stable code. */
export const IMPORT_WARNINGS = [
  "broken-line",
  "cut-off-line",
  "glued-lines",
  "nul-bytes",
  "lone-surrogate",
  "encoding",
  "truncated-json",
  "orphan-parent",
  "cycle",
  "duplicate-id",
  "missing-message",
  "missing-time",
  "time-without-zone",
  "bad-active-leaf",
  "bad-selection",
  "unknown-content",
  "unknown-version",
  "missing-attachment",
  "missing-part",
  "encrypted-content",
  "unlinked-project",
  "unsafe-path",
  "external-import",
  "ambiguous-link",
  "dangling-link",
  "bad-front-matter",
  "plugin-block",
  "regex-key",
  "empty-row",
  "secret-found",
  "looks-like-instruction",
] as const;
export const importWarningCode = z.enum(IMPORT_WARNINGS);
export type ImportWarningCode = z.output<typeof importWarningCode>;
