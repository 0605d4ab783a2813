import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { pathToFileURL } from "node:url";
import {
  Client,
  type jsonSchemaValidator,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Tool as ServerTool,
  type Transport,
} from "@modelcontextprotocol/client";
import { Failure } from "#shared/contract/index.ts";
import type { McpServerSettings } from "#shared/contract/mcp.ts";
import { childEnvironment } from "../../base/child-process.ts";
import { type AskUserOptions, type Caller, letAsk } from "./ask-user.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { Deadline } from "./deadline.ts";
import { ProcessTransport } from "./process-transport.ts";
import { resultText } from "./result-text.ts";
import { promptAsText, resourceAsText, type ServedText } from "./served-texts.ts";
import type { ServerLog } from "./server-log.ts";
import { type OffersOfOne, ServerOffers } from "./server-offers.ts";
import type { RequestLog } from "../../providers/request-log.ts";
import { toolNames } from "./tool-names.ts";

const START_MS = 20_000;
const CALL_MS = 120_000;
/** The library's own limit is longer than ours, which stops while the user reads a question. */
const NEVER_MS = 2 ** 31 - 1;
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
  /** How it asks the user something; null: it may not. */
  readonly asks: Pick<AskUserOptions, "questions" | "sample"> | null;
  /** For tests. */
  readonly callMs?: number;
  readonly startMs?: number;
};

/** One running server. */
export type Connection = {
  readonly title: string | null;
  call(tool: string, args: unknown, signal: AbortSignal, caller: Caller | null): Promise<string>;
  offers(): Promise<OffersOfOne>;
  resource(uri: string, signal: AbortSignal): Promise<ServedText>;
  prompt(name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<ServedText>;
  rootChanged(): void;
  close(): Promise<void>;
};

/** Starts the server and lists its tools. Fails with a sentence for the user; then nothing is left running. */
export const connect = async (options: ConnectionOptions): Promise<Connection> => {
  const { id, log, version, asks, onTools, onEnd, root, startMs = START_MS } = options;
  const transport = transportOf(options);
  const noted = (error: unknown) => log.add("problem", sentenceOf(error));
  const client = new Client(
    { name: "satchel", version },
    {
      capabilities: {
        roots: { listChanged: true },
        ...(asks !== null && { elicitation: { form: {} }, sampling: {} }),
      },
      jsonSchemaValidator: ACCEPTING,
      listChanged: {
        tools: { autoRefresh: false, onChanged: () => void list().catch(noted) },
        resources: { autoRefresh: false, onChanged: () => offers.forget() },
        prompts: { autoRefresh: false, onChanged: () => offers.forget() },
      },
    },
  );
  const offers = new ServerOffers(client, id, noted);
  const calls = new Calls(id, options.callMs ?? CALL_MS);
  let isClosing = false;
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
  if (asks !== null)
    letAsk(client, { server: id, log, ...asks, caller: () => calls.caller(), hold: calls.hold });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client has no such method.
  client.onerror = noted;
  try {
    await client.connect(transport, { timeout: startMs });
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client has no such method.
    client.onclose = () => {
      calls.end();
      if (!isClosing) onEnd();
    };
    await list();
  } catch (error) {
    isClosing = true;
    await transport.close().catch(noted);
    throw error instanceof Failure ? error : startFailure(error);
  }
  const server = client.getServerVersion();
  return {
    title: server ? `${server.title ?? server.name} ${server.version}`.slice(0, 100) : null,
    call: (tool, args, signal, caller) =>
      calls.run(signal, caller, async (limits) => {
        const given = args as Record<string, unknown>;
        const result = await client.callTool({ name: tool, arguments: given }, limits);
        const text = resultText(result);
        if (result.isError === true) throw new Failure("mcp-tool", text);
        return text;
      }),
    offers: () => offers.list(),
    resource: (uri, signal) =>
      calls.run(signal, null, async (limits) =>
        resourceAsText(await client.readResource({ uri }, { ...limits, cacheMode: "refresh" })),
      ),
    prompt: (name, args, signal) =>
      calls.run(signal, null, async (limits) =>
        promptAsText(await client.getPrompt({ name, arguments: args }, limits)),
      ),
    rootChanged: () => void client.sendRootsListChanged().catch(noted),
    close: async () => {
      isClosing = true;
      calls.end();
      // The client's own close waits for the transport's.
      await client.close().catch(noted);
      await transport.close().catch(noted);
    },
  };
};

type Limits = { readonly timeout: number; readonly signal: AbortSignal };

/** The calls that run at one server. While the user reads a question of it, none of them gets late. */
class Calls {
  readonly #id: string;
  readonly #ms: number;
  readonly #running = new Map<Deadline, Caller | null>();
  #held = 0;
  /** Ends when the last of them does: what a server asks during a call is about it. */
  #during = new AbortController();
  readonly #closed = new AbortController();

  constructor(id: string, ms: number) {
    this.#id = id;
    this.#ms = ms;
  }

  async run<T>(signal: AbortSignal, caller: Caller | null, work: (limits: Limits) => Promise<T>): Promise<T> {
    const deadline = new Deadline(this.#ms, () => new Error(`No answer within ${this.#ms / 1000} seconds.`));
    this.#running.set(deadline, caller);
    if (this.#held > 0) deadline.pause();
    try {
      return await work({ timeout: NEVER_MS, signal: AbortSignal.any([signal, deadline.signal]) });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Failure) throw error;
      const reason: unknown = deadline.signal.aborted ? deadline.signal.reason : error;
      throw new Failure("mcp-call", `${this.#id} did not answer: ${sentenceOf(reason)}`);
    } finally {
      deadline.end();
      this.#running.delete(deadline);
      if (this.#running.size === 0) {
        this.#during.abort();
        this.#during = new AbortController();
      }
    }
  }

  /** Who made the newest call. */
  caller(): Caller | null {
    return [...this.#running.values()].findLast((each) => each !== null) ?? null;
  }

  readonly hold = async <T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    this.#held += 1;
    for (const deadline of this.#running.keys()) deadline.pause();
    try {
      const during = this.#running.size > 0 ? [this.#during.signal] : [];
      return await work(AbortSignal.any([signal, this.#closed.signal, ...during]));
    } finally {
      this.#held -= 1;
      if (this.#held === 0) for (const deadline of this.#running.keys()) deadline.resume();
    }
  };

  end(): void {
    this.#closed.abort();
  }
}

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

/** Satchel has no sign-in of its own (OAuth); a key is entered with the address. */
const startFailure = (error: unknown): Failure =>
  error instanceof SdkHttpError && (error.status === 401 || error.status === 403)
    ? new Failure(
        "mcp-sign-in",
        "The server wants a sign-in or a key. Enter its key under Headers, such as Authorization: Bearer KEY. Satchel does not sign in for you.",
      )
    : new Failure("mcp-start", sentenceOf(error));

const sentenceOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300);
