import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import type { FoundMcpServer, McpLogLine, McpServer, McpServerDraft } from "#shared/contract/mcp.ts";

export type McpState = {
  /** Null until they were read. */
  readonly servers: readonly McpServer[] | null;

  readonly load: () => Promise<void>;
  readonly test: (draft: McpServerDraft) => Promise<readonly string[]>;
  /** Stores it and starts it; returns it as it is then. */
  readonly save: (draft: McpServerDraft) => Promise<McpServer | null>;
  /** Servers of other programs. */
  readonly find: () => Promise<readonly FoundMcpServer[]>;
  readonly take: (found: FoundMcpServer) => Promise<void>;
  /** Returns a function that adds it again. */
  readonly remove: (id: string) => Promise<() => Promise<void>>;
  /** For everyone, or for one agent of the open project. */
  readonly enable: (id: string, enabled: boolean, agent?: string) => Promise<void>;
  /** Whether one of its tools is in every prompt. */
  readonly keep: (id: string, tool: string, keep: boolean) => Promise<void>;
  readonly allowQuestions: (id: string, allowed: boolean) => Promise<void>;
  readonly restart: (id: string) => Promise<void>;
  readonly log: (id: string) => Promise<readonly McpLogLine[]>;
};

export type McpStore = StoreApi<McpState>;

/** The user's MCP servers and their tools. */
export const createMcpStore = (client: Client): McpStore =>
  createStore((set) => ({
    servers: null,
    load: async () => set(await client.call("mcp.list", {})),
    test: async (draft) => (await client.call("mcp.test", draft)).tools,
    save: async (draft) => {
      const answer = await client.call("mcp.save", draft);
      set(answer);
      return answer.servers.find(({ id }) => id === draft.id) ?? null;
    },
    find: async () => (await client.call("mcp.found", {})).found,
    take: async ({ file, name, command, args, url }) =>
      set(await client.call("mcp.take", { file, name, shown: { command, args, url } })),
    remove: async (id) => {
      set(await client.call("mcp.remove", { id }));
      return async () => set(await client.call("mcp.restore", { id }));
    },
    enable: async (id, enabled, agent) =>
      set(await client.call("mcp.enable", { id, enabled, ...(agent !== undefined && { agent }) })),
    keep: async (id, tool, keep) => set(await client.call("mcp.keep", { id, tool, keep })),
    allowQuestions: async (id, allowed) => set(await client.call("mcp.allowQuestions", { id, allowed })),
    restart: async (id) => set(await client.call("mcp.restart", { id })),
    log: async (id) => (await client.call("mcp.log", { id })).lines,
  }));
