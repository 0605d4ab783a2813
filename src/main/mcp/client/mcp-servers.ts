import { createHash } from "node:crypto";
import { Failure } from "#shared/contract/index.ts";
import type {
  McpLogLine,
  McpOffers,
  McpServerDraft,
  McpServerSettings,
  McpState,
} from "#shared/contract/mcp.ts";
import type { UserSettings } from "#shared/contract/settings.ts";
import type { McpAnswer, McpQuestion } from "#shared/model/mcp-question.ts";
import { servedPath } from "#shared/model/served-path.ts";
import type { Clock } from "../../base/clock.ts";
import type { Ids } from "../../base/ids.ts";
import type { SecretVault } from "../../ports/ports.ts";
import type { RequestLog } from "../../providers/request-log.ts";
import type { SettingsFile } from "../../settings/settings-file.ts";
import type { Caller, Sampler } from "./ask-user.ts";
import type { Connection, ConnectionOptions, ListedTool } from "./connection.ts";
import { ServerLog } from "./server-log.ts";
import { ServerQuestions } from "./server-questions.ts";

export type McpServersOptions = {
  readonly settings: SettingsFile<UserSettings>;
  readonly vault: SecretVault | null;
  readonly requests: RequestLog;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly version: string;
  /** The open project that the user trusts; null when there is none. */
  readonly root: () => string | null;
  readonly onChange: (id: string) => void;
  /** Prepares an answer of a model for a server; null where nobody is there to be asked. */
  readonly sample: Sampler | null;
  readonly onAsked: (questions: readonly McpQuestion[]) => void;
  readonly limits?: Pick<ConnectionOptions, "callMs" | "startMs">;
};

/** What would run, as the user saw it. */
type Shown = {
  readonly command: string | null;
  readonly args: readonly string[];
  readonly url: string | null;
};

type Running = {
  state: McpState;
  problem: string | null;
  tools: readonly ListedTool[];
  connection: Connection | null;
  readonly log: ServerLog;
  readonly used: Map<string, number>;
  /** Settles when the last start or end is done. */
  work: Promise<void>;
};

export type ServerView = Omit<McpServerSettings, "offFor"> & {
  readonly id: string;
  readonly state: McpState;
  readonly problem: string | null;
  readonly title: string | null;
  readonly offFor: readonly string[];
  readonly tools: readonly (ListedTool & { readonly used: number; readonly kept: boolean })[];
};

/**
 * The user's MCP servers. They are named in the user's own settings, never by a project, and belong to the core: they
 * start with the first trusted project and end with the core.
 */
export class McpServers {
  readonly #options: McpServersOptions;
  readonly #running = new Map<string, Running>();
  readonly #questions: ServerQuestions;
  /** What was removed since the core started, for undo. */
  readonly #removed = new Map<string, { readonly own: McpServerSettings; readonly values: string | null }>();
  #isClosed = false;

  constructor(options: McpServersOptions) {
    this.#options = options;
    const { clock, ids, onAsked } = options;
    this.#questions = new ServerQuestions({ clock, ids, onChange: onAsked });
  }

