import { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import {
  emptyQueue,
  type Hold,
  MAX_QUEUE_CHARS,
  MAX_QUEUED,
  type MessageQueue,
  messageQueue,
  type QueuedMessage,
} from "#shared/model/message-queue.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import type { Sessions } from "../sessions/sessions.ts";

/** A file beyond this size was not written here. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

const queueFile = z.object({ version: z.literal(1), ...messageQueue.shape });

/**
 * Messages that wait in conversations, each list in a file beside its conversation: a window that is reloaded and an
 * app that was closed lose none. After a restart a list is held, because nobody may be there to see it go on.
 */
export class MessageQueues {
  readonly #sessions: Sessions;
  readonly #onChange: (session: string, queue: MessageQueue) => void;
  readonly #known = new Map<string, MessageQueue>();
  readonly #writes = new OneAtATime();

  constructor(sessions: Sessions, onChange: (session: string, queue: MessageQueue) => void) {
    this.#sessions = sessions;
    this.#onChange = onChange;
  }

  async of(session: string): Promise<MessageQueue> {
    return this.#known.get(session) ?? this.#writes.run(() => this.#read(session));
  }

  add(session: string, message: QueuedMessage): Promise<MessageQueue> {
    return this.#change(session, ({ messages, held }) => {
      const chars = messages.reduce((sum, { text }) => sum + text.length, message.text.length);
      if (messages.length >= MAX_QUEUED || chars > MAX_QUEUE_CHARS) {
        throw new Failure("queue-full", `No more than ${MAX_QUEUED} messages can wait in a conversation.`);
      }
      return { messages: [...messages, this.#cleaned(message)], held };
    });
  }

  edit(session: string, id: string, text: string): Promise<MessageQueue> {
    return this.#change(session, (queue) => ({
      ...queue,
      messages: found(queue, id).map((each) => (each.id === id ? this.#cleaned({ ...each, text }) : each)),
    }));
  }

  /** Moves a message to a place in the list, counted from 0. */
  move(session: string, id: string, to: number): Promise<MessageQueue> {
    return this.#change(session, (queue) => {
      const all = found(queue, id);
      const moved = all.filter((each) => each.id === id);
      const others = all.filter((each) => each.id !== id);
      return { ...queue, messages: others.toSpliced(Math.min(to, others.length), 0, ...moved) };
    });
  }

  /** Also for a message that was sent. Without the last one nothing is held any more. */
  remove(session: string, id: string): Promise<MessageQueue> {
    return this.#change(session, (queue) => {
      const messages = found(queue, id).filter((each) => each.id !== id);
      return { messages, held: messages.length === 0 ? null : queue.held };
    });
  }

  /** Nothing is sent until `release`. An empty list has nothing to hold. */
  hold(session: string, held: Hold): Promise<MessageQueue> {
    return this.#change(session, (queue) =>
      queue.messages.length === 0 || queue.held !== null ? queue : { ...queue, held },
    );
  }

  release(session: string): Promise<MessageQueue> {
    return this.#change(session, (queue) => ({ ...queue, held: null }));
  }

  #change(session: string, change: (queue: MessageQueue) => MessageQueue): Promise<MessageQueue> {
    return this.#writes.run(async () => {
      const before = this.#known.get(session) ?? (await this.#read(session));
      const next = change(before);
      if (next === before) return before;
      const { queue: file } = await this.#sessions.filesToWrite(session);
      if (next.messages.length === 0) {
        if (file.stat()) await file.remove();
      } else await file.write(`${JSON.stringify({ version: 1, ...next }, null, 2)}\n`);
      this.#known.set(session, next);
      this.#onChange(session, next);
      return next;
    });
  }

  /** What was already said is not said again: the app may have been killed between sending and noting it. */
  async #read(session: string): Promise<MessageQueue> {
    const { queue: file } = await this.#sessions.filesOf(session);
    const text = file.stat() ? await file.text(MAX_FILE_BYTES) : null;
    const kept = text === null ? undefined : queueFile.safeParse(jsonOf(text)).data;
    if (!kept) return this.#keep(session, emptyQueue);
    const said = new Set((await this.#sessions.load(session)).log.map(({ id }) => id));
    const messages = kept.messages.filter(({ id }) => !said.has(id)).slice(0, MAX_QUEUED);
    return this.#keep(session, messages.length === 0 ? emptyQueue : { messages, held: kept.held ?? CLOSED });
  }

  /** As it may be written; a secret that is redacted is not sent either, as in every message. */
  #cleaned(message: QueuedMessage): QueuedMessage {
    return { ...message, text: this.#sessions.clean(message.text) };
  }

  #keep(session: string, queue: MessageQueue): MessageQueue {
    this.#known.set(session, queue);
    return queue;
  }
}

const CLOSED: Hold = { reason: "closed", message: null };

const found = ({ messages }: MessageQueue, id: string): readonly QueuedMessage[] => {
  if (messages.some((each) => each.id === id)) return messages;
  throw new Failure("not-queued", "This message does not wait any more: it was sent or removed.", { id });
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
