import type { Agent } from "#shared/contract/agents.ts";
import { type Events, Failure } from "#shared/contract/index.ts";
import type { CompactionEntry, SessionEntry } from "#shared/model/session-entry.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Compacted } from "../context/types.ts";
import type { Provider } from "../providers/provider.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { type SessionMessage, toMessages } from "../sessions/to-messages.ts";
import { type CompactionPlan, planCompaction } from "./plan-compaction.ts";
import { finishedSummary, keptRequest, lastRequest, summaryPrompt } from "./summary-prompt.ts";

export type CompactorPorts = {
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly ids: Ids;
  provider(agent: Agent): Promise<{ readonly provider: Provider; readonly model: string }>;
  /** The agent's window in tokens; a summary must fit beside what stays. */
  window(agent: Agent): Promise<number>;
  count(text: string, model: string | null): Promise<number>;
  /** Offers what is about to go to memory. Runs before any loss; its failure does not stop the rest. */
  flush(
    session: string,
    agent: Agent,
    messages: readonly SessionMessage[],
    signal: AbortSignal,
  ): Promise<void>;
  emit(event: Events): void;
};

/** What the newest turns may keep: the smaller of these shares, so that a compaction is always worth its call. */
const keptShare = { ofWindow: 0.3, ofHistory: 0.5 };
const summaryTokens = 1024;
/** Of the last request among what is summarised; at most half the window, so that the summary fits into it. */
const MAX_REQUEST_TOKENS = 8000;
const turnsBetween = 5;
const failuresAllowed = 3;

/**
 * Replaces old history by one summary. Nothing is deleted: the log keeps every message, and the compaction
 * can be undone. When there is no model, or its summary is blank, history stays as it was.
 */
export class Compactor {
  readonly #ports: CompactorPorts;
  /** Failures in a row, by session; three stop automatic compaction until one succeeds. */
  readonly #failures = new Map<string, number>();

  constructor(ports: CompactorPorts) {
    this.#ports = ports;
  }

  async plan(
    session: string,
    agent: Agent,
  ): Promise<CompactionPlan & { tokens: { before: number; kept: number } }> {
    const messages = await this.#ports.sessions.messages(session);
    const sizes = await this.#sizes(messages, agent);
    const tokensOf = ({ id }: SessionMessage) => sizes.get(id) ?? 0;
    const sum = (list: readonly SessionMessage[]) =>
      list.reduce((total, message) => total + tokensOf(message), 0);
    const window = await this.#ports.window(agent);
    const kept = Math.min(keptShare.ofWindow * window, keptShare.ofHistory * sum(messages));
    const plan = planCompaction(messages, tokensOf, kept);
    return { ...plan, tokens: { before: sum(messages), kept: sum(plan.keep) } };
  }

