import { createContext, use } from "react";
import type { Memory } from "#shared/contract/memory.ts";

/** What the user can do with a memory in any row. */
export type MemoryActions = {
  readonly workspace: string;
  readonly titleOf: (session: string) => string | undefined;
  readonly open: (memory: Memory) => void;
  readonly select: (id: string | null) => void;
  readonly pin: (memory: Memory, pinned: boolean) => void;
  readonly edit: (memory: Memory, text: string) => void;
  readonly forget: (memory: Memory) => void;
  /** Undefined where there is nobody to share with. */
  readonly share: ((memory: Memory) => void) | undefined;
  readonly showBudget: () => void;
};

export const MemoryActionsContext = createContext<MemoryActions | null>(null);

export const useMemoryActions = (): MemoryActions => {
  const actions = use(MemoryActionsContext);
  if (!actions) throw new Error("There are no memory actions above this component.");
  return actions;
};