  /** Starts what is on and does not run yet; settles when each is ready or has failed. Not without a trusted project. */
  async ready(): Promise<void> {
    if (this.#options.root() === null) return;
    const ids = Object.entries(this.#servers()).flatMap(([id, { enabled }]) => (enabled ? [id] : []));
    await Promise.all(
      ids.map((id) => {
        const running = this.#of(id);
        if (running.state === "waiting" || running.state === "off") this.#start(id);
        return running.work;
      }),
    );
  }

  /** The open project changed. `start`: whether servers start now, or with the first turn. */
  rootChanged(start: boolean): void {
    for (const { connection } of this.#running.values()) connection?.rootChanged();
    if (start) void this.ready();
  }

  list(project: string | null): readonly ServerView[] {
    return Object.entries(this.#servers()).map(([id, own]) => {
      const { state, problem, tools, connection, used } = this.#of(id);
      return {
        ...own,
        id,
        state: own.enabled ? state : "off",
        problem,
        title: connection?.title ?? null,
        offFor: project === null ? [] : (own.offFor[project] ?? []),
        tools: tools.map((tool) => ({
          ...tool,
          used: used.get(tool.tool) ?? 0,
          kept: own.keep.includes(tool.tool),
        })),
      };
    });
  }

  log(id: string): readonly McpLogLine[] {
    this.#server(id);
    return this.#of(id).log.lines();
  }

  /** Stores nothing. Values that are not typed are those that are stored for the same command or address. */
  async test(draft: McpServerDraft): Promise<{ title: string | null; tools: string[] }> {
    const { id, command, args, url, env, headers } = draft;
    needPlace(draft);
    const settings = { ...(command && { command }), args, ...(url && { url }), ...NO_MORE };
    const old = this.#stored(id);
    const kept = old && placeOf(old) === placeOf(settings) ? await this.#secrets(id, old) : {};
    let tools: readonly ListedTool[] = [];
    const connection = await connectLater({
      id,
      settings,
      secrets: (url === undefined ? env : headers) ?? kept,
      version: this.#options.version,
      log: new ServerLog(this.#options.clock),
      requests: this.#options.requests,
      root: this.#options.root,
      onTools: (listed) => {
        tools = listed;
      },
      onEnd: () => {},
      asks: null,
      ...this.#options.limits,
    });
    await connection.close();
    return { title: connection.title, tools: tools.map(({ tool }) => tool) };
  }

  async save(draft: McpServerDraft): Promise<void> {
    const { id, command, args, url, env, headers, enabled } = draft;
    needPlace(draft);
    const old = this.#stored(id);
    const given = url === undefined ? env : headers;
    const place = url === undefined ? { command, args } : { url, args: [] };
    const isSamePlace = old !== undefined && placeOf(old) === placeOf({ ...old, ...EMPTY_PLACE, ...place });
    const kept = isSamePlace ? old.secrets : [];
    const next = { ...place, secrets: given === undefined ? kept : Object.keys(given), enabled };
    if (old && !isSamePlace) await this.#options.vault?.remove(secretName(id, old));
    if (given !== undefined) await this.#keep(secretName(id, next), given);
    const cleared = url === undefined ? { url: null } : { command: null };
    await this.#options.settings.set({ mcpServers: { [id]: { ...next, ...cleared } } });
    await this.restart(id);
  }

  ids(): readonly string[] {
    return Object.keys(this.#servers());
  }

  /** Saves a server of another program. Fails with `mcp-changed` when it is not the one that the user saw. */
  async take(draft: McpServerDraft, shown: Shown): Promise<void> {
    const { command = null, args, url = null } = draft;
    if (JSON.stringify([command, args, url]) !== JSON.stringify([shown.command, shown.args, shown.url]))
      throw new Failure("mcp-changed", `${draft.id} was changed by its program. Look at it again.`);
    if (this.#stored(draft.id))
      throw new Failure("mcp-taken", `There is already a server called "${draft.id}".`, { id: draft.id });
    await this.save(draft);
  }

  async remove(id: string): Promise<void> {
    const own = this.#server(id);
    await this.#stop(id);
    const { vault } = this.#options;
    this.#removed.set(id, { own, values: (await vault?.get(secretName(id, own))) ?? null });
    await vault?.remove(secretName(id, own));
    await this.#options.settings.set({ mcpServers: { [id]: null } });
    this.#running.delete(id);
    this.#options.onChange(id);
  }

  async restore(id: string): Promise<void> {
    const removed = this.#removed.get(id);
    if (!removed || this.#stored(id))
      throw new Failure("mcp-not-found", `There is no removed MCP server called "${id}".`, { id });
    const { own, values } = removed;
    if (values !== null) await this.#options.vault?.set(secretName(id, own), values);
    await this.#options.settings.set({ mcpServers: { [id]: own } });
    this.#removed.delete(id);
    await this.restart(id);
  }

  async enable(id: string, enabled: boolean, of: { project: string; agent: string } | null): Promise<void> {
    const own = this.#server(id);
    if (of === null) {
      await this.#options.settings.set({ mcpServers: { [id]: { enabled } } });
      await this.restart(id);
      return;
    }
    const others = (own.offFor[of.project] ?? []).filter((agent) => agent !== of.agent);
    const offFor = { [of.project]: enabled ? others : [...others, of.agent] };
    await this.#options.settings.set({ mcpServers: { [id]: { offFor } } });
    this.#options.onChange(id);
  }

  /** Names of the tools that are in every prompt. */
  kept(): ReadonlySet<string> {
    return new Set(
      this.list(null).flatMap(({ tools }) => tools.flatMap(({ name, kept }) => (kept ? [name] : []))),
    );
  }

  async keep(id: string, tool: string, isKept: boolean): Promise<void> {
    const others = this.#server(id).keep.filter((each) => each !== tool);
    const keep = isKept ? [...others, tool] : others;
    await this.#options.settings.set({ mcpServers: { [id]: { keep } } });
    this.#options.onChange(id);
  }

  async restart(id: string): Promise<void> {
    const { enabled } = this.#server(id);
    await this.#stop(id);
    if (!enabled || this.#options.root() === null) return;
    this.#start(id);
    await this.#of(id).work;
  }

  /** Fails with `mcp-not-running` when the server has ended since its tools were listed. */
  call(
    id: string,
    tool: string,
    args: unknown,
    signal: AbortSignal,
    caller: Caller | null = null,
  ): Promise<string> {
    const { used } = this.#of(id);
    return this.#work(id, tool, (connection) => {
      used.set(tool, (used.get(tool) ?? 0) + 1);
      return connection.call(tool, args, signal, caller);
    });
  }

  /** Resources and prompts of the servers that run, without those that are off for the agent. */
  async offers(project: string | null, agent: string | undefined): Promise<McpOffers> {
    await this.ready();
    const found = await Promise.all(
      this.list(project).map(async ({ id, state, offFor }) => {
        const isOn = state === "ready" && (agent === undefined || !offFor.includes(agent));
        return isOn ? await this.#of(id).connection?.offers() : undefined;
      }),
    );
    return {
      resources: found.flatMap((one) => one?.resources ?? []),
      prompts: found.flatMap((one) => one?.prompts ?? []),
    };
  }

  async resource(id: string, uri: string, signal: AbortSignal) {
    const read = await this.#work(id, uri, (connection) => connection.resource(uri, signal));
    return { path: servedPath(id, uri), ...read };
  }

  async prompt(id: string, name: string, args: Readonly<Record<string, string>>, signal: AbortSignal) {
    const read = await this.#work(id, name, (connection) => connection.prompt(name, args, signal));
    return { path: servedPath(id, `prompt/${name}`), ...read };
  }

  questions(): readonly McpQuestion[] {
    return this.#questions.open();
  }

  async answer(given: McpAnswer): Promise<void> {
    const { server } = this.#questions.answer(given);
    if (given.never) await this.allowQuestions(server, false);
  }

  /** A server is told at its start whether it may ask, so it is started again. */
  async allowQuestions(id: string, allowed: boolean): Promise<void> {
    this.#server(id);
    await this.#options.settings.set({ mcpServers: { [id]: { asks: allowed } } });
    await this.restart(id);
  }

  async #work<T>(id: string, what: string, work: (connection: Connection) => Promise<T>): Promise<T> {
    const running = this.#running.get(id);
    if (!running?.connection)
      throw new Failure("mcp-not-running", `The server ${id} is not running. Restart it in the settings.`);
    running.log.add("call", what);
    this.#options.onChange(id);
    try {
      return await work(running.connection);
    } catch (error) {
      running.log.add("problem", error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  #asksOf({ asks }: McpServerSettings): ConnectionOptions["asks"] {
    const { sample } = this.#options;
    return asks && sample ? { questions: this.#questions, sample } : null;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#running.keys()].map((id) => this.#stop(id)));
  }

  #servers(): Readonly<Record<string, McpServerSettings>> {
    return this.#options.settings.get().mcpServers;
  }

  #server(id: string): McpServerSettings {
    const found = this.#stored(id);
    if (found) return found;
    throw new Failure("mcp-not-found", `There is no MCP server called "${id}".`, { id });
  }

  #stored(id: string): McpServerSettings | undefined {
    const servers = this.#servers();
    return Object.hasOwn(servers, id) ? servers[id] : undefined;
  }

  #of(id: string): Running {
    const known = this.#running.get(id);
    if (known) return known;
    const made: Running = {
      state: "waiting",
      problem: null,
      tools: [],
      connection: null,
      log: new ServerLog(this.#options.clock),
      used: new Map(),
      work: Promise.resolve(),
    };
    this.#running.set(id, made);
    return made;
  }

  #start(id: string): void {
    const running = this.#of(id);
    this.#set(id, "starting");
    running.work = running.work.then(() => this.#connect(id, running));
  }

  async #connect(id: string, running: Running): Promise<void> {
    if (this.#isClosed) return;
    try {
      const settings = this.#server(id);
      running.connection = await connectLater({
        id,
        settings,
        secrets: await this.#secrets(id, settings),
        version: this.#options.version,
        log: running.log,
        requests: this.#options.requests,
        root: this.#options.root,
        onTools: (tools) => {
          running.tools = tools;
          this.#options.onChange(id);
        },
        onEnd: () => {
          running.connection = null;
          running.tools = [];
          this.#set(id, "failed", "The server ended by itself.");
        },
        asks: this.#asksOf(settings),
        ...this.#options.limits,
      });
      this.#set(id, "ready");
    } catch (error) {
      running.tools = [];
      this.#set(id, "failed", error instanceof Error ? error.message : String(error));
    }
  }

  /** Waits for a start that is under way, so that nothing is left running. */
  async #stop(id: string): Promise<void> {
    const running = this.#running.get(id);
    if (!running) return;
    running.work = running.work.then(async () => {
      const { connection } = running;
      running.connection = null;
      running.tools = [];
      await connection?.close();
    });
    await running.work;
    this.#set(id, "waiting");
  }

  #set(id: string, state: McpState, problem: string | null = null): void {
    const running = this.#of(id);
    running.state = state;
    running.problem = problem;
    running.log.add(problem === null ? "state" : "problem", problem ?? state);
    this.#options.onChange(id);
  }

  async #secrets(id: string, own: McpServerSettings): Promise<Record<string, string>> {
    const kept = own.secrets.length === 0 ? null : await this.#options.vault?.get(secretName(id, own));
    if (kept === null || kept === undefined) return {};
    return Object.fromEntries(
      Object.entries(JSON.parse(kept) as Record<string, string>).filter(([name]) =>
        own.secrets.includes(name),
      ),
    );
  }

  async #keep(name: string, values: Readonly<Record<string, string>>): Promise<void> {
    const { vault } = this.#options;
    if (Object.keys(values).length === 0) return vault?.remove(name);
    if (!vault) throw new Failure("no-vault", "This host has no safe place for a key, so it was not saved.");
    await vault.set(name, JSON.stringify(values));
  }
}

type Place = {
  readonly command?: string | undefined;
  readonly url?: string | undefined;
  readonly args: readonly string[];
};
/** A command or an address, not both. */
const needPlace = ({ command, url }: Pick<McpServerDraft, "command" | "url">): void => {
  if ((command ?? "") === "" ? (url ?? "") === "" : (url ?? "") !== "")
    throw new Failure("mcp-server", "Enter the command that starts the server, or its address.");
};

const NO_MORE = { secrets: [], enabled: true, offFor: {}, keep: [], asks: true };
const EMPTY_PLACE = { command: undefined, url: undefined };

const placeOf = ({ command, url, args }: Place): string => JSON.stringify([command ?? "", url ?? "", args]);

/** Values belong to one command or address: one that is replaced in the settings gets none of them. */
const secretName = (id: string, own: Place): string =>
  `mcp:${id}:${createHash("sha256").update(placeOf(own)).digest("hex").slice(0, 16)}`;

/** The protocol's library is loaded with the first server; most people have none. */
const connectLater = async (options: ConnectionOptions): Promise<Connection> =>
  (await import("./connection.ts")).connect(options);
