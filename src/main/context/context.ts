import { inProject } from "../workspace/roots.ts";
import type { Agent } from "#shared/contract/agents.ts";
import { type AnswerChoice, joinedChoice } from "#shared/model/answer-choice.ts";
import { withChoice } from "../agents/with-choice.ts";
import type { Overrides, PreviewInput } from "#shared/contract/context.ts";
import { Failure, type Signal } from "#shared/contract/index.ts";
import { assemble, type Assembled } from "./assemble.ts";
import type { EditTarget } from "./budget/plan-edit.ts";
import { tryEdits } from "./budget/try-edits.ts";
import type { ContextPorts, SessionView } from "./context-ports.ts";
import { scopeOf } from "#shared/model/scope.ts";
import { DEFAULT_WINDOW } from "#shared/model/default-window.ts";
import { Gatherer } from "./gather/gather.ts";
import { withFittedDocuments } from "./gather/only-passages.ts";
import { resolveProfile, shownProfile } from "./profiles/resolve-profile.ts";
import type { BoundProfile } from "./profiles/profile-kind.ts";
import type { RunSummary } from "./runs/run-shape.ts";
import { createTokenBook, type TokenBook } from "./token-book.ts";
import type { MemoryHit } from "../memory/recall/memory-hit.ts";
import type { Compacted, Gathered, PreviousRun } from "./types.ts";

/** The input of an assembly for a turn. The session's history already ends with the newest message. */
export type RunRequest = {
  readonly agent: Agent;
  readonly session: SessionView;
  readonly model: string | null;
  readonly hits: readonly MemoryHit[];
  readonly activeFile: string | null;
  /** What compaction did since the previous assembly of this turn; null on the first. */
  readonly compacted: Compacted | null;
};

type OtherHits = { readonly hits: readonly MemoryHit[]; readonly without: readonly string[] };

type TargetInput = {
  readonly agent: string | undefined;
  readonly session: string | undefined;
  readonly profile: string | undefined;
  readonly choice: AnswerChoice | undefined;
};

type Chosen = SessionView & { readonly agent: string; readonly choice: AnswerChoice };

/** The assembler of an open project. A preview writes and records nothing; a run is stored with `record`. */
export class Context {
  readonly #ports: ContextPorts;
  readonly #gatherer: Gatherer;
  readonly #books = new Map<string, TokenBook>();
  /** While a slider moves, the message stays the same, so its hits are reused unless memory changes. */
  #recalled: { readonly key: string; readonly hits: readonly MemoryHit[] } | null = null;
  #previous: { readonly id: string; readonly run: PreviousRun } | null = null;

  constructor(ports: ContextPorts) {
    this.#ports = ports;
    this.#gatherer = new Gatherer(ports);
  }

  /** `other`: memories as if they were recalled first, and in the place of these. */
  preview(input: PreviewInput, signal?: Signal, other?: OtherHits): Promise<Assembled> {
    return this.#preview(input, null, signal, other);
  }

  /** The prompt of an agent that nobody has declared yet, before anything is asked of it. */
  previewOf(agent: Agent, signal?: Signal): Promise<Assembled> {
    return this.#preview({ message: "", include: ["manifest"] }, agent, signal);
  }

