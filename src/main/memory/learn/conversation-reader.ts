import type { Agent } from "#shared/contract/agents.ts";
import type { Message } from "#shared/model/manifest.ts";
import { ORIGINS } from "#shared/model/origin.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { OneAtATime } from "../../base/one-at-a-time.ts";
import type { Provider, Usage } from "../../providers/provider.ts";
import type { SessionsInTurn } from "../../sessions/sessions-in-turn.ts";
import type { Sessions } from "../../sessions/sessions.ts";
import type { Store } from "../../store/open-store.ts";
import { type Accepted, acceptSaid } from "./accept-learned.ts";
import { extractByRules } from "./extract-by-rules.ts";
import {
  flushPrompts,
  isSaid,
  memoryWriteDefinition,
  type Offered,
  readFlushAnswer,
} from "./flush-prompt.ts";
import { writtenByModel } from "./noted-lines.ts";
import type { Learner } from "./learner.ts";

export type ReaderPorts = {
  readonly store: Store;
  readonly sessions: Sessions;
  /** Marks a session from the end of a turn until it was read; its messages are stored after that. */
  readonly inTurn: SessionsInTurn;
  readonly learner: Learner;
  readonly clock: Clock;
  readonly log: Log;
  /** Null when only Built-in answers for the agent: then plain rules are used. */
  readonly model: (agent: Agent) => Promise<Speaker | null>;
  /** Whether the session is private; a shared one neither reads nor writes memory. */
  readonly isPrivate: (agent: Agent, session: string) => Promise<boolean>;
  readonly known: (agent: Agent) => Promise<readonly string[]>;
  /** Whether the user trusts the folder: nothing is learned into one that they do not. */
  readonly isTrusted: () => boolean;
  /** Adds the session's messages to the search index. */
  readonly storeMessages: (session: string) => Promise<void>;
};

export type Speaker = { readonly provider: Provider; readonly model: string; readonly window: number };

export const flushRule = {
  temperature: 0.3,
  maxOutputTokens: 2048,
  /** After a turn, a model reads when this many messages wait, or the oldest has waited this long. */
  messages: 8,
  waitMs: 10 * 60_000,
} as const;

/**
 * Reads conversations for what is worth remembering: in the background after a turn, and before messages
 * leave the history for any reason. Each message is read once; `offered_messages` records which. With a
 * model, one call does everything; without, plain rules do.
 */
export class ConversationReader {
  readonly #ports: ReaderPorts;
  readonly #turns = new OneAtATime();
  readonly #closing = new AbortController();
  /** By session: when a model that failed may read again. */
  readonly #resting = new Map<string, number>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** Models that are reading now, and the callers that do not wait for them. */
  #asking = 0;
  readonly #hurried = new Set<() => void>();

  constructor(ports: ReaderPorts) {
    this.#ports = ports;
  }

  /** Returns at once. Stores notes, profile, graph, then the messages themselves, in this order. */
  afterTurn(session: string, agent: Agent): void {
    const end = this.#ports.inTurn.begin(session);
    void this.#turns
      .run(async () => {
        if (!(await this.#ports.isPrivate(agent, session))) return;
        try {
          if (agent.memory.enabled && agent.memory.extract && this.#ports.isTrusted())
            await this.#readWaiting(session, agent);
        } finally {
          // Also when reading failed: the messages can still be found.
          await this.#ports.storeMessages(session);
        }
      })
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted)
          this.#ports.log.error("A turn could not be remembered.", error, { session });
      })
      .finally(end);
  }

