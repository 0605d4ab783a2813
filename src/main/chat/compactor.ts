import { lowestOrigin } from "#shared/model/origin.ts";
import type { Agent } from "#shared/contract/agents.ts";
import { type Events, Failure } from "#shared/contract/index.ts";
import type { CompactionEntry, SessionEntry } from "#shared/model/session-entry.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { CompactionNeed } from "../context/types.ts";
import type { Provider } from "../providers/provider.ts";
import { behindSummary } from "../sessions/behind-summary.ts";
import { isMarker, type LoadedSession } from "../sessions/load-session.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { type SessionMessage, toMessages } from "../sessions/to-messages.ts";
import { type CompactionPlan, newestTurn, planCompaction } from "./plan-compaction.ts";
import { finishedSummary, keptRequest, lastRequest, summaryPrompt } from "./summary-prompt.ts";

/** How many messages the new summary stands for; or why there is none. */
export type Done = { readonly summarised: number; readonly failed?: string };

export type CompactorPorts = {
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Whether the agent's provider may be asked without the user's word each time. */
  mayAsk(agent: Agent): boolean;
  provider(agent: Agent): Promise<{ readonly provider: Provider; readonly model: string }>;
  /** The agent's window in tokens; a summary must fit beside what stays. */
  window(agent: Agent): Promise<number>;
  count(text: string, model: string | null): Promise<number>;
  /** Whether counts for the model are exact. */
  isExact(model: string | null): boolean;
  /** Offers messages to memory before they leave the history. Its failure does not stop the rest. */
  flush(
    session: string,
    agent: Agent,
    messages: readonly SessionMessage[],
    signal: AbortSignal,
  ): Promise<void>;
  emit(event: Events): void;
};

/** What the newest turns may keep: the smallest of these shares, so that a compaction is always worth its call. */
const KEPT_SHARE = { ofWindow: 0.3, ofHistory: 0.5, ofRoom: 0.4 };
/** Of what the window leaves beside the newest message: the summary and the request it repeats fit there. */
const SUMMARY_SHARE = 0.25;
const REQUEST_SHARE = 0.2;
const MAX_SUMMARY_TOKENS = 1024;
const MIN_SUMMARY_TOKENS = 100;
/** Roles and separators around a message, as the assembler counts them. */
const MESSAGE_OVERHEAD = 4;
/**
 * Tokens kept of the last request among the summarised messages; at most half the window, so that the summary
 * fits into it.
 */
const MAX_REQUEST_TOKENS = 8000;
const MIN_TURNS_BETWEEN = 5;
const MAX_FAILURES = 3;

/**
 * Replaces old history by one summary. Nothing is deleted: the log keeps every message, and the compaction
 * can be undone. When there is no model, or its summary is blank, the history stays unchanged.
 */
export class Compactor {
  readonly #ports: CompactorPorts;
  /** Failures in a row, by session; three stop automatic compaction until one succeeds. */
  readonly #failures = new Map<string, number>();

  constructor(ports: CompactorPorts) {
    this.#ports = ports;
  }

  /** `room`: tokens the window leaves for messages, the newest included; null when it is unknown. */
  async plan(
    session: string,
    agent: Agent,
    room: number | null = null,
  ): Promise<
    CompactionPlan & { tokens: { before: number; kept: number; exact: boolean }; free: number | null }
  > {
    const messages = await this.#ports.sessions.messages(session);
    const sizes = await this.#sizes(messages, agent);
    const tokensOf = ({ id }: SessionMessage) => sizes.get(id) ?? 0;
    const sum = (list: readonly SessionMessage[]) =>
      list.reduce((total, message) => total + tokensOf(message), 0);
    const window = await this.#ports.window(agent);
    const newest = sum(messages.slice(newestTurn(messages)));
    const free = room === null ? null : Math.max(0, room - newest);
    const kept = Math.min(
      KEPT_SHARE.ofWindow * window,
      KEPT_SHARE.ofHistory * sum(messages),
      free === null ? Infinity : newest + KEPT_SHARE.ofRoom * free,
    );
    const plan = planCompaction(messages, tokensOf, kept);
    const exact = this.#ports.isExact(agent.model);
    return { ...plan, tokens: { before: sum(messages), kept: sum(plan.keep), exact }, free };
  }

