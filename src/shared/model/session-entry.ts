import { z } from "zod";
import { documentCut } from "./document-cut.ts";
import { origin } from "./origin.ts";
import { picture } from "./picture.ts";
import { sampling } from "./sampling.ts";

/**
 * One line of a session file. Entries form a tree by `parentId`: editing a message or asking again adds a
 * second child, and a path from the root to a leaf is one branch of the conversation.
 */
const line = {
  id: z.string().min(1),
  parentId: z.string().nullable(),
  /** ISO 8601. */
  timestamp: z.string(),
  /** The program it was imported from. Nothing of it happened here, so it is in no audit transcript. */
  imported: z.string().optional().catch("unknown"),
};

/** Stamped by the program when the entry is stored; entries of older versions and of other programs have none. */
const stamped = { origin: origin.optional().catch("outside") };

export const usage = z.object({
  input: z.number().int().nullable(),
  cached: z.number().int().nullable(),
  output: z.number().int().nullable(),
});

/**
 * Why an answer is not a whole one. `empty`: the model said nothing. `broken`: the stream ended too early.
 * `failed`: no word came at all. `calls`: it asked for more tools at once than are run.
 */
export const ending = z.object({
  kind: z.enum(["length", "empty", "refused", "broken", "failed", "calls"]),
  /** One sentence for the user, with a stable code where a failure has one. */
  message: z.string().optional(),
  code: z.string().optional(),
  /** The server's own words, cut. */
  said: z.string().optional(),
});
export type Ending = z.output<typeof ending>;

/** What was not sent, or not whole: files, messages, memory hits. */
export const leftOut = z.object({
  cut: z.number().int(),
  out: z.number().int(),
  dropped: z.number().int(),
  summarised: z.number().int(),
  memories: z.number().int(),
});

/** What an answer took. Tokens are the provider's own figures unless marked as ours. */
export const receipt = z.object({
  read: z.number().int(),
  wrote: z.number().int(),
  estimated: z.object({ read: z.boolean(), wrote: z.boolean() }),
  /** Milliseconds from the request to the first piece and to the end. */
  firstMs: z.number().int().nullable(),
  ms: z.number().int(),
  /** Dollars; null when no price is known. */
  cost: z.number().nullable(),
  /** The model runs on this machine. */
  local: z.boolean(),
  leftOut,
  /** Of the tokens that were read: those from a prompt before, which the model did not have to read again. */
  reused: z.number().int().optional(),
  /** What was sent of how words are chosen. */
  ...sampling.shape,
});
export type Receipt = z.output<typeof receipt>;

export const messageEntry = z.object({
  ...line,
  type: z.literal("message"),
  role: z.enum(["system", "user", "assistant"]),
  ...stamped,
  content: z.string(),
  /** Reasoning that a model sent before its answer; shown to the user, never sent again. */
  reasoning: z.string().optional(),
  /** Stopped by the user, or interrupted by a crash or a broken connection: the received part. */
  interrupted: z.boolean().optional(),
  /** For an answer: its provider and model, its cost, and the run that shows what was sent. */
  provider: z.string().optional(),
  model: z.string().optional(),
  /** The agent that answered, when it is not the conversation's own. */
  agent: z.string().optional(),
  usage: usage.optional(),
  run: z.string().optional(),
  receipt: receipt.optional(),
  /** Set when the answer is not a whole one. */
  ending: ending.optional(),
  /** Project-relative paths of attached files. */
  attachments: z.array(z.string()).optional(),
  pictures: z.array(picture).optional(),
  /** Documents of which only passages are in `content`. */
  cut: z.array(documentCut).optional(),
});

export const toolUseEntry = z.object({
  ...line,
  type: z.literal("tool_use"),
  name: z.string(),
  args: z.unknown(),
});

export const toolResultEntry = z.object({
  ...line,
  type: z.literal("tool_result"),
  toolUseId: z.string(),
  ...stamped,
  content: z.string(),
  isError: z.boolean().optional(),
  /** The user said no. */
  declined: z.boolean().optional(),
  /** Where the whole result is, when it was too long to store here. */
  file: z.string().optional(),
  /** The changes it made, for `changes.undo`. */
  change: z.string().optional(),
  /** Tools that it found; their definitions are sent for the rest of the conversation. */
  joined: z.array(z.string()).optional(),
});

/** A marker in the log: these entries were summarised. What the model sees starts with the summary after it. */
export const compactionEntry = z.object({
  ...line,
  type: z.literal("compaction"),
  summarised: z.array(z.string()),
  freed: z.number().int(),
  /** Size of the summarised entries, and of the summary; estimates unless it says `exact`. */
  tokens: z
    .object({ before: z.number().int(), after: z.number().int(), exact: z.boolean().optional() })
    .optional(),
});

export const summaryEntry = z.object({
  ...line,
  type: z.literal("summary"),
  ...stamped,
  content: z.string(),
});

export const sessionEntry = z.discriminatedUnion("type", [
  messageEntry,
  toolUseEntry,
  toolResultEntry,
  compactionEntry,
  summaryEntry,
]);
export type SessionEntry = z.output<typeof sessionEntry>;
export type MessageEntry = z.output<typeof messageEntry>;
export type ToolUseEntry = z.output<typeof toolUseEntry>;
export type CompactionEntry = z.output<typeof compactionEntry>;
export type ToolResultEntry = z.output<typeof toolResultEntry>;
