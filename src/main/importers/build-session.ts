import type { ImportSource, ImportWarningCode } from "#shared/model/import-source.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { cutStart } from "../base/cut-text.ts";
import { type ImportedSession, importedId } from "../sessions/imported-session.ts";
import { boundedValue } from "./bounded-value.ts";
import { cleanText } from "./input/decode-text.ts";
import type { Part, PartAttachment, SourceNode, SourceSession, TextPart } from "./source-session.ts";
import { asTree, type SessionWarning, type SourceTree } from "./source-tree.ts";

export type BuiltSession = {
  readonly session: ImportedSession;
  /** By entry: the message of the source it was made of. */
  readonly sourceIds: ReadonlyMap<string, string>;
  /** By entry: files that belong to it. */
  readonly attachments: ReadonlyMap<string, readonly PartAttachment[]>;
};

/** Null for a conversation without a word. */
export const buildSession = (
  source: ImportSource,
  given: SourceSession,
): { readonly built: BuiltSession | null; readonly warnings: readonly SessionWarning[] } => {
  const tree = asTree(given);
  const writer = new EntryWriter(source, given);
  for (const node of inLogOrder(tree)) writer.add(node, tree);
  const warnings = counted([...tree.warnings, ...writer.warnings]);
  if (writer.entries.length === 0) return { built: null, warnings };
  const context = pathOf(writer.entries, writer.lastOf(tree.activePath.at(-1) ?? null));
  const times = writer.entries.map(({ timestamp }) => timestamp).sort();
  const session: ImportedSession = {
    id: importedId(source, given.sourceId),
    title: titleOf(given.title, context, writer.entries),
    kind: given.kind,
    createdAt: given.createdAt ?? times[0] ?? given.fileTime,
    updatedAt: given.updatedAt ?? times.at(-1) ?? given.fileTime,
    pinned: given.pinned ?? false,
    archived: given.archived ?? false,
    log: writer.entries,
    context,
  };
  const { sourceIds, attachments } = writer;
  return { built: { session, sourceIds, attachments }, warnings };
};

/**
 * Parents before children, and the shown branch after the others: whoever follows the newest child at each fork
 * then follows the shown branch. Without recursion: thousands of levels occur.
 */
function* inLogOrder({ roots, childrenOf, activePath }: SourceTree): Generator<SourceNode> {
  const active = new Set(activePath);
  const inOrder = (nodes: readonly SourceNode[]) =>
    [...nodes].sort((a, b) => Number(active.has(a.id)) - Number(active.has(b.id)));
  const waiting = inOrder(roots).reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    for (const child of inOrder(childrenOf(node.id)).reverse()) waiting.push(child);
  }
}

/** What a message passes on to the ones that follow it. */
type State = {
  /** The entry that the next one follows. */
  readonly entry: string | null;
  readonly time: string | null;
  /** Thoughts that wait for their answer, and the message they were in. */
  readonly thought: { readonly text: string; readonly node: string } | null;
  /** Calls without a result, oldest first. */
  readonly open: readonly { readonly callId: string | null; readonly entry: string }[];
};

const BEGINNING: State = { entry: null, time: null, thought: null, open: [] };

/** Makes entries of messages, in the order of the log. */
class EntryWriter {
  readonly #source: ImportSource;
  readonly #session: SourceSession;
  readonly #after = new Map<string, State>();
  readonly #made = new Map<string, number>();
  readonly entries: SessionEntry[] = [];
  readonly sourceIds = new Map<string, string>();
  readonly attachments = new Map<string, readonly PartAttachment[]>();
  readonly warnings: SessionWarning[] = [];

  constructor(source: ImportSource, session: SourceSession) {
    this.#source = source;
    this.#session = session;
  }

