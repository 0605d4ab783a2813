import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { pathToFileURL } from "node:url";
import {
  Client,
  type jsonSchemaValidator,
  StreamableHTTPClientTransport,
  type Tool as ServerTool,
  type Transport,
} from "@modelcontextprotocol/client";
import { Failure } from "#shared/contract/index.ts";
import type { McpServerSettings } from "#shared/contract/mcp.ts";
import { childEnvironment } from "../../base/child-process.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { ProcessTransport } from "./process-transport.ts";
import { resultText } from "./result-text.ts";
import type { ServerLog } from "./server-log.ts";
import type { RequestLog } from "../../providers/request-log.ts";
import { toolNames } from "./tool-names.ts";

const START_MS = 20_000;
const CALL_MS = 120_000;
const MAX_TOOLS = 500;
const MAX_DESCRIPTION = 8_000;
const MAX_SCHEMA = 50_000;

/** A tool of a server, as it was listed. */
export type ListedTool = {
  readonly name: string;
  readonly tool: string;
  readonly description: string;
  readonly parameters: unknown;
  /** Changes when the description or the schema does. */
  readonly mark: string;
};

export type ConnectionOptions = {
  readonly id: string;
  readonly settings: McpServerSettings;
  /** Values of variables or headers. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly version: string;
  readonly log: ServerLog;
  readonly requests: RequestLog;
  /** The folder that a server may be told about. */
  readonly root: () => string | null;
  readonly onTools: (tools: readonly ListedTool[]) => void;
  /** It ended without being asked to. */
  readonly onEnd: () => void;
  /** For tests. */
  readonly callMs?: number;
  readonly startMs?: number;
};

/** One running server. */
export type Connection = {
  readonly title: string | null;
  call(tool: string, args: unknown, signal: AbortSignal): Promise<string>;
  rootChanged(): void;
  close(): Promise<void>;
};

/** Starts the server and lists its tools. Fails with a sentence for the user; then nothing is left running. */
export const connect = async (options: ConnectionOptions): Promise<Connection> => {
  const { id, log, version, onTools, onEnd, root, startMs = START_MS, callMs = CALL_MS } = options;
  const transport = transportOf(options);
  const client = new Client(
    { name: "satchel", version },
    {
      capabilities: { roots: { listChanged: true } },
      jsonSchemaValidator: ACCEPTING,
      listChanged: { tools: { autoRefresh: false, onChanged: () => void list().catch(noted) } },
    },
  );
  let isClosing = false;
  const noted = (error: unknown) => log.add("problem", sentenceOf(error));
  const list = async () => {
    if (client.getServerCapabilities()?.tools === undefined) return onTools([]);
    const { tools } = await client.listTools(undefined, { timeout: startMs, cacheMode: "refresh" });
    if (tools.length > MAX_TOOLS) noted(`Only the first ${MAX_TOOLS} of ${tools.length} tools are used.`);
    onTools(listedTools(id, tools.slice(0, MAX_TOOLS)));
  };
  client.setRequestHandler("roots/list", () => {
    const folder = root();
    return { roots: folder === null ? [] : [{ uri: pathToFileURL(folder).href, name: "project" }] };
  });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client has no such method.
  client.onerror = noted;
  try {
    await client.connect(transport, { timeout: startMs });
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client has no such method.
    client.onclose = () => {
      if (!isClosing) onEnd();
    };
    await list();
  } catch (error) {
    isClosing = true;
    await transport.close().catch(noted);
    throw error instanceof Failure ? error : new Failure("mcp-start", sentenceOf(error));
  }
  const server = client.getServerVersion();
  return {
    title: server ? `${server.title ?? server.name} ${server.version}`.slice(0, 100) : null,
    call: async (tool, args, signal) => {
      const timeout = { timeout: callMs, maxTotalTimeout: callMs, resetTimeoutOnProgress: false };
      const given = args as Record<string, unknown>;
      try {
        const result = await client.callTool({ name: tool, arguments: given }, { ...timeout, signal });
        const text = resultText(result);
        if (result.isError === true) throw new Failure("mcp-tool", text);
        return text;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof Failure) throw error;
        throw new Failure("mcp-call", `${id} did not answer: ${sentenceOf(error)}`);
      }
    },
    rootChanged: () => void client.sendRootsListChanged().catch(noted),
    close: async () => {
      isClosing = true;
      // The client's own close waits for the transport's.
      await client.close().catch(noted);
      await transport.close().catch(noted);
    },
  };
};

const transportOf = ({ settings, secrets, log, requests }: ConnectionOptions): Transport => {
  const { command, args, url } = settings;
  if (command !== undefined) {
    const env = { ...childEnvironment(process.env), ...secrets };
    return new ProcessTransport({ command, args, env, cwd: homedir(), hear: (text) => log.hear(text) });
  }
  const address = URL.parse(url ?? "");
  if (!address || !/^https?:$/.test(address.protocol))
    throw new Failure("mcp-server", "Not a valid address. Example: http://127.0.0.1:8080/mcp");
  return new StreamableHTTPClientTransport(address, {
    requestInit: { headers: { ...secrets } },
    fetch: boundedFetch(requests),
  });
};

const listedTools = (id: string, tools: readonly ServerTool[]): readonly ListedTool[] => {
  const names = toolNames(
    id,
    tools.map(({ name }) => name),
  );
  return tools.flatMap((tool, index) => {
    const name = names[index];
    const schema = JSON.stringify(tool.inputSchema);
    if (name === undefined || schema.length > MAX_SCHEMA) return [];
    const description = (tool.description ?? tool.title ?? "").slice(0, MAX_DESCRIPTION);
    const mark = createHash("sha256")
      .update(JSON.stringify([tool.name, description, schema]))
      .digest("hex");
    return [{ name, tool: tool.name, description, parameters: tool.inputSchema, mark: mark.slice(0, 16) }];
  });
};

/** Results are text for a model; a schema of a stranger is not compiled to check them. */
const ACCEPTING = {
  getValidator: () => (input: unknown) => ({ valid: true, data: input, errorMessage: undefined }),
} as unknown as jsonSchemaValidator;

const sentenceOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300);