  /**
   * As the window fills. Says in `failed` why history stayed as it was. What would be lost without a summary is
   * summarised at once; a threshold alone waits for five turns since the last one.
   */
  async automatic(
    session: string,
    agent: Agent,
    { because, room }: Pick<CompactionNeed, "because"> & { readonly room: number | null },
    signal: AbortSignal,
  ): Promise<Done> {
    const failed = (reason: string): Done => ({ summarised: 0, failed: reason });
    if ((this.#failures.get(session) ?? 0) >= MAX_FAILURES) {
      return failed("Summarising failed three times in a row; it waits for a summary by hand.");
    }
    if (!this.#ports.mayAsk(agent)) {
      return failed("You have not allowed this provider to be asked for summaries in the background.");
    }
    if (because === "threshold" && (await this.#turnsSinceLast(session)) < MIN_TURNS_BETWEEN) {
      return failed("The last summary is less than five turns old.");
    }
    try {
      return await this.compact(session, agent, signal, room);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Failure) return failed(error.message);
      throw error;
    }
  }

  /** Fails with `nothing-to-compact`, `no-summary`, or with the provider's failure. */
  async compact(
    session: string,
    agent: Agent,
    signal: AbortSignal,
    room: number | null = null,
  ): Promise<Done> {
    const plan = await this.plan(session, agent, room);
    if (plan.reason) throw new Failure("nothing-to-compact", plan.reason);
    await this.#ports.flush(
      session,
      agent,
      plan.summarise.filter(({ summary }) => !summary),
      signal,
    );
    const summary = await this.#summary(session, plan, agent, signal);
    const before = plan.tokens.before - plan.tokens.kept;
    const after = await this.#ports.count(summary, agent.model);
    const freed = Math.max(0, before - after + MESSAGE_OVERHEAD * (plan.summarise.length - 1));
    await this.#replace(session, plan, summary, {
      freed,
      tokens: { before, after, exact: plan.tokens.exact },
    });
    const summarised = plan.summarise.filter((message) => !message.summary).length;
    this.#ports.emit({ event: "chat.compacted", session, summarised, freed });
    return { summarised };
  }

  /** Restores the messages for the model, from the log. */
  async undo(session: string): Promise<number> {
    const { sessions } = this.#ports;
    const loaded = await sessions.load(session);
    const { log, context } = loaded;
    const standing = context.find((entry) => entry.type === "summary");
    const marker = log.find((entry) => entry.type === "compaction" && entry.id === standing?.parentId);
    if (marker?.type !== "compaction") {
      throw new Failure("nothing-to-undo", "This conversation has no summary to undo.");
    }
    const back = new Set(marker.summarised);
    const restored = log.filter((entry) => back.has(entry.id));
    const rest = context.filter((entry) => entry.type !== "summary" && !back.has(entry.id));
    const place = new Map(log.map(({ id }, index) => [id, index]));
    const inOrder = [...restored, ...rest].sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
    const earlier = foldedSummary(loaded, marker);
    await sessions.compact(session, [], earlier ? [earlier, ...inOrder] : inOrder);
    return restored.length;
  }

  async #summary(
    session: string,
    { summarise: old, free }: CompactionPlan & { readonly free: number | null },
    agent: Agent,
    signal: AbortSignal,
  ): Promise<string> {
    const { provider, model } = await this.#ports.provider(agent);
    if (provider.kind === "builtin") {
      throw new Failure("no-summary", "Summarising needs a language model. Choose one for this agent first.");
    }
    const window = await this.#ports.window(agent);
    // About three characters per token, so that the question itself fits whatever the language.
    const most = summaryTokens(free);
    const messages = summaryPrompt(old, Math.max(2000, (window - most - 400) * 3));
    let written = "";
    try {
      const request = {
        model,
        messages,
        tools: [],
        window,
        maxOutputTokens: most,
        temperature: 0.2,
      };
      for await (const part of provider.chat(
        { ...request, purpose: "summary", about: { session } },
        signal,
      )) {
        if (part.type === "text") written += part.text;
      }
    } catch (error) {
      this.#failed(session);
      throw error;
    }
    const room = free === null ? window / 2 : Math.min(window / 2, free * REQUEST_SHARE);
    const maxRequest = Math.min(MAX_REQUEST_TOKENS, Math.floor(room));
    const request = await keptRequest(lastRequest(old), maxRequest, (text) =>
      this.#ports.count(text, agent.model),
    );
    const summary = finishedSummary(written, old, request);
    if (summary === null) {
      this.#failed(session);
      throw new Failure("no-summary", "The model returned no summary, so the history was not changed.");
    }
    this.#failures.delete(session);
    return summary;
  }

  #failed(session: string): void {
    this.#failures.set(session, (this.#failures.get(session) ?? 0) + 1);
  }

  /** The kept messages stay in order; the summary comes first, so there is exactly one. */
  async #replace(
    session: string,
    plan: CompactionPlan,
    content: string,
    sizes: Pick<CompactionEntry, "freed" | "tokens">,
  ): Promise<void> {
    const { sessions, ids, clock } = this.#ports;
    const { context } = await sessions.load(session);
    const timestamp = clock.now().toISOString();
    const kept = keptEntries(plan, context);
    const gone = context
      .filter((entry) => !kept.includes(entry) && entry.type !== "summary")
      .map(({ id }) => id);
    const head = context.at(-1)?.id ?? null;
    const marker: SessionEntry = {
      type: "compaction",
      id: ids.next(),
      parentId: head,
      timestamp,
      summarised: gone,
      ...sizes,
    };
    const summary: SessionEntry = {
      type: "summary",
      id: ids.next(),
      parentId: marker.id,
      timestamp,
      // Derived from all that it stands for.
      origin: lowestOrigin("agent", ...plan.summarise.map(({ origin }) => origin)),
      content,
    };
    await sessions.compact(session, [marker, summary], [summary, ...kept]);
  }

  async #turnsSinceLast(session: string): Promise<number> {
    const { log } = await this.#ports.sessions.load(session);
    const last = log.findLastIndex((entry) => entry.type === "compaction");
    if (last < 0) return Infinity;
    return log.slice(last).filter((entry) => entry.type === "message" && entry.role === "user").length;
  }

  async #sizes(messages: readonly SessionMessage[], agent: Agent): Promise<ReadonlyMap<string, number>> {
    const sizes = await Promise.all(
      messages.map(async (message) => {
        const calls = message.toolCalls ? JSON.stringify(message.toolCalls) : "";
        return [message.id, await this.#ports.count(message.content + calls, agent.model)] as const;
      }),
    );
    return new Map(sizes);
  }
}

