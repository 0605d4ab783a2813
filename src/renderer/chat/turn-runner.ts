import type { TurnEnd } from "#shared/contract/chat.ts";
import { Failure } from "#shared/contract/index.ts";
import type { ChatStore } from "./chat-state.ts";
import { endedWith, isRunning, sending } from "./turn.ts";

type Parts = {
  readonly store: Pick<ChatStore, "getState" | "setState">;
  /** Shows the collected pieces of an answer. */
  readonly flush: () => void;
  /** Runs before every turn; false when the turn must not begin. */
  readonly beforeTurn: () => Promise<boolean>;
  /** Reads what was sent for the last answer. */
  readonly readRun: () => Promise<void>;
};

/** Runs turns of the open conversation from start to end. */
export const createTurnRunner = ({
  store: { getState: get, setState: set },
  flush,
  beforeTurn,
  readRun,
}: Parts) => {
  /** Arrives as an event and as the answer to a call; whichever is first counts. */
  const finish = (session: string, end: TurnEnd): void => {
    if (get().current !== session || !isRunning(get().turn)) return;
    flush();
    set({ turn: endedWith(end) });
    void readRun();
  };

  /** A refusal is shown in place of the answer, and no typed text is lost. */
  const run = async (session: string, work: () => Promise<TurnEnd>): Promise<boolean> => {
    if (!(await beforeTurn())) return false;
    set({ turn: sending });
    try {
      finish(session, await work());
      return true;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { code, message, detail } = error;
      const end = { status: "failed", failure: { code, message, detail }, readLess: null } as const;
      if (get().current === session) set({ turn: endedWith(end) });
      return false;
    }
  };

  return { run, finish };
};
