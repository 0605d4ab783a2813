import { z } from "zod";
import { answerChoice } from "../model/answer-choice.ts";
import { messageQueue } from "../model/message-queue.ts";
import { MAX_PICTURES, picture, pictureTypes } from "../model/picture.ts";
import { sessionEntry, usage } from "../model/session-entry.ts";
import { route } from "./route.ts";
import { sessionId } from "./session-id.ts";

const one = z.object({ session: sessionId });
const told = z.object({ session: z.string() });

const failureValue = z.object({ code: z.string(), message: z.string(), detail: z.unknown().optional() });

/** The server clearly read less than was sent: its window is smaller than assumed. */
export const readLess = z.object({
  sent: z.number().int(),
  /** Whether `sent` is exact for the model. */
  exact: z.boolean(),
  read: z.number().int(),
  /** One sentence: what to change, and where. */
  fix: z.string(),
});

/** How a turn ended. The messages are in the session either way. */
export const turnEnd = z.object({
  status: z.enum(["finished", "stopped", "failed", "step-limit"]),
  /** The entries that the turn added, including the user's message. */
  entries: z.array(sessionEntry),
  usage: usage.nullable(),
  failure: failureValue.nullable(),
  readLess: readLess.nullable(),
});
export type TurnEnd = z.output<typeof turnEnd>;

export const approvalRequest = z.object({
  id: z.string(),
  session: z.string(),
  agent: z.string(),
  tool: z.string(),
  args: z.unknown(),
  /** What a write would change. */
  change: z.object({ path: z.string(), before: z.string().nullable(), after: z.string() }).nullable(),
  /** The file that would be read and looks like a secret, project-relative. */
  secret: z.string().nullable(),
  /** The skill of the project that would be loaded. "Always" lasts until its text or one of its files changes. */
  skill: z
    .object({
      name: z.string(),
      path: z.string(),
      /** Of its text and of what its files say. */
      hash: z.string(),
      text: z.string(),
      tokens: z.number().int(),
      files: z.array(z.string()),
    })
    .optional(),
  /**
   * What "always" covers: the files directly in `folder`, or all calls of the tool (null). Null: each call
   * needs approval.
   */
  always: z.object({ folder: z.string().nullable() }).nullable(),
  /** The MCP server that would run the tool, the tool as the server calls it, and the mark of its definition. */
  server: z.object({ id: z.string(), tool: z.string(), mark: z.string() }).optional(),
});
export type ApprovalRequest = z.output<typeof approvalRequest>;

export const approvalDecision = z.enum(["once", "always", "deny", "never"]);
export type ApprovalDecision = z.output<typeof approvalDecision>;

export const compactionPreview = z.object({
  /** Entries that a summary would replace, oldest first. */
  summarised: z.array(z.string()),
  kept: z.array(z.string()),
  tokens: z.object({ before: z.number().int(), kept: z.number().int(), exact: z.boolean() }),
  /** Why there is nothing to do; null otherwise. */
  reason: z.string().nullable(),
});

const sentMessage = one.extend({
  text: z.string().min(1),
  /** Project-relative paths of files to add before the message: texts, documents, pictures. */
  attachments: z.array(z.string()).optional(),
  /** Pictures from outside the project, as `chat.keepPicture` returned them. */
  pictures: z.array(picture).max(MAX_PICTURES).optional(),
  activeFile: z.string().optional(),
  /** What answers this message alone, on top of what was chosen for the conversation. */
  choice: answerChoice.optional(),
});

/** A picture that is too large is refused with a sentence; one far beyond that at the door. */
const MAX_PICTURE_BASE64 = 20_000_000;

const queueAnswer = z.object({ queue: messageQueue });

