import type { Agent } from "#shared/contract/agents.ts";
import { type Events, Failure, type Signal } from "#shared/contract/index.ts";
import { MAX_SHARED_TOKENS } from "#shared/contract/sharing.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { withOutsideMark } from "#shared/model/origin.ts";
import type { Proposal } from "#shared/model/proposal.ts";
import { scopeOf } from "#shared/model/scope.ts";
import type { AgentsFile } from "../agents/agents-file.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Context } from "../context/context.ts";
import { appendedTo, dailyPath, noteLine, oneLine } from "../memory/learn/daily-notes.ts";
import type { NotedLines } from "../memory/learn/noted-lines.ts";
import type { ProjectMemory } from "../memory/project-memory.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import { reachable, sharedFiles } from "../tools/reachable-files.ts";
import { secretPath } from "../tools/secret-files.ts";
import type { ToolContextOf } from "../tools/tool.ts";
import { looksSecret } from "../workspace/left-out-names.ts";
import { inProject } from "../workspace/roots.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Inbox } from "./inbox.ts";
import { pushedOut } from "./pushed-out.ts";

export type SharingPorts = {
  readonly inbox: Inbox;
  readonly workspace: Workspace;
  readonly origins: NotedLines;
  readonly agents: AgentsFile;
  readonly memory: ProjectMemory;
  readonly context: Context;
  readonly tokens: TokenCounter;
  readonly today: () => string;
  readonly toolContext: ToolContextOf;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly emit: (event: Events) => void;
};

/** Files that are listed at once; a program that knows a path can read others. */
const MAX_LISTED = 500;
const MAX_READ_MS = 10_000;
/** Characters of a file that are handed over. */
const MAX_READ_CHARS = 1024 * 1024;

type Asked = { readonly agent?: string | undefined; readonly task: string; readonly tokens: number };
type Proposed = Omit<Proposal, "id" | "at" | "agent"> & { readonly agent?: string | undefined };

/**
 * What other programs get from a project: the context of a prompt, and files, within the agent's scope and never a
 * secret. What they propose waits in the inbox, and is written only with the user's word.
 */
export class Sharing {
  readonly #ports: SharingPorts;

  constructor(ports: SharingPorts) {
    this.#ports = ports;
  }

  /** What a prompt with this message would have before it, in a window of this many tokens. */
  async contextFor({ agent, task, tokens }: Asked, signal?: Signal) {
    const { context, tokens: counter } = this.#ports;
    await this.#ports.memory.caughtUp();
    const preview = (window: number) =>
      context.preview(
        {
          agent,
          message: task,
          include: ["messages", "manifest"],
          overrides: { window, reservedOutput: 0 },
        },
        signal,
      );
    // The tools of the agent are not handed over, so their definitions take none of the tokens.
    const tools = definitionTokens((await preview(MAX_SHARED_TOKENS)).manifest);
    const { messages, manifest } = await preview(tokens + tools);
    const given = messages.slice(0, -1).map(({ content }) => content.trim());
    const whole = given.filter((text) => text !== "").join("\n\n");
    const { encoding } = manifest;
    // What the window cannot push out (instructions of the program itself) may still be longer.
    const [end = 0] = (await counter.cuts(whole, encoding, [tokens], signal)).offsets;
    const text = whole.slice(0, end);
    const counted = await counter.count(text, encoding, signal);
    return { text, tokens: counted.tokens, exact: manifest.exact };
  }

  async files(agent: string | undefined) {
    const context = await this.#reaching(agent);
    const { workspace } = this.#ports;
    await workspace.files.ready();
    const own = workspace.files.list(context.agent.workspace);
    const open = context.scope === "shared" ? await sharedFiles(context) : own;
    const fine = open.filter(({ path }) => !looksSecret(path));
    const files = fine.slice(0, MAX_LISTED).map(({ inner, bytes }) => ({ path: inner, bytes }));
    return { files, more: fine.length > files.length };
  }

  async read(agent: string | undefined, path: string): Promise<string> {
    const context = await this.#reaching(agent);
    const found = await reachable(path, context);
    // A program cannot be asked as a user can, so a file that looks like a secret is not there for it.
    if ((await secretPath(found, context)) !== null)
      throw new Failure("not-found", `There is no file at ${path}.`, { path });
    const { text } = await this.#ports.workspace.read(found.root, found.path);
    return text.length > MAX_READ_CHARS ? `${text.slice(0, MAX_READ_CHARS)}\n[cut]\n` : text;
  }

  async propose({ agent, client, text, ...rest }: Proposed) {
    const { inbox, agents, ids, clock, emit } = this.#ports;
    const { waiting, ...added } = await inbox.add({
      ...rest,
      id: ids.next(),
      at: clock.now().toISOString(),
      agent: agents.get(agent).id,
      client: oneLine(client) || "unnamed",
      text: oneLine(text),
    });
    emit({ event: "sharing.changed", waiting });
    return added;
  }

  async waiting(): Promise<readonly Proposal[]> {
    return (await this.#ports.inbox.all()).toReversed();
  }

  /** The assembler's own answer, with and without the line. */
  async effect(id: string, signal?: Signal) {
    const { inbox, context } = this.#ports;
    const proposal = await inbox.get(id);
    const { agent, path, before, line, added } = await this.#note(proposal);
    const asked = { agent: agent.id, message: "", include: ["manifest" as const] };
    const { manifest: now } = await context.preview(asked, signal);
    const place = inProject(agent.workspace, path);
    const files = { [place]: { text: before + added } };
    const { manifest: then } = await context.preview({ ...asked, overrides: { files } }, signal);
    const { tokens: own } = await this.#ports.tokens.count(line, now.encoding, signal);
    return {
      path: place,
      line: own,
      before: now.window.used,
      after: then.window.used,
      exact: now.exact && then.exact,
      pushedOut: pushedOut(now, then),
    };
  }

  /** Written as from outside: the user's word lets it stand, and does not make it the user's own. */
  async accept(id: string, edited: string | undefined) {
    const { inbox, workspace, origins, memory, clock, emit } = this.#ports;
    const { used, waiting } = await inbox.take(id, async (proposal) => {
      const text = edited === undefined ? proposal.text : oneLine(edited);
      const { agent, path, line, added } = await this.#note({ ...proposal, text });
      await origins.note([line], "outside", { at: clock.now(), approved: true });
      const by = { actor: "you", title: `Accepted a proposal of ${proposal.client}` } as const;
      const written = await workspace.append(agent.workspace, path, added, by);
      await memory.fileChanged(written.path);
      return { path: written.path, change: written.change };
    });
    emit({ event: "sharing.changed", waiting });
    return used;
  }

  async decline(id: string): Promise<void> {
    const { waiting } = await this.#ports.inbox.take(id, () => Promise.resolve());
    this.#ports.emit({ event: "sharing.changed", waiting });
  }

  async #note({ agent: id, kind, text }: Proposal) {
    const { agents, workspace, today } = this.#ports;
    const agent: Agent = agents.get(id);
    const path = dailyPath(today());
    const before = await workspace.readManaged(agent.workspace, path);
    const line = withOutsideMark(noteLine({ kind, text }), "outside");
    return { agent, path, before, line, added: appendedTo(before, [line]) };
  }

  #reaching(id: string | undefined) {
    const agent = this.#ports.agents.get(id);
    return this.#ports.toolContext(
      agent,
      scopeOf(agent.scope, null, undefined),
      null,
      AbortSignal.timeout(MAX_READ_MS),
    );
  }
}

const definitionTokens = ({ layers }: Manifest): number =>
  layers.find(({ id }) => id === "tools")?.tokens ?? 0;