  async #preview(
    input: PreviewInput,
    undeclared: Agent | null,
    signal?: Signal,
    other?: OtherHits,
  ): Promise<Assembled> {
    const ports = this.#ports;
    const session = input.session === undefined ? null : await this.#session(input.session);
    const found = undeclared ?? this.#answerer(input, session);
    const asked = await this.#tried(input.overrides ?? {}, found, input.profile ?? found.profile);
    const agent = including(found, asked.include);
    const profile = await this.#profile(input.profile ?? agent.profile, asked);
    const overrides = await this.#named(asked, agent, profile);
    const model = input.model ?? agent.model ?? ports.defaultModel() ?? null;
    // As it will be stored when it is sent.
    const said = withFittedDocuments(input.message, this.#windowOf(agent, model));
    const gathered = await this.#gatherer.gather(
      {
        message: said.content,
        cut: said.cut,
        ...(input.pictures && { pictures: input.pictures }),
        agent,
        profile,
        session,
        scope: input.scope,
        model,
        activeFile: input.activeFile ?? null,
        overrides,
        hits: withOthers(
          await this.#hits(
            said.content,
            agent,
            scopeOf(agent.scope, session?.kind ?? null, input.scope),
            session?.id ?? null,
            profile,
            signal,
          ),
          other,
        ),
        previous: await this.#previousRun(session?.id),
        compacted: null,
        isRun: false,
      },
      signal,
    );
    const assembled = await this.#assemble(gathered, profile, signal);
    if (input.overrides) ports.tried();
    return assembled;
  }

  /** The smaller of the agent's window and the one that its server is known to serve. */
  #windowOf(agent: Agent, model: string | null): number {
    const served = this.#ports.servedWindow(agent, model);
    return Math.min(agent.maxContextTokens ?? served ?? DEFAULT_WINDOW, served ?? Infinity);
  }

  /** Whether every prompt of a profile has a line for each file of knowledge. */
  async listsKnowledge(profile: string): Promise<boolean> {
    const { needs } = await this.#profile(profile, {});
    return needs.has("knowledge-list");
  }

  /** The agent and the profile that a preview of the same input would use. */
  async target({ agent, session, profile, choice }: Partial<TargetInput>): Promise<EditTarget> {
    const view = session === undefined ? null : await this.#session(session);
    const found = this.#answerer({ agent, choice }, view);
    const { data } = await this.#profile(profile ?? found.profile, {});
    return { agent: found, profile: shownProfile(data) };
  }

  /** For a real call, each step of a tool loop included. Stores nothing: the caller records what it sent. */
  async run(request: RunRequest, signal?: Signal): Promise<Assembled> {
    const profile = await this.#profile(request.agent.profile, {});
    const gathered = await this.#gatherer.gather(
      {
        ...request,
        message: "",
        profile,
        scope: undefined,
        overrides: {},
        previous: await this.#previousRun(request.session.id),
        isRun: true,
      },
      signal,
    );
    return this.#assemble(gathered, profile, signal);
  }

  /** Stores a run that was sent. */
  async record({ manifest, messages, tools }: Assembled): Promise<RunSummary> {
    this.#recalled = null;
    const saved = await this.#ports.runs.save({ manifest, messages, tools });
    // The next prompt of the session is compared with it; it need not be read back.
    if (manifest.session !== null)
      this.#previous = { id: saved.id, run: { messages, segments: manifest.segments } };
    return saved;
  }

  /** The next `layered` prompt reads SOUL.md again. */
  reloadSoul(): void {
    this.#gatherer.reloadSoul();
  }

  async #profile(id: string, overrides: Overrides): Promise<BoundProfile> {
    return resolveProfile(id, await this.#ports.savedProfiles(), overrides);
  }

  /** The overrides with their edits turned into plain fields. */
  async #tried(asked: Overrides, agent: Agent, profile: string): Promise<Overrides> {
    if (!asked.edits) return asked;
    const { data } = await this.#profile(profile, asked);
    const read = async (path: string) => (await this.#ports.readProjectFile(path)).text;
    return tryEdits(asked, { agent, profile: shownProfile(data) }, read);
  }

  /**
   * A caller may name a file relative to the agent's workspace; all later code uses its project-relative path.
   * In a profile of the project's files, names are always relative to the project.
   */
  async #named(overrides: Overrides, agent: Agent, profile: BoundProfile): Promise<Overrides> {
    if (!overrides.files || profile.needs.has("project-files")) return overrides;
    const { files } = this.#ports;
    await files.ready();
    const nameOf = (path: string) => {
      const inWorkspace = inProject(agent.workspace, path);
      return files.get(path) === null && files.get(inWorkspace) !== null ? inWorkspace : path;
    };
    const named = Object.entries(overrides.files).map(([path, change]) => [nameOf(path), change] as const);
    // Unsaved text may belong to a file that is not on disk yet.
    const unknown = named.find(([path, change]) => change.text === undefined && files.get(path) === null);
    if (unknown) {
      const [path] = unknown;
      throw new Failure("file-not-found", `There is no file ${path}, so nothing would change.`, { path });
    }
    return { ...overrides, files: Object.fromEntries(named) };
  }

  /** An agent that is named is meant as it is; a conversation's answers as chosen there. */
  #answerer(
    { agent, choice = {} }: Pick<Partial<TargetInput>, "agent" | "choice">,
    session: Chosen | null,
  ): Agent {
    const own = this.#ports.agent(agent ?? session?.agent);
    const chosen = agent === undefined && session ? joinedChoice(session.choice, choice) : choice;
    return withChoice(own, chosen, this.#ports.agents());
  }

  async #session(id: string): Promise<Chosen> {
    const session = await this.#ports.session(id);
    if (session) return session;
    throw new Failure("session-not-found", "There is no such session.", { session: id });
  }

  async #hits(
    message: string,
    agent: Agent,
    scope: "main" | "shared",
    session: string | null,
    profile: BoundProfile,
    signal?: Signal,
  ): Promise<readonly MemoryHit[]> {
    if (message.trim() === "" || !profile.needs.has("recall")) return [];
    const key = JSON.stringify([
      agent.id,
      agent.memory.enabled,
      scope,
      session,
      message,
      this.#ports.memoryState(),
    ]);
    if (this.#recalled?.key === key) return this.#recalled.hits;
    const hits = await this.#ports.recall(message, agent, session, scope, signal);
    this.#recalled = { key, hits };
    return hits;
  }

  async #previousRun(session: string | undefined): Promise<PreviousRun | null> {
    if (session === undefined) return null;
    const [newest] = this.#ports.runs.list({ session, limit: 1 });
    if (!newest) return null;
    if (this.#previous?.id === newest.id) return this.#previous.run;
    const { messages, manifest } = await this.#ports.runs.read(newest.id);
    const run = { messages, segments: manifest.segments };
    this.#previous = { id: newest.id, run };
    return run;
  }

  #assemble(gathered: Gathered, profile: BoundProfile, signal?: Signal): Promise<Assembled> {
    let book = this.#books.get(gathered.encoding);
    if (!book) {
      book = createTokenBook(this.#ports.counter, gathered.encoding);
      this.#books.set(gathered.encoding, book);
    }
    return book.settle((meter) => assemble(gathered, profile, meter), signal);
  }
}

const withOthers = (hits: readonly MemoryHit[], other: OtherHits | undefined): readonly MemoryHit[] =>
  other ? [...other.hits, ...hits.filter(({ id }) => !other.without.includes(id))] : hits;

const including = (agent: Agent, include: readonly string[] | undefined): Agent =>
  include === undefined
    ? agent
    : { ...agent, workspaceFiles: { ...agent.workspaceFiles, include: [...include] } };
