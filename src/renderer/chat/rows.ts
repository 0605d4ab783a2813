import type { ApprovalRequest } from "#shared/contract/chat.ts";
import type {
  CompactionEntry,
  Ending,
  MessageEntry,
  SessionEntry,
  ToolResultEntry,
  ToolUseEntry,
} from "#shared/model/session-entry.ts";
import { silentBefore } from "#shared/model/silent-before.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { type Forgotten, forgottenIn } from "./forgotten.ts";
import { turnsOf } from "./turns-of.ts";
import type { Ended, Live, Retrying, Turn } from "./turn.ts";

/** One row of a conversation, from top to bottom. */
export type Row =
  | { readonly kind: "own"; readonly key: string; readonly entry: MessageEntry }
  | {
      readonly kind: "answer";
      readonly key: string;
      readonly entry: MessageEntry;
      readonly last: boolean;
      /** The user's message that it answers; null when there is none. */
      readonly turn: string | null;
      /** The same, where nothing stands between. */
      readonly question: MessageEntry | null;
    }
  | { readonly kind: "no-answer"; readonly key: string }
  | { readonly kind: "turn-changes"; readonly key: string; readonly turn: string }
  | {
      readonly kind: "tool";
      readonly key: string;
      readonly use: ToolUseEntry;
      readonly result: ToolResultEntry | null;
      /** It waits for the user's word. */
      readonly waits: boolean;
    }
  | {
      readonly kind: "compaction";
      readonly key: string;
      readonly entry: CompactionEntry;
      readonly summary: string;
      readonly turns: { readonly from: number; readonly to: number };
    }
  | ({ readonly kind: "forgotten"; readonly key: string } & Forgotten)
  | { readonly kind: "live"; readonly key: string; readonly live: Live }
  | { readonly kind: "thinking"; readonly key: string; readonly retrying: Retrying | null }
  | { readonly kind: "approval"; readonly key: string; readonly request: ApprovalRequest }
  | { readonly kind: "ended"; readonly key: string; readonly end: Ended }
  | { readonly kind: "unanswered"; readonly key: string };

export type Shown = {
  readonly entries: readonly SessionEntry[];
  readonly seen: ReadonlySet<string>;
  /** What was sent for the last answer. */
  readonly run: Manifest | null;
  /** Messages that it was given without and the next one would read: their ids, separated by a space. */
  readonly again: string;
  readonly turn: Turn;
  /** Turns that changed files. */
  readonly changed: ReadonlySet<string>;
};

export const rowsOf = (shown: Shown): readonly Row[] => [
  ...withWaiting(saidRows(shown), shown.turn),
  ...newestRows(shown),
];

/** While the user is asked, the first call without a result is the one that waits. */
export const withWaiting = (rows: readonly Row[], turn: Turn): readonly Row[] => {
  if (turn.kind !== "waiting-for-approval") return rows;
  const at = rows.findIndex((row) => row.kind === "tool" && row.result === null);
  const row = rows[at];
  return row?.kind === "tool" ? rows.with(at, { ...row, waits: true }) : rows;
};

/** The rows that do not change while an answer arrives. */
export const saidRows = ({ entries, seen, run, again, changed }: Omit<Shown, "turn">): readonly Row[] => {
  const results = new Map(
    entries.flatMap((entry) => (entry.type === "tool_result" ? [[entry.toolUseId, entry] as const] : [])),
  );
  const lines = standingCompactions(entries, seen);
  const forgotten = forgottenIn(entries, seen, run, again);
  const silent = silentBefore(entries);
  const lastAnswer = entries.findLast((entry) => entry.type === "message" && entry.role === "assistant");
  const rows: Row[] = [];
  let turn: string | null = null;
  const endTurn = () => {
    if (turn !== null && changed.has(turn)) rows.push({ kind: "turn-changes", key: `changes ${turn}`, turn });
  };
  /** Marks of a summary, which may come between a question and its answer, aside. */
  let before: SessionEntry | undefined;
  for (const entry of entries) {
    if (entry.type === "message" && entry.role === "user") {
      endTurn();
      turn = entry.id;
    }
    const row = rowOf(entry, results, entry === lastAnswer, turn, before);
    if (entry.type !== "compaction" && entry.type !== "summary") before = entry;
    if (row) rows.push(row);
    if (silent.has(entry.id)) rows.push({ kind: "no-answer", key: `no-answer:${entry.id}` });
    const line = lines.get(entry.id);
    if (line) rows.push(line);
    if (forgotten?.last === entry.id)
      rows.push({ kind: "forgotten", key: `forgotten:${entry.id}`, ...forgotten });
  }
  endTurn();
  return rows;
};

