import { createContext, use } from "react";
import type { ApprovalDecision } from "#shared/contract/chat.ts";
import type { ReadPicture } from "./picture-thumb.tsx";
import type { ParsedBlocks } from "#shared/model/path-fences.ts";

/** What the user can do with the rows of the list, provided to rows at any depth. */
export type ChatActions = {
  readonly edit: (message: string, text: string) => void;
  readonly regenerate: (message: string) => void;
  readonly continue: () => void;
  readonly showBranch: (entry: string) => void;
  readonly decide: (approval: string, decision: ApprovalDecision) => void;
  readonly pinMessage: (message: string, pinned: boolean) => void;
  /** Asks whether the older part should be summarised. */
  readonly summarise: () => void;
  readonly undoCompaction: () => void;
  /** Undoes what a tool wrote. */
  readonly undoChange: (change: string, and?: readonly string[]) => void;
  /** Takes back everything that a turn changed. */
  readonly undoTurn: (turn: string) => void;
  /** What this conversation changed, among all changes. */
  readonly showChanges: () => void;
  readonly apply: (code: string) => void;
  /** `message` is the answer they stand in. */
  readonly showBlocks: (blocks: ParsedBlocks, message: string) => void;
  readonly openFile: (path: string) => void;
  /** The file that a link of an agent points to, resolved from its workspace; null when it leads nowhere. */
  readonly fileAt: (href: string) => string | null;
  readonly openSettings: () => void;
  /** A picture from the network, as a data address. */
  readonly loadPicture: (address: string) => Promise<string>;
  /** An attached picture, as a data address. */
  readonly readPicture: ReadPicture;
  /** A different conversation, such as that of an agent that was asked for help. */
  readonly openSession: (session: string) => void;
  readonly showRun: (run: string) => void;
  /** Where an answer is from; `marked` are words of it, or empty. */
  readonly showQuoted: (run: string, marked: string) => void;
  /** What moved the answer of a run. */
  readonly showMoved: (run: string) => void;
  /** What was sent for the last answer. */
  readonly showLastRun: () => void;
  /** Null when Built-in answers already. */
  readonly answerWithBuiltin: (() => void) | null;
  /** Asks a message again without its files, or with the passages that matter. */
  readonly refit: (message: string, files: "none" | "passages") => void;
  /** Shows the models to choose from. */
  readonly chooseModel: () => void;
  /** Shows where the window is set. */
  readonly enlargeWindow: () => void;
  /** Sets the agent's window to what the server read. */
  readonly fitTo: (tokens: number) => void;
};

export const ChatActionsContext = createContext<ChatActions | null>(null);

export const useChatActions = (): ChatActions => {
  const actions = use(ChatActionsContext);
  if (!actions) throw new Error("There is no conversation above this component.");
  return actions;
};