export const chatRoutes = {
  /** Resolves when the turn is over; progress comes as events. */
  "chat.send": route(sentMessage, turnEnd),
  /** Puts a message behind those that wait; it is sent when the answers before it have arrived. */
  "chat.enqueue": route(sentMessage, queueAnswer),
  "chat.editQueued": route(one.extend({ id: z.string(), text: z.string().min(1) }), queueAnswer),
  /** `to` is its new place, counted from 0. */
  "chat.moveQueued": route(one.extend({ id: z.string(), to: z.number().int().nonnegative() }), queueAnswer),
  "chat.removeQueued": route(one.extend({ id: z.string() }), queueAnswer),
  /** Sends what waits, after something held it up. */
  "chat.resumeQueue": route(one, queueAnswer),
  "chat.stop": route(one, z.object({ stopped: z.boolean() })),
  /** What a new or reloaded window cannot know from events: what is currently running. */
  "chat.state": route(
    one,
    z.object({ running: z.boolean(), approvals: z.array(approvalRequest), queue: messageQueue }),
  ),
  /** Replaces a message of the user; the old branch stays. */
  "chat.edit": route(one.extend({ message: z.string(), text: z.string().min(1) }), turnEnd),
  /**
   * Asks a message again without the files attached to it, or with only the passages that match its words; the
   * old one stays as a branch. Fails with `nothing-matches`.
   */
  "chat.refit": route(one.extend({ message: z.string(), files: z.enum(["none", "passages"]) }), turnEnd),
  /** Answers the message before this answer once more; without one, the message before the last answer. */
  "chat.regenerate": route(one.extend({ message: z.string().optional() }), turnEnd),
  /** Continues where an interrupted or limited answer ended. */
  "chat.continue": route(one, turnEnd),
  /** Selects a different branch: the one of this entry. */
  "chat.branch": route(one.extend({ entry: z.string() }), z.object({})),
  /**
   * Removes all messages so far from the model's view; they are offered to memory first. They stay in the log
   * as a different branch: `chat.branch` with `from`, the last entry, selects it again.
   */
  "chat.clear": route(one, z.object({ from: z.string().nullable() })),
  /**
   * Keeps a picture from outside the project until it is sent. Fails with `not-a-picture`, or `picture-too-large`
   * when its file or its size in pixels is more than is sent.
   */
  "chat.keepPicture": route(
    z.object({ name: z.string().min(1).max(500), data: z.base64().max(MAX_PICTURE_BASE64) }),
    z.object({ picture }),
  ),
  /** The bytes of a picture, of a conversation or of one that waits to be sent. Fails with `picture-gone`. */
  "chat.picture": route(
    z.object({ session: sessionId.optional(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    z.object({ type: z.enum(pictureTypes), data: z.base64() }),
  ),
  "chat.approve": route(z.object({ approval: z.string(), decision: approvalDecision }), z.object({})),
  "chat.previewCompaction": route(one, compactionPreview),
  "chat.compact": route(
    one,
    z.object({ summarised: z.number().int(), freed: z.number().int(), exact: z.boolean() }),
  ),
  /** Restores the messages that the last compaction replaced. */
  "chat.undoCompaction": route(one, z.object({ restored: z.number().int() })),
};

export const chatEvents = {
  "chat.started": told,
  /** A piece of the answer, in order. `entry` is the id it will have in the session. */
  "chat.delta": told.extend({
    entry: z.string(),
    text: z.string(),
    kind: z.enum(["text", "reasoning"]),
    /** For text: how many characters came before it, so that a late subscriber adds none twice. */
    at: z.number().int().optional(),
  }),
  "chat.entry": told.extend({ entry: sessionEntry }),
  /** The answer so far is dropped: the model is asked again after `delay` ms. */
  "chat.retrying": told.extend({ entry: z.string(), delay: z.number(), failure: failureValue }),
  "chat.approval": approvalRequest,
  "chat.approved": z.object({ approval: z.string(), decision: approvalDecision }),
  "chat.compacted": told.extend({ summarised: z.number().int(), freed: z.number().int() }),
  /** What waits changed. */
  "chat.queue": told.extend({ queue: messageQueue }),
  "chat.ended": told.extend({ end: turnEnd }),
};