  /** Settles when the content of these messages is stored. They are removed even if that failed. */
  async beforeLoss(
    session: string,
    agent: Agent,
    messages: readonly Offered[],
    signal: AbortSignal,
  ): Promise<void> {
    if (!this.#ports.isTrusted()) return;
    if (!agent.memory.enabled || this.#unread(session, messages).length === 0) return;
    if (!(await this.#ports.isPrivate(agent, session))) return;
    await this.#turns.run(async () => {
      const unread = this.#unread(session, messages);
      if (unread.length === 0) return;
      const model = await this.#ports.model(agent);
      try {
        if (model) await this.#readWithModel(session, agent, unread, model, signal, "flush");
        else await this.#readByRules(session, agent, unread);
      } catch (error) {
        signal.throwIfAborted();
        this.#ports.log.error(
          "A model could not read messages before they leave the history; plain rules read them instead.",
          error,
          { session },
        );
        await this.#readByRules(session, agent, unread);
      }
    });
  }

  /** Resolves when no reading is in progress. */
  idle(): Promise<void> {
    return this.#turns.idle();
  }

  /** The same, but without waiting for a model: for callers that need the newest messages. */
  async caughtUp(): Promise<void> {
    if (this.#asking > 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#hurried.add(resolve);
    await Promise.race([this.#turns.idle(), promise]);
    this.#hurried.delete(resolve);
  }

  /** Model calls are stopped and repeated later; reading by rules finishes quickly. */
  async close(): Promise<void> {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#closing.abort();
    await this.#turns.idle();
  }

  async #readWaiting(session: string, agent: Agent): Promise<void> {
    const model = await this.#ports.model(agent).catch(() => null);
    const waiting = this.#unread(session, await this.#messages(session));
    if (waiting.length === 0) return;
    if (!model) return this.#readByRules(session, agent, waiting);
    const due = await this.#dueAt(session, waiting);
    if (due > this.#now()) return this.#readLater(session, agent, due - this.#now());
    try {
      await this.#readWithModel(session, agent, waiting, model, this.#closing.signal);
    } catch (error) {
      this.#resting.set(session, this.#now() + flushRule.waitMs);
      throw error;
    }
  }

  /** A conversation that ends with only a few messages is read, too. */
  #readLater(session: string, agent: Agent, ms: number): void {
    clearTimeout(this.#timers.get(session));
    const timer = setTimeout(
      () => {
        this.#timers.delete(session);
        this.afterTurn(session, agent);
      },
      Math.min(ms, flushRule.waitMs),
    );
    timer.unref();
    this.#timers.set(session, timer);
  }

  async #dueAt(session: string, waiting: readonly Offered[]): Promise<number> {
    const rested = this.#notAfter(this.#resting.get(session) ?? 0);
    if (waiting.length >= flushRule.messages) return rested;
    const { log } = await this.#ports.sessions.load(session);
    const first = log.find(({ id }) => id === waiting[0]?.id);
    return Math.max(rested, first ? this.#notAfter(Date.parse(first.timestamp) + flushRule.waitMs) : 0);
  }

  /** A time further away than any waiting period was set before the clock was set back, so it counts as now. */
  #notAfter(time: number): number {
    return time > this.#now() + flushRule.waitMs ? 0 : time;
  }

  async #readByRules(session: string, agent: Agent, messages: readonly Offered[]): Promise<void> {
    // Apart by origin, so that the user's own sentences stay theirs.
    for (const origin of ORIGINS) {
      const said = messages.filter((message) => message.role === "user" && message.origin === origin);
      const words = said.map(({ content }) => content);
      if (words.length === 0) continue;
      const answer = acceptSaid(extractByRules(words, await this.#ports.known(agent)));
      await this.#ports.learner.keep({ agent, session, by: "rules", answer, origin, usage: null });
    }
    this.#markRead(session, messages);
  }

  async #readWithModel(
    session: string,
    agent: Agent,
    messages: readonly Offered[],
    speaker: Speaker,
    signal: AbortSignal,
    purpose: "flush" | "extract" = "extract",
  ): Promise<void> {
    // About three characters per token, so that the question fits whatever the language.
    const maxChars = Math.max(2000, (speaker.window - flushRule.maxOutputTokens - 800) * 3);
    this.#asking += 1;
    for (const goOn of this.#hurried) goOn();
    try {
      for (const prompt of flushPrompts(messages, maxChars)) {
        const { answer, usage } = await ask(speaker, prompt.messages, { session, purpose }, signal);
        const origin = writtenByModel(prompt.origin);
        await this.#ports.learner.keep({ agent, session, by: "model", answer, origin, usage });
      }
    } finally {
      this.#asking -= 1;
    }
    this.#markRead(session, messages);
  }

  async #messages(session: string): Promise<readonly Offered[]> {
    const messages = await this.#ports.sessions.messages(session);
    return messages.filter(({ summary }) => !summary);
  }

  /** What was imported was said elsewhere, to somebody else: it can be found, and nothing is learned from it. */
  #unread(session: string, messages: readonly Offered[]): readonly Offered[] {
    const read = this.#ports.store.db.prepare(
      "select 1 from offered_messages where session = ? and message = ?",
    );
    return messages.filter(
      (message) => !message.imported && isSaid(message) && !read.get(session, message.id),
    );
  }

  #markRead(session: string, messages: readonly Offered[]): void {
    const { store } = this.#ports;
    const insert = store.db.prepare(
      "insert or ignore into offered_messages (session, message) values (?, ?)",
    );
    store.transact(() => {
      for (const { id } of messages) insert.run(session, id);
    });
  }

  #now(): number {
    return this.#ports.clock.now().getTime();
  }
}

const ask = async (
  { provider, model, window }: Speaker,
  messages: readonly Message[],
  { session, purpose }: { readonly session: string; readonly purpose: "flush" | "extract" },
  signal: AbortSignal,
): Promise<{ readonly answer: Accepted; readonly usage: Usage | null }> => {
  const { temperature, maxOutputTokens } = flushRule;
  const request = { model, messages, tools: [memoryWriteDefinition], window, temperature, maxOutputTokens };
  const calls: { name: string; args: unknown }[] = [];
  let text = "";
  let usage: Usage | null = null;
  for await (const part of provider.chat({ ...request, purpose, about: { session } }, signal)) {
    if (part.type === "text") text += part.text;
    if (part.type === "tool-call") calls.push({ name: part.name, args: part.args });
    if (part.type === "finish") usage = part.usage;
  }
  return { answer: readFlushAnswer(text, calls), usage };
};
