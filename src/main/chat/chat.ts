import { lowestOrigin, type Origin } from "#shared/model/origin.ts";
import type { Agent } from "#shared/contract/agents.ts";
import type { TurnEnd } from "#shared/contract/chat.ts";
import { type Events, Failure } from "#shared/contract/index.ts";
import type { DocumentCut } from "#shared/model/document-cut.ts";
import type { MessageEntry, SessionEntry } from "#shared/model/session-entry.ts";
import { type AnswerChoice, noChoice } from "#shared/model/answer-choice.ts";
import type { Hold, MessageQueue } from "#shared/model/message-queue.ts";
import { attachedOrigin } from "#shared/model/served-path.ts";
import type { Picture } from "#shared/model/picture.ts";
import { readFileBlocks } from "#shared/model/tagged-text.ts";
import { cutStart } from "../base/cut-text.ts";
import type { Log } from "../base/log.ts";
import { withoutFiles } from "../context/gather/only-passages.ts";
import { fsFailure } from "../workspace/fs-failure.ts";
import { runTurn } from "../turns/run-turn.ts";
import type { TurnPorts } from "../turns/turn-ports.ts";
import type { Attachments } from "./attachments.ts";
import type { MessageQueues } from "./message-queues.ts";
import { newestLeaf } from "../sessions/branches.ts";
import type { SessionsInTurn } from "../sessions/sessions-in-turn.ts";
import type { Sessions } from "../sessions/sessions.ts";

export type ChatOptions = {
  readonly sessions: Sessions;
  /** Called while something runs in a session. */
  readonly inTurn: SessionsInTurn;
  readonly turn: TurnPorts;
  readonly attachments: Attachments;
  /** Why a model is sent no pictures; null when it is. */
  noPictures(agent: Agent): Promise<Failure | null>;
  /** The lowest origin of a text of the folder. */
  originOf(text: string): Origin;
  /** In the background, after the answer: notes, memory, titles. Never delays a reply. */
  readonly afterTurn: (session: string, agent: Agent, end: TurnEnd) => void;
  readonly emit: (event: Events) => void;
  readonly queues: MessageQueues;
  readonly log: Log;
};

export type Sent = {
  readonly text: string;
  readonly attachments?: readonly string[] | undefined;
  readonly pictures?: readonly Picture[] | undefined;
  readonly activeFile?: string | undefined;
  readonly choice?: AnswerChoice | undefined;
};

/** Conversations between the user and agents. One turn at a time per session. */
export class Chat {
  readonly #options: ChatOptions;
  readonly #running = new Map<string, { readonly stop: AbortController; readonly over: Promise<unknown> }>();
  #isClosing = false;
  /** By session, the question of a last turn that was retried and got no answer: `continue` sends it again. */
  readonly #unanswered = new Map<string, string>();

  constructor(options: ChatOptions) {
    this.#options = options;
  }

  send(session: string, sent: Sent): Promise<TurnEnd> {
    return this.#send(session, sent, this.#options.turn.ids.next());
  }

