import { createContext, use } from "react";
import type { ApprovalDecision } from "#shared/contract/chat.ts";
import type { ParsedBlocks } from "#shared/model/path-fences.ts";

/** What a person can do with what stands in the list, told to rows at any depth. */
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
  /** Takes back what a tool wrote. */
  readonly undoChange: (change: string, and?: readonly string[]) => void;
  /** Takes back everything that a turn changed. */
  readonly undoTurn: (turn: string) => void;
  /** What this conversation changed, among all changes. */
  readonly showChanges: () => void;
  readonly apply: (code: string) => void;
  /** `message` is the answer they stand in. */
  readonly showBlocks: (blocks: ParsedBlocks, message: string) => void;
  readonly openFile: (path: string) => void;
  /** The file that an agent means by a link, from its workspace on; null when it leads nowhere. */
  readonly fileAt: (href: string) => string | null;
  readonly openSettings: () => void;
  readonly showRun: (run: string) => void;
  /** What was sent for the last answer. */
  readonly showLastRun: () => void;
  /** Null when Built-in answers already. */
  readonly answerWithBuiltin: (() => void) | null;
  /** Makes the agent's window as small as what the server read. */
  readonly fitTo: (tokens: number) => void;
};

export const ChatActionsContext = createContext<ChatActions | null>(null);

export const useChatActions = (): ChatActions => {
  const actions = use(ChatActionsContext);
  if (!actions) throw new Error("There is no conversation above this component.");
  return actions;
};
