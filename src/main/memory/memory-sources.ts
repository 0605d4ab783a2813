import { chunkMarkdown, cutText } from "./chunk-markdown.ts";
import { parseDailyNotes } from "./daily-notes.ts";
import type { DraftSource, MemoryDraft } from "./memory-draft.ts";
import { sessionSource } from "./recall-lists.ts";
import type { Tier } from "./tiers.ts";

/** Something memories are read from. */
export type MemorySource = DraftSource & {
  /** Changes whenever what it says may have changed. */
  readonly mark: string;
  /** It is there, and not to be read now: somebody will say when. */
  readonly later?: boolean | undefined;
  /** Read only when the mark is not the stored one. Null when it is gone. */
  drafts(): Promise<Iterable<MemoryDraft> | null>;
};

/** A file as the workspace tells it. */
export type SourceFile = {
  /** Project-relative. */
  readonly path: string;
  /** By which its memories are known: where the file stood first, when it was moved. */
  readonly name?: string;
  /** Inside its workspace. */
  readonly inner: string;
  readonly workspace: string;
  readonly sha256: string;
  readonly modifiedAt: Date;
  read(): Promise<string | null>;
};

export type SourceMessage = {
  readonly id: string;
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
  /** By name, so that a question about somebody finds what they said. */
  readonly speaker?: string | undefined;
};

export type SourceSession = {
  readonly id: string;
  readonly agent: string;
  readonly workspace: string;
  readonly mark: string;
  /** A turn is under way, after which its messages are stored. */
  readonly later?: boolean;
  read(): Promise<readonly SourceMessage[] | null>;
};

/** Changes with the way texts are cut and indexed, so that everything is read again. */
const FORMAT = 3;

/** What kind of memory a file of a workspace holds, by its place; null for all others. DREAMS.md is none. */
export const fileTier = (inner: string): Tier | null => {
  if (inner === "MEMORY.md") return "curated";
  if (/^memory\/.+\.md$/.test(inner)) return "daily";
  return inner.startsWith("knowledge/") ? "knowledge" : null;
};

export const fileSource = (file: SourceFile, tier: Tier): MemorySource => ({
  source: file.path,
  name: file.name,
  workspace: file.workspace,
  agent: null,
  // Lines of a list are facts of their own; only a conversation is understood by what was said around it.
  neighbours: false,
  mark: `${FORMAT}:${file.sha256}`,
  drafts: async () => {
    const text = await file.read();
    if (text === null) return null;
    return tier === "daily" ? dailyDrafts(file, text) : chunkDrafts(file, tier, text);
  },
});

export const sessionAsSource = (session: SourceSession): MemorySource => ({
  source: sessionSource(session.id),
  workspace: session.workspace,
  agent: session.agent,
  neighbours: true,
  mark: `${FORMAT}:${session.mark}`,
  later: session.later,
  drafts: async () => {
    const messages = await session.read();
    return messages && messageDrafts(messages);
  },
});

function* dailyDrafts(file: SourceFile, text: string): Generator<MemoryDraft> {
  const date = /(\d{4}-\d{2}-\d{2})\.md$/.exec(file.inner)?.[1] ?? dayOf(file.modifiedAt);
  for (const { kind, text: note, line } of parseDailyNotes(text)) {
    const place = { item: null, lineFrom: line, lineTo: line, heading: "" };
    for (const piece of cutText(note)) yield { tier: "daily", ...place, kind, date, text: piece };
  }
}

function* chunkDrafts(file: SourceFile, tier: Tier, text: string): Generator<MemoryDraft> {
  const date = dayOf(file.modifiedAt);
  for (const chunk of chunkMarkdown(text, tier === "curated" ? "entries" : "passages")) {
    const own = tier === "curated" ? withoutBullet(chunk.text) : chunk.text;
    if (own !== "") yield { ...chunk, tier, item: null, kind: null, date, text: own };
  }
}

function* messageDrafts(messages: readonly SourceMessage[]): Generator<MemoryDraft> {
  for (const { id, text, at, speaker } of messages) {
    const place = { item: id, lineFrom: null, lineTo: null, heading: "", kind: null };
    for (const piece of cutText(text)) yield { tier: "session", ...place, date: at, text: piece, speaker };
  }
}

const withoutBullet = (text: string) => text.replace(/^(?:[-*+]|\d+[.)])\s+/, "").trim();
const dayOf = (time: Date) => time.toISOString().slice(0, 10);