  /** Puts a message behind those that wait. Where nothing runs and nothing is held it is sent at once. */
  async enqueue(session: string, sent: Sent): Promise<MessageQueue> {
    const { text, attachments, pictures = [], activeFile, choice } = sent;
    await this.#options.attachments.keep(session, pictures);
    const queue = await this.#options.queues.add(session, {
      id: this.#options.turn.ids.next(),
      text,
      attachments: [...(attachments ?? [])],
      pictures: [...pictures],
      activeFile: activeFile ?? null,
      choice: choice ?? noChoice,
    });
    this.#goOn(session);
    return queue;
  }

  /** Sends what waits, after something held it up. */
  async resumeQueue(session: string): Promise<MessageQueue> {
    const queue = await this.#options.queues.release(session);
    this.#goOn(session);
    return queue;
  }

  /** Replaces a message; the old message and what followed stay as a branch. */
  async edit(session: string, message: string, text: string): Promise<TurnEnd> {
    return this.#turn(session, null, async (agent) => {
      const edited = await this.#ownMessage(session, message);
      await this.#requireSight(agent, edited);
      await this.#options.sessions.forkAt(session, edited.parentId);
      return [
        await this.#say(session, { ...edited, content: text, cut: stillCut(edited, text) }, edited.parentId),
      ];
    });
  }

  /** Asks a message again without its files, or with the passages of them that match its words. */
  async refit(session: string, message: string, files: "none" | "passages"): Promise<TurnEnd> {
    return this.#turn(session, null, async (agent) => {
      const said = await this.#ownMessage(session, message);
      const fitted =
        files === "none"
          ? { content: withoutFiles(said.content), pictures: [] }
          : { ...said, ...(await this.#options.attachments.passages(session, said.content)) };
      await this.#requireSight(agent, fitted);
      await this.#options.sessions.forkAt(session, said.parentId);
      return [await this.#say(session, fitted, said.parentId)];
    });
  }

  /** Asks the question of this answer again; without one, the question of the last answer. */
  async regenerate(session: string, message: string | undefined): Promise<TurnEnd> {
    return this.#turn(session, null, async (agent) => {
      const { log, context } = await this.#options.sessions.load(session);
      let asked: SessionEntry | undefined =
        message === undefined ? context.at(-1) : await this.#entry(session, message);
      while (asked && !(asked.type === "message" && asked.role === "user")) {
        const { parentId }: SessionEntry = asked;
        asked = log.find(({ id }) => id === parentId);
      }
      if (!asked) throw new Failure("nothing-asked", "There is no question before this answer.", { message });
      await this.#requireSight(agent, asked);
      await this.#askAgain(session, asked.id);
      return [];
    });
  }

  /**
   * A further answer to the conversation in its current state: after a stop, a failure, or the limit of
   * steps.
   */
  async continue(session: string): Promise<TurnEnd> {
    return this.#turn(session, null, async () => {
      const unanswered = this.#unanswered.get(session);
      if (unanswered !== undefined) {
        await this.#askAgain(session, unanswered);
        return [];
      }
      const { context } = await this.#options.sessions.load(session);
      const last = context.at(-1);
      if (!last) throw new Failure("nothing-said", "This conversation is empty.");
      // A model answers a message of the user; an interrupted answer needs one to continue from.
      if (last.type !== "message" || last.role !== "assistant") return [];
      if (last.content === "" && last.ending && last.parentId !== null) {
        await this.#askAgain(session, last.parentId);
        return [];
      }
      return [await this.#say(session, { content: "Continue." }, last.id)];
    });
  }

  /** Selects the branch of this entry, at its newest entry. */
  async branch(session: string, entry: string): Promise<void> {
    await this.#alone(session, async () => {
      const { log } = await this.#options.sessions.load(session);
      await this.#entry(session, entry);
      const said = log.filter(({ type }) => type !== "compaction" && type !== "summary");
      await this.#options.sessions.goTo(session, newestLeaf(said, entry));
      this.#unanswered.delete(session);
    });
  }

  /** Starts over in the same session. Returns the last entry; null when the session was empty. */
  clear(session: string): Promise<string | null> {
    const { sessions, turn } = this.#options;
    return this.#alone(session, async (signal) => {
      await sessions.recover(session);
      const last = (await sessions.load(session)).context.at(-1);
      if (!last) return null;
      const leaving = (await sessions.messages(session)).filter(({ summary }) => !summary);
      await turn.beforeLoss(session, await sessions.agentOf(session), leaving, signal);
      await sessions.goTo(session, null);
      this.#unanswered.delete(session);
      return last.id;
    });
  }

  /** A turn of a different agent, started by a turn that runs. */
  nest<T>(session: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.#alone(session, (own) => work(AbortSignal.any([signal, own])));
  }

  stop(session: string): boolean {
    const running = this.#running.get(session);
    running?.stop.abort(new Failure("stopped", "The answer was stopped."));
    return running !== undefined;
  }

  isRunning(session: string): boolean {
    return this.#running.has(session);
  }

  /** The same, and waits until the received part is stored. */
  async end(session: string): Promise<void> {
    const running = this.#running.get(session);
    this.stop(session);
    await running?.over;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#running.keys()].map((session) => this.end(session)));
  }

  async #turn(
    session: string,
    activeFile: string | null,
    begin: (agent: Agent) => Promise<readonly SessionEntry[]>,
    forMessage: AnswerChoice = noChoice,
  ): Promise<TurnEnd> {
    const { sessions, emit, turn, afterTurn, queues, log } = this.#options;
    const ended = await this.#alone(session, async (signal) => {
      // The next request must not overwrite an answer that was not stored.
      await sessions.recover(session);
      // Before anything is said: an agent that is gone answers nothing.
      const { agent } = await sessions.answererOf(session, forMessage);
      const { provider, model } = agent;
      // What is learned belongs to the conversation's agent, and only who answered reads it for that.
      const owner = { ...(await sessions.agentOf(session)), provider, model };
      const said = await begin(agent);
      const info = await sessions.info(session);
      emit({ event: "chat.started", session });
      for (const entry of said) emit({ event: "chat.entry", session, entry });
      const end = await runTurn({ agent, session: info, activeFile }, turn, signal);
      const whole = { ...end, entries: [...said, ...end.entries] };
      if (whole.entries.length > 0) this.#unanswered.delete(session);
      sessions.dropFork(session);
      const held = this.#isClosing ? CLOSED : holdAfter(whole);
      // A disk that stores nothing is one of the reasons for an end.
      if (held) await queues.hold(session, held).catch((error: unknown) => log.error("not held", error));
      emit({ event: "chat.ended", session, end: whole });
      afterTurn(session, owner, whole);
      return { end: whole, held };
    });
    if (!ended.held) this.#goOn(session);
    return ended.end;
  }

  async #send(
    session: string,
    sent: Sent,
    id: string,
    onSaid: () => Promise<unknown> = async () => {},
  ): Promise<TurnEnd> {
    const { text, attachments = [], activeFile, choice } = sent;
    const attached = await this.#options.attachments.read(session, sent);
    const say = async (agent: Agent) => {
      const { sessions } = this.#options;
      await this.#requireSight(agent, attached);
      const { context } = await sessions.load(session);
      const said = await this.#say(session, { ...attached, attachments }, context.at(-1)?.id ?? null, id);
      await onSaid();
      if ((await sessions.info(session)).title === "")
        await sessions.update(session, { title: titleOf(text) });
      return [said];
    };
    return this.#turn(session, activeFile ?? null, say, choice);
  }

  /** Sends the next message that waits, if nothing runs; each turn calls it when it is over. */
  #goOn(session: string): void {
    this.#sendNext(session).catch((error: unknown) => this.#options.log.error("a queue stopped", error));
  }

  async #sendNext(session: string): Promise<void> {
    const { queues } = this.#options;
    const { messages, held } = await queues.of(session);
    const [next] = messages;
    if (!next || held || this.#isClosing || this.#running.has(session)) return;
    const { id, text, attachments, pictures, activeFile, choice } = next;
    try {
      const sent = { text, attachments, pictures, activeFile: activeFile ?? undefined, choice };
      await this.#send(session, sent, id, () => queues.remove(session, id));
    } catch (error) {
      const cause = fsFailure(error, "The conversation");
      // A different turn was faster; its end sends this one.
      if (cause instanceof Failure && cause.code === "turn-running") return;
      const message = cause instanceof Failure ? cause.message : null;
      await queues.hold(session, { reason: "refused", message });
      if (!(cause instanceof Failure)) throw cause;
    }
  }

  /** Runs one operation at a time per session, until it is done or stopped. */
  async #alone<T>(session: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#running.has(session)) throw busy();
    const stop = new AbortController();
    const leave = this.#options.inTurn.begin(session);
    const done = work(stop.signal).finally(() => {
      this.#options.sessions.dropFork(session);
      this.#running.delete(session);
      leave();
    });
    this.#running.set(session, { stop, over: done.catch(() => {}) });
    return done;
  }

  /** The conversation does not change until the new answer starts. */
  async #askAgain(session: string, question: string): Promise<void> {
    await this.#options.sessions.forkAt(session, question);
    this.#unanswered.set(session, question);
  }

  /** A question about a picture is not asked where nobody sees the picture. */
  async #requireSight(
    agent: Agent,
    asked: { readonly pictures?: readonly Picture[] | undefined } | SessionEntry,
  ): Promise<void> {
    if (!("pictures" in asked) || !asked.pictures?.length) return;
    const refusal = await this.#options.noPictures(agent);
    if (refusal) throw refusal;
  }

  async #say(
    session: string,
    { content, attachments = [], pictures = [], cut = [] }: SaidMessage,
    parentId: string | null,
    id = this.#options.turn.ids.next(),
  ) {
    const { clock } = this.#options.turn;
    const entry: MessageEntry = {
      type: "message",
      id,
      parentId,
      timestamp: clock.now().toISOString(),
      role: "user",
      content,
      // What is attached stands in the message, and may be lower than who attached it.
      origin: lowestOrigin(
        attachedOrigin(content),
        attachments.length === 0 ? "you" : this.#options.originOf(content),
      ),
      ...(attachments.length > 0 ? { attachments: [...attachments] } : {}),
      ...(pictures.length > 0 ? { pictures: [...pictures] } : {}),
      ...(cut.length > 0 ? { cut: [...cut] } : {}),
    };
    await this.#options.sessions.append(session, [entry]);
    return entry;
  }

  async #ownMessage(session: string, message: string): Promise<MessageEntry> {
    const entry = await this.#entry(session, message);
    if (entry.type === "message" && entry.role === "user") return entry;
    throw new Failure("not-yours", "You can only edit your own messages.", { message });
  }

  async #entry(session: string, id: string): Promise<SessionEntry> {
    const { log } = await this.#options.sessions.load(session);
    const found = log.find((entry) => entry.id === id);
    if (found) return found;
    throw new Failure("message-not-found", "This message is not in this conversation.", { message: id });
  }
}

