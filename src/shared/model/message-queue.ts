import { z } from "zod";
import { answerChoice } from "./answer-choice.ts";
import { MAX_PICTURES, picture } from "./picture.ts";

/** A message that waits for the answer before it. Its id becomes the id of the message in the conversation. */
export const queuedMessage = z.object({
  id: z.string().min(1).max(200),
  text: z.string().min(1),
  /** Project-relative paths; the files are read when the message is sent. */
  attachments: z.array(z.string()).default([]),
  pictures: z.array(picture).max(MAX_PICTURES).default([]),
  activeFile: z.string().nullable().default(null),
  choice: answerChoice.default({}),
});
export type QueuedMessage = z.output<typeof queuedMessage>;

/**
 * Why nothing is sent from a queue until the user says so. `not-whole`: the last answer was cut, empty or refused.
 * `closed`: the app was closed meanwhile. `refused`: the next message could not be sent, and `message` says why.
 */
export const hold = z.object({
  reason: z.enum(["stopped", "failed", "not-whole", "limit", "closed", "refused"]),
  message: z.string().nullable().default(null),
});
export type Hold = z.output<typeof hold>;

export const messageQueue = z.object({
  messages: z.array(queuedMessage),
  /** Null: the next message is sent when the answer has arrived. */
  held: hold.nullable(),
});
export type MessageQueue = z.output<typeof messageQueue>;

export const emptyQueue: MessageQueue = { messages: [], held: null };

/** More than anyone writes ahead. */
export const MAX_QUEUED = 50;
/** Text of all waiting messages together, in UTF-16 units. */
export const MAX_QUEUE_CHARS = 8_000_000;
