/**
 * The allowed imports, as data. Default deny: anything not allowed here is refused, and so is a file in a
 * room that is not listed.
 *
 * Rooms of `src/main` are listed from the bottom up; a room may import `shared` and the rooms before it.
 */
export const mainRooms = [
  "base",
  "ports",
  "store",
  "tokens",
  "workspace",
  "changes",
  "history",
  "agents",
  "settings",
  "sessions",
  "providers",
  "embeddings",
  "memory",
  "team",
  "skills",
  "tools",
  "mcp",
  "context",
  "readers",
  "importers",
  "sharing",
  "watch",
  "turns",
  "chat",
  "influence",
  "trials",
  "project",
  "handlers",
  "create-core",
  "hosts",
] as const;

/**
 * Rooms that every part of the renderer may use; the others do not know each other, and `app` composes them.
 */
export const rendererGround = ["ui", "client"] as const;
export const rendererTop = "app";

/** Packages of the main process and the rooms that may use them. Node's own modules are allowed in main. */
export const mainPackages: Readonly<Record<string, readonly string[]>> = {
  zod: mainRooms,
  yaml: ["agents", "workspace", "skills", "readers", "importers", "trials", "hosts/electron"],
  // Its types are part of every prepared statement; only `store` opens a database.
  "better-sqlite3": mainRooms,
  "sqlite-vec": ["store"],
  chokidar: ["workspace"],
  fflate: ["workspace"],
  mammoth: ["workspace"],
  "read-excel-file": ["workspace"],
  unpdf: ["workspace"],
  ignore: ["workspace", "context", "readers"],
  "isomorphic-git": ["history"],
  "js-tiktoken": ["tokens"],
  diff: ["workspace", "changes", "history", "chat", "tools", "turns", "memory", "hosts/cli"],
  "@orama/stemmers": ["memory"],
  "onnxruntime-node": ["embeddings"],
  "onnxruntime-web": ["embeddings"],
  "@huggingface/tokenizers": ["embeddings", "tokens"],
  ai: ["providers"],
  "@ai-sdk/anthropic": ["providers"],
  "@ai-sdk/openai": ["providers"],
  "@ai-sdk/openai-compatible": ["providers"],
  "node-llama-cpp": ["providers"],
  "@modelcontextprotocol/client": ["mcp"],
  "@modelcontextprotocol/server": ["mcp"],
  postgres: ["team"],
  ws: ["hosts"],
  "electron-updater": ["hosts/electron"],
  electron: ["hosts/electron"],
};

/** What tests may use in addition to their room's own. */
export const testPackages = [
  "@modelcontextprotocol/client",
  "fflate",
  "vitest",
  "fast-check",
  "gpt-tokenizer",
  "js-tiktoken",
  "tiktoken",
  "happy-dom",
  "@testing-library/react",
  "ws",
  "@modelcontextprotocol/server",
] as const;

export const sharedPackages = ["zod"] as const;
export const preloadPackages = ["electron"] as const;
/** The renderer may use any package but these: it has no Node and no Electron. */
export const rendererDenied = ["electron", "better-sqlite3", "sqlite-vec", "chokidar", "ws"] as const;
