import type { TurnEnd } from "#shared/contract/chat.ts";
import { lowestOrigin, type Origin } from "#shared/model/origin.ts";
import { Failure } from "#shared/contract/index.ts";
import type {
  MessageEntry,
  SessionEntry,
  ToolResultEntry,
  ToolUseEntry,
} from "#shared/model/session-entry.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { Assembled } from "../context/assemble.ts";
import { scopeOf } from "#shared/model/scope.ts";
import type { MemoryHit } from "../memory/recall/memory-hit.ts";
import type { Compacted } from "../context/types.ts";
import type { ChatRequest, Provider, Usage } from "../providers/provider.ts";
import { turnOf } from "../sessions/said-by.ts";
import type { PartialReply } from "../sessions/partial-reply.ts";
import type { ToolContext } from "../tools/tool.ts";
import { fsFailure } from "../workspace/fs-failure.ts";
import { BrokenCall, callModel, type ModelAnswer, NO_USAGE } from "./call-model.ts";
import { chatRequestOf } from "./chat-request.ts";
import { serverReadLess } from "./check-usage.ts";
import { endingOf, failedEnding } from "./ending.ts";
import { receiptOf } from "./receipt.ts";
import { runDelegate } from "./run-delegate.ts";
import { runToolCall, type ToolOutcome } from "./run-tool-call.ts";
import type { Turn } from "./turn.ts";
import type { TurnPorts } from "./turn-ports.ts";

/** Maximum number of model calls in one turn, with tools between them. */
const MAX_STEPS = 20;

/**
 * A turn: assemble → call → tools → store, assembled again for each step, until the model stops calling
 * tools. The session already ends with the user's message. What was received is kept however the turn ends.
 */
export const runTurn = async (turn: Turn, ports: TurnPorts, signal: AbortSignal): Promise<TurnEnd> => {
  const state: State = { entries: [], usage: null, readLess: null, sent: null };
  try {
    const { provider, model } = await ports.provider(turn.agent);
    const hits = await recalled(turn, ports, signal);
    for (let step = 0; step < (turn.maxSteps ?? MAX_STEPS); step++) {
      const answer = await oneStep({ turn, provider, model, hits }, state, ports, signal);
      if (answer.calls.length === 0) return end("finished", state);
    }
    return end("step-limit", state);
  } catch (error) {
    const cause = fsFailure(error instanceof BrokenCall ? error.cause : error, "The conversation");
    if (signal.aborted) return end("stopped", state);
    if (!(cause instanceof Failure)) throw cause;
    // A disk that stores nothing is one of the reasons; then the turn's end says it alone.
    await keepFailure(cause, turn, state, ports).catch(() => {});
    return { ...end("failed", state), failure: cause.toValue() };
  }
};

type State = {
  entries: SessionEntry[];
  usage: Usage | null;
  readLess: TurnEnd["readLess"];
  /** What was sent for an answer that did not come whole. */
  sent: Manifest | null;
};
type Speaker = {
  readonly turn: Turn;
  readonly provider: Provider;
  readonly model: string;
  readonly hits: readonly MemoryHit[];
};

const end = (status: TurnEnd["status"], { entries, usage, readLess }: State): TurnEnd => ({
  status,
  entries,
  usage,
  failure: null,
  readLess,
});

