import { McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { z } from "zod";
import { type Client, Failure } from "#shared/contract/index.ts";
import type { Memory } from "#shared/contract/memory.ts";
import type { CallLimit } from "./call-limit.ts";

export type ServerOptions = {
  /** The open project; the rules of what may be read are the core's. */
  readonly client: Pick<Client, "call">;
  readonly version: string;
  readonly door: "stdio" | "http";
  /** The agent whose workspace is shared; the default one without it. */
  readonly agent?: string | undefined;
};

const MAX_HIT_CHARS = 600;
/** Names that complete the beginning of a path. The protocol allows no more in one answer. */
const MAX_COMPLETIONS = 100;

/**
 * The memory of a project for other programs, for one connection. Definitions are kept short: every program pays for
 * them in each prompt.
 */
export const createMemoryServer = (options: ServerOptions, limit: CallLimit): McpServer => {
  const { client, agent, door } = options;
  const server = new McpServer({ name: "satchel", version: options.version });
  const bounded = (work: () => Promise<string>) => answered(limit, work);
  const from = () => server.server.getClientVersion()?.name ?? "unnamed";

  server.registerTool(
    "memory_search",
    {
      description: "Search the user's memory and notes of this project.",
      inputSchema: z.object({ query: z.string().max(1_000), limit: z.int().min(1).max(50).optional() }),
      annotations: { readOnlyHint: true },
    },
    ({ query, limit = 10 }) =>
      bounded(async () => {
        const { hits } = await client.call("memory.search", { agent, query, limit });
        return hits.length === 0 ? `Nothing found for: ${query}` : hits.map(hitLine).join("\n");
      }),
  );
  server.registerTool(
    "memory_propose",
    {
      description: "Propose one sentence to remember. The user decides.",
      inputSchema: z.object({ text: z.string().min(1).max(1_000) }),
    },
    ({ text }) =>
      bounded(async () => {
        const { isNew } = await client.call("sharing.propose", {
          agent,
          client: from().slice(0, 100),
          door,
          text,
        });
        return isNew ? "It waits for the user's decision in Satchel." : "The same text waits already.";
      }),
  );
  server.registerTool(
    "context_for",
    {
      description: "The project's instructions, notes and memories for a task.",
      inputSchema: z.object({
        task: z.string().min(1).max(20_000),
        tokens: z.int().min(100).max(100_000).optional(),
      }),
      annotations: { readOnlyHint: true },
    },
    ({ task, tokens = 4_000 }) =>
      bounded(async () => (await client.call("sharing.context", { agent, task, tokens })).text),
  );
  addFiles(server, options);
  return server;
};

const SCHEME = "satchel://file/";

const addFiles = (server: McpServer, { client, agent }: ServerOptions): void => {
  const files = async () => (await client.call("sharing.files", { agent })).files;
  const list = async () => ({
    resources: (await files()).map(({ path, bytes }) => ({ uri: uriOf(path), name: path, size: bytes })),
  });
  const complete = async (begun: string) =>
    (await files())
      .map(({ path }) => path)
      .filter((path) => path.startsWith(begun))
      .slice(0, MAX_COMPLETIONS);
  server.registerResource(
    "file",
    new ResourceTemplate(`${SCHEME}{+path}`, { list, complete: { path: complete } }),
    { mimeType: "text/plain" },
    async (uri) => {
      const { text } = await client.call("sharing.read", { agent, path: pathOf(uri) });
      return { contents: [{ uri: uri.href, mimeType: "text/plain", text }] };
    },
  );
};

const uriOf = (path: string): string => SCHEME + path.split("/").map(encodeURIComponent).join("/");

const pathOf = (uri: URL): string => {
  try {
    return decodeURIComponent(uri.pathname.slice(1));
  } catch {
    throw new Failure("not-found", "There is no file at this address.");
  }
};

/** `- [daily · workspace/memory/2026-11-16.md#3 · 2026-11-16 · outside] text`, as in a prompt. */
const hitLine = ({ tier, source, line, date, origin, text }: Memory): string => {
  const place = line === null ? source : `${source}#${line}`;
  const about = [tier, place, date, ...(origin === "outside" ? ["outside"] : [])].filter(
    (part) => part !== "",
  );
  const flat = text.replaceAll(/\s+/g, " ").trim();
  return `- [${about.join(" · ")}] ${flat.length > MAX_HIT_CHARS ? `${flat.slice(0, MAX_HIT_CHARS)}…` : flat}`;
};

/** A failure is an answer with its sentence: the caller is a model, which can read it. */
const answered = async (limit: CallLimit, work: () => Promise<string>) => {
  try {
    const text = await limit.run(work);
    if (text === null) return failed("Too many calls at the same time. Wait for the answers first.");
    return { content: [{ type: "text" as const, text }] };
  } catch (error) {
    if (error instanceof Failure) return failed(error.message);
    throw error;
  }
};

const failed = (text: string) => ({ content: [{ type: "text" as const, text }], isError: true });
