import type { StoreApi } from "zustand/vanilla";
import type { ApprovalDecision } from "#shared/contract/chat.ts";
import type { SessionInfo } from "#shared/contract/sessions.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { AnswerChoice } from "#shared/model/answer-choice.ts";
import { emptyQueue, type MessageQueue } from "#shared/model/message-queue.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import type { AttachedFile } from "./attached.ts";
import type { Draft } from "./chat-drafts.ts";
import { idle, type Turn } from "./turn.ts";

/** The state of the open conversation. */
export type Conversation = {
  readonly entries: readonly SessionEntry[];
  readonly seen: ReadonlySet<string>;
  readonly pinned: ReadonlySet<string>;
  readonly branches: Readonly<Record<string, readonly string[]>>;
  /** Lines of its file that could not be read. */
  readonly broken: number;
  readonly turn: Turn;
  /** What was sent for the last answer. */
  readonly run: Manifest | null;
  /** Messages that wait for the answer before them. */
  readonly queue: MessageQueue;
  /** Why the conversation could not be read. */
  readonly failure: string | null;
};

export type ChatActions = {
  readonly openProject: () => Promise<void>;
  readonly open: (session: string | null) => Promise<void>;
  readonly readAgain: () => Promise<void>;
  readonly listSessions: () => Promise<void>;
  readonly write: (message: string) => void;
  readonly attach: (file: AttachedFile) => void;
  readonly detach: (path: string) => void;
  /** While an answer arrives the message waits for it. */
  readonly send: (activeFile: string | null) => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly editQueued: (id: string, text: string) => Promise<void>;
  readonly moveQueued: (id: string, to: number) => Promise<void>;
  readonly removeQueued: (id: string) => Promise<void>;
  readonly resumeQueue: () => Promise<void>;
  /** What answers the next message alone. */
  readonly chooseNext: (choice: AnswerChoice) => void;
  /** What answers in this conversation, or in the one that the next message starts. */
  readonly chooseHere: (choice: AnswerChoice) => Promise<void>;
  readonly edit: (message: string, text: string) => Promise<void>;
  readonly regenerate: (message: string) => Promise<void>;
  readonly refit: (message: string, files: "none" | "passages") => Promise<void>;
  readonly continue: () => Promise<void>;
  readonly showBranch: (entry: string) => Promise<void>;
  readonly decide: (approval: string, decision: ApprovalDecision) => Promise<void>;
  readonly pinMessage: (message: string, pinned: boolean) => Promise<void>;
  readonly close: () => void;
};

export type ChatState = Draft &
  Conversation &
  ChatActions & {
    readonly sessions: readonly SessionInfo[];
    /** Null: a conversation that starts with the next message. */
    readonly current: string | null;
    readonly status: "reading" | "ready" | "failed";
  };

export type ChatStore = StoreApi<ChatState>;

export const emptyConversation: Conversation = {
  entries: [],
  seen: new Set<string>(),
  pinned: new Set<string>(),
  branches: {},
  broken: 0,
  turn: idle,
  run: null,
  queue: emptyQueue,
  failure: null,
};