const oneStep = async (
  speaker: Speaker,
  state: State,
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<ModelAnswer> => {
  const id = ports.ids.next();
  const { assembled, answer } = await answerTo(id, speaker, state, ports, signal);
  const { model, provider, turn } = speaker;
  state.usage = answer.usage;
  state.readLess = serverReadLess(assembled.manifest, answer.usage) ?? state.readLess;
  const { usage, firstAfter } = answer;
  ports.recordUsage({ provider: provider.id, model, manifest: assembled.manifest, usage, firstAfter });
  const receipt = await receiptOf(speaker, answer, assembled.manifest, ports);
  const ending = endingOf(answer, assembled.manifest.window.reservedOutput);
  const uses = await orLeave(answer.partial, turn, ports, async () => {
    const message: MessageEntry = {
      ...line(id, await head(turn, ports), ports),
      type: "message",
      role: "assistant",
      content: answer.text,
      origin: answer.partial.header.origin,
      ...thoughts(answer.partial),
      provider: provider.id,
      model,
      usage: answer.usage,
      run: assembled.manifest.id,
      receipt,
      ...(turn.agent.id !== turn.session.agent && { agent: turn.agent.id }),
      ...(ending && { ending }),
    };
    const called = answer.calls.map((call): ToolUseEntry => ({
      // A server may reuse call ids; ids in a session are unique.
      ...line(ports.ids.next(), id, ports),
      type: "tool_use",
      name: call.name,
      args: call.args,
    }));
    await store(chained([message, ...called]), turn, state, ports);
    return called;
  });
  await ports.sessions.endReply(turn.session.id, answer.partial);
  await ports.context.record(assembled);
  const { origin } = answer.partial.header;
  await answerCalls(uses, origin, turn, state, ports, signal);
  return answer;
};

/**
 * Assembles and calls the model. If the server finds the prompt too long, it is compacted once and sent once
 * more.
 */
const answerTo = async (
  id: string,
  speaker: Speaker,
  state: State,
  ports: TurnPorts,
  signal: AbortSignal,
) => {
  let compacted: Compacted | null = null;
  for (let tries = 0; ; tries++) {
    const assembled = await assembleFor(speaker, compacted, ports, signal);
    await keepDropped(speaker.turn, assembled, ports, signal);
    try {
      const parentId = await head(speaker.turn, ports);
      const call = {
        provider: speaker.provider,
        session: speaker.turn.session.id,
        entry: id,
        parentId,
        origin: answerOrigin(assembled),
      };
      const pictures = await picturesFor(assembled, speaker.turn, ports);
      const request = { ...requestOf(assembled, speaker), ...(pictures.size > 0 && { pictures }) };
      const answer = await callModel({ ...call, request }, ports, signal);
      return { assembled, answer };
    } catch (error) {
      if (!(error instanceof BrokenCall)) throw error;
      // It was asked, so it can be looked at, although no whole answer came.
      await ports.context.record(assembled).catch(() => {});
      state.sent = assembled.manifest;
      const tooLong = error.cause instanceof Failure && error.cause.code === "context-length";
      if (!tooLong || tries > 0) {
        await orLeave(error.partial, speaker.turn, ports, () =>
          keepReceived(id, error, assembled.manifest, speaker, state, ports),
        );
        await ports.sessions.endReply(speaker.turn.session.id, error.partial);
        throw error;
      }
      await ports.sessions.endReply(speaker.turn.session.id, error.partial);
      const { id: session } = speaker.turn.session;
      // The server's window is smaller than believed, so the available room is unknown.
      const need = { because: "overflow", room: null } as const;
      const done = await ports.compact(session, speaker.turn.agent, need, signal);
      if (done.failed) throw error;
      compacted = { ...done, usedBefore: assembled.manifest.window.used };
    }
  }
};

const assembleFor = async (
  { turn, model, hits }: Speaker,
  compacted: Compacted | null,
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<Assembled> => {
  const { agent, activeFile } = turn;
  const assemble = async (done: Compacted | null) => {
    const { id, kind } = turn.session;
    const [history, summarised, joinedTools, gonePictures] = await Promise.all([
      ports.sessions.messages(id),
      ports.sessions.summarised(id),
      ports.sessions.joinedTools(id),
      ports.sessions.gonePictures(id),
    ]);
    const session = { id, kind, history, summarised, joinedTools, gonePictures };
    return ports.context.run({ agent, session, model, hits, activeFile, compacted: done }, signal);
  };
  const assembled = await assemble(compacted);
  if (!assembled.compaction || compacted) return assembled;
  const done = await ports.compact(turn.session.id, agent, assembled.compaction, signal);
  return assemble({ ...done, usedBefore: assembled.manifest.window.used });
};

/** The bytes of the pictures that are sent. */
const picturesFor = async (
  { messages }: Assembled,
  { session }: Turn,
  { sessions }: TurnPorts,
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const bytes = new Map<string, Uint8Array>();
  for (const { sha256, name } of messages.flatMap(({ pictures }) => pictures ?? [])) {
    const found = bytes.get(sha256) ?? (await sessions.picture(session.id, sha256));
    if (!found) throw new Failure("picture-gone", `${name} is not there any more.`, { name });
    bytes.set(sha256, found);
  }
  return bytes;
};

/** Messages that this prompt leaves out are lost to the model, although the session keeps them. */
const keepDropped = async (turn: Turn, { manifest }: Assembled, ports: TurnPorts, signal: AbortSignal) => {
  const dropped = new Set(
    manifest.segments.filter(({ status }) => status === "dropped").map(({ source }) => source),
  );
  if (dropped.size === 0) return;
  const { id } = turn.session;
  const messages = (await ports.sessions.messages(id)).filter(
    (message) => dropped.has(`message:${message.id}`) && !message.summary,
  );
  await ports.beforeLoss(id, turn.agent, messages, signal);
};

/** An answer is derived from all that the model reads, so it has the lowest origin of it. */
const answerOrigin = ({ manifest }: Assembled): Origin =>
  lowestOrigin(
    "agent",
    ...new Set(manifest.segments.flatMap(({ origin, sent }) => (sent.chars > 0 && origin ? [origin] : []))),
  );

const requestOf = (assembled: Assembled, { model, turn, provider }: Speaker): ChatRequest => ({
  ...chatRequestOf(assembled, {
    provider,
    model,
    sampling: turn.agent.sampling,
    purpose: "chat",
    about: { session: turn.session.id, run: assembled.manifest.id },
  }),
  ...cacheUntil(assembled.manifest),
});

/** The end of the last segment that was the same in the session's previous run. */
const cacheUntil = ({ prefix, segments }: Assembled["manifest"]): Pick<ChatRequest, "cacheUntil"> => {
  const sent = segments.filter(({ message, range }) => message !== null && range !== null);
  const broken = sent.findIndex(({ id }) => id === prefix.brokenBy);
  const last = broken < 0 ? sent.at(-1) : sent[broken - 1];
  if (!last || last.message === null || last.range === null) return {};
  return { cacheUntil: { message: last.message, offset: last.range[1] } };
};

/** Nested turns of one answer that run at the same time. */
const MAX_AT_ONCE = 4;

/** In order; delegated tasks that follow each other run at the same time. */
const answerCalls = async (
  uses: readonly ToolUseEntry[],
  origin: Origin,
  turn: Turn,
  state: State,
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<void> => {
  for (let at = 0; at < uses.length;) {
    const others = uses.slice(at).findIndex(({ name }) => name !== "delegate");
    const delegated = others < 0 ? uses.length - at : others;
    const few = uses.slice(at, at + Math.max(1, Math.min(delegated, MAX_AT_ONCE)));
    const ended = await Promise.allSettled(few.map((use) => outcomeOf(use, origin, turn, ports, signal)));
    for (const [index, use] of few.entries()) {
      const one = ended[index];
      if (one?.status === "fulfilled") await keepOutcome(use, one.value, turn, state, ports);
    }
    const failed = ended.find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
    at += few.length;
  }
};

const outcomeOf = async (
  use: ToolUseEntry,
  origin: Origin,
  turn: Turn,
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<ToolOutcome> => {
  const scope = scopeOf(turn.agent.scope, turn.session.kind, undefined);
  const context = await ports.toolContext(turn.agent, scope, turn.session.id, signal);
  const { log } = await ports.sessions.load(turn.session.id);
  const asked = turnOf(log, use.id);
  const by = { ...context.by, ...(asked !== null && { turn: asked }) };
  const delegate: ToolContext["delegate"] = (task, from) => runDelegate(turn, task, from, ports, runTurn);
  return runToolCall(use, turn.agent, { ...context, by, origin, delegate }, ports);
};

const keepOutcome = async (
  use: ToolUseEntry,
  outcome: ToolOutcome,
  turn: Turn,
  state: State,
  ports: TurnPorts,
): Promise<void> => {
  const result: ToolResultEntry = {
    ...line(ports.ids.next(), await head(turn, ports), ports),
    type: "tool_result",
    toolUseId: use.id,
    origin: outcome.origin,
    content: outcome.content,
    ...(outcome.isError ? { isError: true } : {}),
    ...(outcome.declined ? { declined: true } : {}),
    ...(outcome.file ? { file: outcome.file } : {}),
    ...(outcome.change ? { change: outcome.change } : {}),
    ...(outcome.joined ? { joined: outcome.joined } : {}),
  };
  await store([result], turn, state, ports);
};

/** What came before a failure is an answer, too; it is marked, and stored before it is reported. */
const keepReceived = async (
  id: string,
  broken: BrokenCall,
  manifest: Manifest,
  speaker: Speaker,
  state: State,
  ports: TurnPorts,
) => {
  const { partial, cause } = broken;
  if (partial.text === "" && partial.reasoning === "") return;
  const { turn, model, provider } = speaker;
  const { firstAfter, ms } = broken;
  const heard = { partial, firstAfter, ms, text: partial.text, usage: NO_USAGE };
  const receipt = await receiptOf(speaker, heard, manifest, ports);
  const message: MessageEntry = {
    ...line(id, await head(turn, ports), ports),
    type: "message",
    role: "assistant",
    content: partial.text,
    origin: partial.header.origin,
    ...thoughts(partial),
    interrupted: true,
    provider: provider.id,
    model,
    run: manifest.id,
    receipt,
    ...(cause instanceof Failure && cause.code !== "stopped" && { ending: failedEnding("broken", cause) }),
  };
  await store([message], turn, state, ports);
};

/**
 * A question that got no word keeps the reason in the place of its answer. Not where it was asked again: there
 * the conversation stays as it was.
 */
const keepFailure = async (failure: Failure, turn: Turn, state: State, ports: TurnPorts): Promise<void> => {
  const last = state.entries.at(-1);
  const isKept = last?.type === "message" && last.ending !== undefined;
  if (isKept || ports.sessions.isForked(turn.session.id)) return;
  const message: MessageEntry = {
    ...line(ports.ids.next(), await head(turn, ports), ports),
    type: "message",
    role: "assistant",
    content: "",
    ...(state.sent !== null && { run: state.sent.id }),
    ...(turn.agent.provider !== null && { provider: turn.agent.provider }),
    ...(turn.agent.model !== null && { model: turn.agent.model }),
    ending: failedEnding("failed", failure),
  };
  await store([message], turn, state, ports);
};

/** When the disk refuses to store an answer, the received part can be recovered later. */
const orLeave = async <T>(
  partial: PartialReply,
  { session }: Turn,
  ports: TurnPorts,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    await ports.sessions.leaveReply(session.id, partial);
    throw error;
  }
};

const thoughts = ({ reasoning }: PartialReply) => (reasoning === "" ? {} : { reasoning });

const store = async (entries: readonly SessionEntry[], turn: Turn, state: State, ports: TurnPorts) => {
  await ports.sessions.append(turn.session.id, entries);
  for (const entry of entries) {
    state.entries.push(entry);
    ports.emit({ event: "chat.entry", session: turn.session.id, entry });
  }
};

const head = async ({ session }: Turn, { sessions }: TurnPorts): Promise<string> => {
  const { context } = await sessions.load(session.id);
  return context.at(-1)?.id ?? "";
};

const line = (id: string, parentId: string, { clock }: TurnPorts) => ({
  id,
  parentId,
  timestamp: clock.now().toISOString(),
});

/** Each entry follows the one before it. */
const chained = (entries: readonly SessionEntry[]): SessionEntry[] =>
  entries.map((entry, index) => ({ ...entry, parentId: entries[index - 1]?.id ?? entry.parentId }));

const recalled = async ({ session, agent }: Turn, ports: TurnPorts, signal: AbortSignal) => {
  const messages = await ports.sessions.messages(session.id);
  const asked = messages.findLast(({ role, summary }) => role === "user" && !summary)?.content ?? "";
  return ports.recall(asked, agent, session.id, scopeOf(agent.scope, session.kind, undefined), signal);
};
