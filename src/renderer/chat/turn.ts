import type { ApprovalRequest, TurnEnd } from "#shared/contract/chat.ts";
import type { EventOf } from "#shared/contract/index.ts";

/** An answer that is arriving. */
export type Live = { readonly entry: string; readonly text: string; readonly reasoning: string };

export type Ended = Pick<TurnEnd, "status" | "failure" | "readLess">;

/** Why the last attempt failed, and when the next one begins, in milliseconds since 1970. */
export type Retrying = { readonly until: number; readonly reason: string };

/** The state of the newest turn of a conversation. */
export type Turn =
  /** No turn is running, and the result of the last one is no longer shown. */
  | { readonly kind: "idle" }
  /** The model was asked, or is still working: its next answer has not started. */
  | { readonly kind: "sending" }
  | { readonly kind: "streaming"; readonly live: Live }
  | {
      readonly kind: "waiting-for-approval";
      /** Never empty. */
      readonly approvals: readonly ApprovalRequest[];
      /** What had arrived when it asked. */
      readonly live: Live | null;
    }
  | ({ readonly kind: "retrying" } & Retrying)
  /** No message was sent since. */
  | { readonly kind: "ended"; readonly end: Ended };

export const idle: Turn = { kind: "idle" };
export const sending: Turn = { kind: "sending" };

export const isRunning = ({ kind }: Turn): boolean => kind !== "idle" && kind !== "ended";

export const endedWith = ({ status, failure, readLess }: Ended): Turn => ({
  kind: "ended",
  end: { status, failure, readLess },
});

/** Adds pieces of an answer. Pieces after the end of a turn are ignored. */
export const withPieces = (turn: Turn, pieces: readonly EventOf<"chat.delta">[]): Turn =>
  isRunning(turn) ? withLive(turn, pieces.reduce(addPiece, liveOf(turn))) : turn;

/** An entry was written completely, so it no longer arrives. */
export const withoutEntry = (turn: Turn, entry: string): Turn =>
  liveOf(turn)?.entry === entry ? withLive(turn, null) : turn;

export const withApproval = (turn: Turn, request: ApprovalRequest): Turn =>
  waiting(liveOf(turn), [...approvalsOf(turn).filter(({ id }) => id !== request.id), request]);

export const withoutApproval = (turn: Turn, approval: string): Turn =>
  turn.kind === "waiting-for-approval"
    ? waiting(
        turn.live,
        turn.approvals.filter(({ id }) => id !== approval),
      )
    : turn;

type Read = {
  readonly running: boolean;
  readonly approvals: readonly ApprovalRequest[];
  readonly live: Live | null;
};

/**
 * What the core knows. It does not know how the last turn ended for the user, or that a turn is being
 * retried.
 */
export const turnAsRead = (turn: Turn, { running, approvals, live }: Read): Turn => {
  if (!running) return turn.kind === "ended" ? turn : idle;
  if (turn.kind === "retrying" && live === null && approvals.length === 0) return turn;
  return waiting(live, approvals);
};

const approvalsOf = (turn: Turn): readonly ApprovalRequest[] =>
  turn.kind === "waiting-for-approval" ? turn.approvals : [];

const liveOf = (turn: Turn): Live | null => ("live" in turn ? turn.live : null);

const withLive = (turn: Turn, live: Live | null): Turn => waiting(live, approvalsOf(turn));

const waiting = (live: Live | null, approvals: readonly ApprovalRequest[]): Turn => {
  if (approvals.length > 0) return { kind: "waiting-for-approval", approvals, live };
  return live ? { kind: "streaming", live } : sending;
};

/** `at` distinguishes new pieces from known ones: reading and events may overlap. */
const addPiece = (live: Live | null, { entry, text, kind, at }: EventOf<"chat.delta">): Live => {
  const known = live?.entry === entry ? live : { entry, text: "", reasoning: "" };
  if (kind === "reasoning") return { ...known, reasoning: known.reasoning + text };
  const from = at ?? known.text.length;
  return { ...known, text: known.text.slice(0, from) + text + known.text.slice(from + text.length) };
};