  /** The last entry of a message, or of the nearest one before it that has any. */
  lastOf(node: string | null): string | null {
    return (node === null ? null : this.#after.get(node)?.entry) ?? null;
  }

  add(node: SourceNode, tree: SourceTree): void {
    const parent = tree.parentOf(node.id);
    let state = (parent === null ? null : this.#after.get(parent)) ?? BEGINNING;
    if (node.parts.length > 0 && node.time === null) this.warnings.push({ code: "missing-time", count: 1 });
    const time = node.time ?? state.time ?? this.#session.createdAt ?? this.#session.fileTime;
    state = { ...state, time };
    for (const part of node.parts) state = this.#addPart(node.id, part, state);
    // Thoughts that no answer follows.
    if (state.thought && tree.childrenOf(node.id).length === 0) state = this.#think(state);
    this.#after.set(node.id, state);
  }

  #addPart(node: string, part: Part, state: State): State {
    switch (part.type) {
      case "text":
        return this.#addText(node, part, state);
      case "reasoning": {
        const text = cleanText(part.text);
        if (text.trim() === "") return state;
        const before = state.thought;
        return {
          ...state,
          thought: before ? { ...before, text: `${before.text}\n\n${text}` } : { text, node },
        };
      }
      case "call": {
        const now = this.#think(state);
        const { callId, name, args } = part;
        const next = this.#push(node, now, (line) => ({
          ...line,
          type: "tool_use",
          name: cleanText(name) || "tool",
          args: boundedValue(args),
        }));
        return { ...next, open: [...now.open, { callId, entry: next.entry ?? "" }] };
      }
      case "result": {
        let now = this.#think(state);
        const known = openCall(now.open, part.callId);
        if (!known) now = this.#addPart(node, { ...part, type: "call", args: {} }, now);
        const call = known ?? now.open.at(-1);
        const next = this.#push(node, now, (line) => ({
          ...line,
          type: "tool_result",
          toolUseId: call?.entry ?? "",
          content: cleanText(part.text),
          origin: "outside",
          ...(part.isError && { isError: true }),
        }));
        return { ...next, open: now.open.filter((each) => each !== call) };
      }
      case "compaction":
        return this.#addCompaction(node, part.summary, state);
    }
  }

  #addText(node: string, part: TextPart, state: State): State {
    const { role, model, usage, interrupted, attachments = [] } = part;
    const isAnswer = role === "assistant";
    const now = isAnswer ? state : this.#think(state);
    const content = cleanText(part.text);
    const isEmpty = content.trim() === "" && attachments.length === 0;
    if (isEmpty && !interrupted && !now.thought) return now;
    const reasoning = isAnswer ? now.thought?.text : undefined;
    const next = this.#push(node, { ...now, thought: null }, (line) => ({
      ...line,
      type: "message",
      role,
      origin: "outside",
      content,
      ...(reasoning !== undefined && { reasoning }),
      ...(interrupted && { interrupted }),
      ...(model !== undefined && model !== "" && { model }),
      ...(usage && { usage }),
    }));
    if (attachments.length > 0 && next.entry !== null) this.attachments.set(next.entry, attachments);
    return next;
  }

  /** A message with thoughts only, before a call or in place of an answer. */
  #think(state: State): State {
    if (!state.thought) return state;
    const { text, node } = state.thought;
    return this.#push(node, { ...state, thought: null }, (line) => ({
      ...line,
      type: "message",
      role: "assistant",
      origin: "outside",
      content: "",
      reasoning: text,
    }));
  }

  /** A mark beside the path: the conversation does not continue from it. What it replaced there is not known. */
  #addCompaction(node: string, summary: string, state: State): State {
    const now = this.#think(state);
    const mark = this.#push(node, now, (line) => ({ ...line, type: "compaction", summarised: [], freed: 0 }));
    if (summary.trim() !== "")
      this.#push(node, mark, (line) => ({
        ...line,
        type: "summary",
        content: cleanText(summary),
        origin: "outside",
      }));
    return now;
  }

  #push(
    node: string,
    state: State,
    make: (line: {
      id: string;
      parentId: string | null;
      timestamp: string;
      imported: string;
    }) => SessionEntry,
  ): State {
    const part = this.#made.get(node) ?? 0;
    this.#made.set(node, part + 1);
    const id = importedId(this.#source, this.#session.sourceId, node, String(part));
    const line = {
      id,
      parentId: state.entry,
      timestamp: state.time ?? this.#session.fileTime,
      imported: this.#source,
    };
    this.entries.push(make(line));
    this.sourceIds.set(id, node);
    return { ...state, entry: id };
  }
}

/** By its id where the source has one, else the oldest without a result. */
const openCall = (open: State["open"], callId: string | null): State["open"][number] | undefined =>
  callId === null ? open[0] : (open.find((call) => call.callId === callId) ?? undefined);

/** The entries from the first to this one; marks are not on it. */
const pathOf = (entries: readonly SessionEntry[], last: string | null): readonly SessionEntry[] => {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const path: SessionEntry[] = [];
  for (let at = byId.get(last ?? ""); at; at = byId.get(at.parentId ?? "")) path.push(at);
  return path.reverse();
};

const MAX_TITLE_CHARS = 80;

const titleOf = (given: string, context: readonly SessionEntry[], log: readonly SessionEntry[]): string => {
  const own = cleanText(given).trim();
  if (own !== "") return own.slice(0, 500);
  const said = [...context, ...log].find(
    (entry) => entry.type === "message" && entry.role === "user" && entry.content.trim() !== "",
  );
  const line = said?.type === "message" ? (said.content.trim().split("\n", 1)[0] ?? "") : "";
  return cutStart(line, MAX_TITLE_CHARS).trim() || "Imported conversation";
};

const counted = (warnings: readonly SessionWarning[]): readonly SessionWarning[] => {
  const counts = new Map<ImportWarningCode, number>();
  for (const { code, count } of warnings) counts.set(code, (counts.get(code) ?? 0) + count);
  return [...counts].map(([code, count]) => ({ code, count }));
};