/** The rows for what arrives, what is asked or what can be done next. */
export const newestRows = ({ entries, turn }: Pick<Shown, "entries" | "turn">): readonly Row[] => {
  switch (turn.kind) {
    case "waiting-for-approval":
      return turn.approvals.map((request) => ({ kind: "approval", key: request.id, request }));
    case "streaming":
      return turn.live.text || turn.live.reasoning
        ? [{ kind: "live", key: turn.live.entry, live: turn.live }]
        : [thinking(null)];
    case "sending":
      return [thinking(null)];
    case "retrying":
      return [thinking(turn)];
    case "idle":
      return after(entries, null);
    case "ended":
      return after(entries, turn.end);
  }
};

const thinking = (retrying: Retrying | null): Row => ({ kind: "thinking", key: "thinking", retrying });

const rowOf = (
  entry: SessionEntry,
  results: ReadonlyMap<string, ToolResultEntry>,
  last: boolean,
  turn: string | null,
  before: SessionEntry | undefined,
): Row | null => {
  const key = entry.id;
  if (entry.type === "tool_use")
    return { kind: "tool", key, use: entry, result: results.get(key) ?? null, waits: false };
  if (entry.type !== "message" || entry.role === "system") return null;
  if (entry.role === "user") return { kind: "own", key, entry };
  // A tool call without text.
  if (entry.content === "" && !entry.reasoning && !entry.ending) return null;
  const question = before?.type === "message" && before.role === "user" ? before : null;
  return { kind: "answer", key, entry, last, turn, question };
};

/** By the entry above them: the last one that the summary replaces. */
const standingCompactions = (entries: readonly SessionEntry[], seen: ReadonlySet<string>) => {
  const lines = new Map<string, Row>();
  for (const entry of entries) {
    if (entry.type !== "compaction") continue;
    const summary = entries.find((other) => other.type === "summary" && other.parentId === entry.id);
    if (summary?.type !== "summary" || !seen.has(summary.id)) continue;
    const gone = new Set(entry.summarised);
    const last = entries.findLast(({ id }) => gone.has(id));
    if (!last) continue;
    const until = entries.slice(0, entries.indexOf(last) + 1);
    const turns = { from: 1, to: turnsOf(until) };
    lines.set(last.id, { kind: "compaction", key: entry.id, entry, summary: summary.content, turns });
  }
  return lines;
};

/** An answer that failed when it was asked for again may say something else now. */
const isSaidBy = ({ kind, message }: Ending, end: Ended | null): boolean => {
  if (!end) return true;
  if (end.readLess || end.status === "step-limit") return false;
  return kind !== "failed" || end.failure === null || end.failure.message === message;
};

/** What can be done once nothing arrives any more. */
const after = (entries: readonly SessionEntry[], end: Ended | null): Row[] => {
  const last = entries.findLast(({ type }) => type !== "compaction" && type !== "summary");
  // The answer itself says how it ended.
  if (last?.type === "message" && last.ending && isSaidBy(last.ending, end)) return [];
  if (end && (end.readLess || end.status !== "finished")) return [{ kind: "ended", key: "ended", end }];
  if (!last) return [];
  if (last.type === "message" && last.role === "assistant") {
    return last.interrupted
      ? [{ kind: "ended", key: "ended", end: { status: "stopped", failure: null, readLess: null } }]
      : [];
  }
  return [{ kind: "unanswered", key: "unanswered" }];
};