/** A message of the user before it has a place. */
type SaidMessage = {
  readonly content: string;
  readonly attachments?: readonly string[] | undefined;
  readonly pictures?: readonly Picture[] | undefined;
  readonly cut?: readonly DocumentCut[] | undefined;
};

/** What was cut and is still in the text that replaces a message. */
const stillCut = ({ cut = [] }: MessageEntry, text: string): readonly DocumentCut[] => {
  const paths = new Set(readFileBlocks(text).files.map(({ path }) => path));
  return cut.filter(({ path, passages }) => passages === 0 || paths.has(path));
};

/** The first line of the first message, until the user chooses a title. */
const titleOf = (text: string) => {
  const line = text.trim().split("\n")[0] ?? "";
  return line.length > 60 ? `${cutStart(line, 57).trimEnd()}…` : line;
};

const CLOSED: Hold = { reason: "closed", message: null };

/** What waits was written for a whole answer; after any other ending the user decides. */
const holdAfter = ({ status, failure, entries }: TurnEnd): Hold | null => {
  if (status === "stopped") return { reason: "stopped", message: null };
  if (status === "failed") return { reason: "failed", message: failure?.message ?? null };
  if (status === "step-limit") return { reason: "limit", message: null };
  const last = entries.findLast((entry) => entry.type === "message" && entry.role === "assistant");
  return last?.type === "message" && last.ending ? { reason: "not-whole", message: null } : null;
};

const busy = () => new Failure("turn-running", "An answer is still arriving. Stop it first, or wait for it.");
