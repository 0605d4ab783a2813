import type { SourceFile } from "./input/source-files.ts";

/** A conversation as a source has it: a tree of messages, each in parts. */
export type SourceSession = {
  /** Its id in the source. */
  readonly sourceId: string;
  /** Where it was found, for people. */
  readonly from: string;
  /** Empty: the first words of the user. */
  readonly title: string;
  /** ISO 8601; null: the time of the first message. */
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  /** When nothing else says a time: that of the file. */
  readonly fileTime: string;
  /** `main`, or `group` for a conversation with others. */
  readonly kind: "main" | "group";
  readonly pinned?: boolean;
  readonly archived?: boolean;
  readonly nodes: readonly SourceNode[];
  /** The message up to which it is shown there; null: the source does not say. */
  readonly activeLeaf: string | null;
  /** An entry whose parent is unknown follows the one before it in the file. */
  readonly isOrdered: boolean;
  /** Not ticked: a conversation of a program with itself. */
  readonly off?: "subagent" | "other-person";
};

export type SourceNode = {
  /** Unique in its session. */
  readonly id: string;
  readonly parentId: string | null;
  /** The source's list of what follows it, in its order. */
  readonly children?: readonly string[];
  /** ISO 8601. */
  readonly time: string | null;
  /** Empty for what is not a message: its children hang on the message before it. */
  readonly parts: readonly Part[];
};

export type Part = TextPart | ReasoningPart | CallPart | ResultPart | CompactionPart;

export type TextPart = {
  readonly type: "text";
  readonly role: "user" | "assistant" | "system";
  readonly text: string;
  readonly model?: string | undefined;
  readonly usage?: PartUsage | undefined;
  readonly interrupted?: boolean;
  readonly attachments?: readonly PartAttachment[];
};

/** `input` includes what was cached. */
export type PartUsage = {
  readonly input: number | null;
  readonly cached: number | null;
  readonly output: number | null;
};

export type ReasoningPart = { readonly type: "reasoning"; readonly text: string };

export type CallPart = {
  readonly type: "call";
  /** The source's id of the call; null: results follow in order. */
  readonly callId: string | null;
  readonly name: string;
  readonly args: unknown;
};

export type ResultPart = {
  readonly type: "result";
  readonly callId: string | null;
  readonly name: string;
  readonly text: string;
  readonly isError?: boolean;
};

/** Older messages were replaced by this summary there; they are still in the log. */
export type CompactionPart = { readonly type: "compaction"; readonly summary: string };

/** A file of a message; its content is read when the message is written. */
export type PartAttachment = { readonly name: string; readonly file: SourceFile };