  /** As the window fills. Says in `failed` why history stayed as it was. */
  async automatic(session: string, agent: Agent, signal: AbortSignal): Promise<Compacted> {
    const failed = (reason: string): Compacted => ({ summarised: [], freed: 0, failed: reason });
    if ((this.#failures.get(session) ?? 0) >= failuresAllowed) {
      return failed("Summarising failed three times in a row; it waits for a compaction by hand.");
    }
    if ((await this.#turnsSinceLast(session)) < turnsBetween) {
      return failed("The last summary is less than five turns old.");
    }
    try {
      return await this.compact(session, agent, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Failure) return failed(error.message);
      throw error;
    }
  }

  /** Fails with `nothing-to-compact`, `no-summary`, or as the provider does. */
  async compact(session: string, agent: Agent, signal: AbortSignal): Promise<Compacted> {
    const plan = await this.plan(session, agent);
    if (plan.reason) throw new Failure("nothing-to-compact", plan.reason);
    await this.#ports.flush(
      session,
      agent,
      plan.summarise.filter(({ summary }) => !summary),
      signal,
    );
    const summary = await this.#summary(session, plan.summarise, agent, signal);
    const before = plan.tokens.before - plan.tokens.kept;
    const after = await this.#ports.count(summary, agent.model);
    const freed = Math.max(0, before - after);
    await this.#replace(session, plan, summary, { freed, tokens: { before, after } });
    const summarised = plan.summarise.filter((message) => !message.summary);
    this.#ports.emit({ event: "chat.compacted", session, summarised: summarised.length, freed });
    return {
      summarised: summarised.map(({ id, role, content }) => ({ id, role, text: content })),
      freed,
    };
  }

  /** Brings the messages back into the model's sight; the log tells what they were. */
  async undo(session: string): Promise<number> {
    const { sessions } = this.#ports;
    const { log, context } = await sessions.load(session);
    const marker = log.findLast((entry) => entry.type === "compaction");
    if (!marker || !context.some((entry) => entry.type === "summary")) {
      throw new Failure("nothing-to-undo", "No summary stands in this conversation.");
    }
    const back = new Set(marker.summarised);
    const restored = log.filter((entry) => back.has(entry.id));
    const rest = context.filter((entry) => entry.type !== "summary" && !back.has(entry.id));
    const place = new Map(log.map(({ id }, index) => [id, index]));
    const inOrder = [...restored, ...rest].sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
    await sessions.compact(session, [], inOrder);
    return restored.length;
  }

  async #summary(
    session: string,
    old: readonly SessionMessage[],
    agent: Agent,
    signal: AbortSignal,
  ): Promise<string> {
    const { provider, model } = await this.#ports.provider(agent);
    if (provider.kind === "builtin") {
      throw new Failure("no-summary", "Without a language model nothing can be summarised.");
    }
    const window = await this.#ports.window(agent);
    // About three characters to a token, so that the question itself fits whatever the language.
    const messages = summaryPrompt(old, Math.max(2000, (window - summaryTokens - 400) * 3));
    let written = "";
    try {
      const request = {
        model,
        messages,
        tools: [],
        window,
        maxOutputTokens: summaryTokens,
        temperature: 0.2,
      };
      for await (const part of provider.chat({ ...request, purpose: "summary" }, signal)) {
        if (part.type === "text") written += part.text;
      }
    } catch (error) {
      this.#failed(session);
      throw error;
    }
    const most = Math.min(MAX_REQUEST_TOKENS, Math.floor(window / 2));
    const request = await keptRequest(lastRequest(old), most, (text) => this.#ports.count(text, agent.model));
    const summary = finishedSummary(written, old, request);
    if (summary === null) {
      this.#failed(session);
      throw new Failure("no-summary", "The model gave no summary, so history stays as it is.");
    }
    this.#failures.delete(session);
    return summary;
  }

  #failed(session: string): void {
    this.#failures.set(session, (this.#failures.get(session) ?? 0) + 1);
  }

  /** What stays keeps its order; the summary stands first, so there is exactly one. */
  async #replace(
    session: string,
    plan: CompactionPlan,
    content: string,
    sizes: Pick<CompactionEntry, "freed" | "tokens">,
  ): Promise<void> {
    const { sessions, ids, clock } = this.#ports;
    const { context } = await sessions.load(session);
    const timestamp = clock.now().toISOString();
    const kept = entriesOf(plan.keep, context);
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

/** The entries that make up these messages: an answer, its calls and their results. */
const entriesOf = (
  messages: readonly SessionMessage[],
  context: readonly SessionEntry[],
): readonly SessionEntry[] => {
  const ids = new Set(
    messages.flatMap(({ id, toolCalls }) => [id, ...(toolCalls ?? []).map((call) => call.id)]),
  );
  const kept = context.filter(
    (entry) => entry.type !== "summary" && entry.type !== "compaction" && ids.has(entry.id),
  );
  // A cut that separated a call from its result would show here as a call without an answer.
  if (toMessages(kept, new Set()).length < messages.filter(({ summary }) => !summary).length) {
    throw new Error("A compaction would lose a message.");
  }
  return kept;
};