const summaryTokens = (free: number | null): number =>
  free === null
    ? MAX_SUMMARY_TOKENS
    : Math.max(MIN_SUMMARY_TOKENS, Math.min(MAX_SUMMARY_TOKENS, Math.floor(free * SUMMARY_SHARE)));

/** The summary that this compaction folded into its own: what it stands for is in nobody's sight without it. */
const foldedSummary = (
  { log, context }: Pick<LoadedSession, "log" | "context">,
  marker: CompactionEntry,
): SessionEntry | undefined => {
  const back = new Set([...marker.summarised, ...context.map(({ id }) => id)]);
  const hidden = new Set(behindSummary({ log, context }).map(({ id }) => id));
  const before = log.slice(0, log.indexOf(marker));
  const earlier = before.findLast(
    (entry) => entry.type === "compaction" && entry.summarised.some((id) => hidden.has(id) && !back.has(id)),
  );
  return log.find((entry) => entry.type === "summary" && entry.parentId === earlier?.id);
};

/**
 * The entries of the kept messages, and everything after the last one that is summarised: a question that failed
 * is not a message for the model, but part of the conversation.
 */
const keptEntries = (
  { keep: messages, summarise }: CompactionPlan,
  context: readonly SessionEntry[],
): readonly SessionEntry[] => {
  const ids = entryIds(messages);
  const old = entryIds(summarise);
  const lastOld = context.findLastIndex(({ id }) => old.has(id));
  const kept = context.filter((entry, at) => !isMarker(entry) && (at > lastOld || ids.has(entry.id)));
  // A cut that separated a call from its result would show here as a call without an answer.
  if (toMessages(kept, new Set(), () => "agent").length < messages.filter(({ summary }) => !summary).length) {
    throw new Error("A compaction would lose a message.");
  }
  return kept;
};

/** Of an answer also its calls. */
const entryIds = (messages: readonly SessionMessage[]): ReadonlySet<string> =>
  new Set(messages.flatMap(({ id, toolCalls }) => [id, ...(toolCalls ?? []).map((call) => call.id)]));
