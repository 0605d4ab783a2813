import { createStore } from "zustand/vanilla";
import type { UndoConflict, UndoDecision, Undone } from "#shared/contract/changes.ts";
import type { Client } from "#shared/contract/index.ts";
import type { ChangeView } from "#shared/model/change.ts";
import { lastOf, lastUndo, stepOf } from "./last-change.ts";
import { t } from "./messages/index.ts";
import { notify } from "./notify.tsx";
import { told } from "./told.ts";

const MAX_LOOKED_AT = 300;

/** An undo that waits for the user: these files were changed since in a way that cannot be merged. */
export type UndoQuestion = {
  readonly conflicts: readonly UndoConflict[];
  readonly decide: (decisions: readonly UndoDecision[]) => Promise<void>;
};

/** The window has one place that asks; whoever undoes something anywhere leads there. */
export const undoQuestion = createStore<{ readonly question: UndoQuestion | null }>(() => ({
  question: null,
}));

/** Takes one change back, and others that belong to it; says what was undone and offers to do it again. */
export const undoChange = (
  client: Client,
  id: string,
  and: readonly string[] = [],
  /** After the undo, and each time it is done again or undone from its notice. */
  onDone?: () => void,
): Promise<void> =>
  carryOut(client, (decisions) => client.call("changes.undo", { id, and: [...and], decisions }), onDone);

/** Everything that one turn of a conversation changed. */
export const undoTurn = (client: Client, session: string, turn: string): Promise<void> =>
  carryOut(client, (decisions) => client.call("changes.undoTurn", { session, turn, decisions }));

/** The action of a notice that something was changed; none where nothing was. */
export const offerUndo = (client: Client, change: string | null | undefined) =>
  change ? { action: { label: t.undo, run: () => told(undoChange(client, change)) } } : {};

/** Writes and undos that have no answer yet. */
const underWay = new Set<Promise<unknown>>();

/** Registers a write, so that an undo right after it waits for it instead of undoing the change before it. */
export const changing = async <T>(write: Promise<T>): Promise<T> => {
  underWay.add(write);
  try {
    return await write;
  } finally {
    underWay.delete(write);
  }
};

/**
 * Undoes (or does again) the last thing the user did of a kind that belongs to a part of the window, after
 * everything that is still being written.
 */
export const undoLast = (
  client: Client,
  part: ChangeView,
  again: boolean,
  onDone?: () => void,
): Promise<void> => {
  const before = [...underWay];
  const undo = async (): Promise<void> => {
    await Promise.allSettled(before);
    const { changes } = await client.call("changes.list", { actor: "you", limit: MAX_LOOKED_AT });
    const last = again ? lastUndo(changes, part) : lastOf(changes, part);
    if (!last) return notify(again ? t.changes.nothingToRedo : t.changes.nothingHere);
    const [first = last.id, ...and] = stepOf(changes, last);
    return undoChange(client, first, and, onDone);
  };
  return changing(undo());
};

const carryOut = async (
  client: Client,
  undo: (decisions: UndoDecision[]) => Promise<Undone>,
  onDone?: () => void,
  decisions: readonly UndoDecision[] = [],
): Promise<void> => {
  const undone = await undo([...decisions]);
  if (undone.status === "done") {
    onDone?.();
    return tell(client, undone, onDone);
  }
  const { conflicts } = undone;
  // One that was decided and is still true stays decided while another is asked about.
  const decide = (more: readonly UndoDecision[]) => carryOut(client, undo, onDone, [...decisions, ...more]);
  undoQuestion.setState({ question: { conflicts, decide } });
};

type Done = Extract<Undone, { status: "done" }>;

const tell = (client: Client, { change, and, title, missing }: Done, onDone?: () => void): void => {
  if (change === null) return notify(t.changes.alreadySo);
  const message = missing.length > 0 ? t.changes.notAll(title, missing) : title;
  const run = () => told(undoChange(client, change, and, onDone));
  notify(message, { action: { label: redoLabel(title), run } });
};

/** Taking back what did something again is an undo once more. */
const redoLabel = (title: string): string => (title.startsWith("Redid") ? t.undo : t.changes.redo);
