import { lowestOrigin, type Origin, withoutOutsideMark } from "#shared/model/origin.ts";
import { type FrontMatter, parseFrontMatter } from "#shared/model/front-matter.ts";
import { findWikilinks } from "#shared/model/wikilink.ts";
import { documentKind } from "#shared/model/document-kind.ts";
import { isMarkdown } from "../../workspace/examine-file.ts";
import { chunkMarkdown, type ChunkMode, cutText } from "./chunk-markdown.ts";
import { parseDailyNotes } from "../learn/daily-notes.ts";
import type { DraftSource, MemoryDraft } from "./memory-draft.ts";
import { sessionSource } from "../recall/recall-lists.ts";
import type { Tier } from "../tiers.ts";

/** Something that memories are read from. */
export type MemorySource = DraftSource & {
  /** Changes whenever its text may have changed. */
  readonly mark: string;
  /** It exists but must not be read now: its owner reports when it is ready. */
  readonly later?: boolean | undefined;
  /** Read only when the mark differs from the stored one. Null when the source is gone. */
  drafts(): Promise<Iterable<MemoryDraft> | null>;
  /** For a source that only grows. */
  grown?: (() => Promise<GrownSource>) | undefined;
};

export type GrownSource = {
  /** The same for as long as nothing but additions happened. */
  readonly lineage: string;
  /** What stands in it from an item on; null when the item is not there. */
  readonly since: (item: string) => Iterable<MemoryDraft> | null;
};

/** A file as listed by the workspace. */
export type SourceFile = {
  /** Project-relative. */
  readonly path: string;
  /** The path used for its memories' ids: the file's first place, when it was moved. */
  readonly name?: string;
  /** Relative to its workspace. */
  readonly inner: string;
  readonly workspace: string;
  readonly sha256: string;
  /** Whether the folder is trusted; everything is read again when that changes. */
  readonly folderOrigin: Origin;
  readonly modifiedAt: Date;
  read(): Promise<string | null>;
  /** The origin of each line of its text. */
  origins(text: string): readonly Origin[];
  isApproved(line: string): boolean;
};

export type SourceMessage = {
  readonly id: string;
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
  readonly origin: Origin;
  /** By name, so that a question about a person finds their messages. */
  readonly speaker?: string | undefined;
};

export type SourceSession = {
  readonly id: string;
  readonly agent: string;
  readonly workspace: string;
  readonly mark: string;
  /** A turn is running, after which its messages are stored. */
  readonly later?: boolean;
  read(): Promise<readonly SourceMessage[] | null>;
  grown?: () => Promise<{
    readonly lineage: string;
    readonly since: (message: string) => readonly SourceMessage[] | null;
  }>;
};

/** Changes when texts are cut and indexed differently, so that everything is read again. */
export const FORMAT = 7;

/**
 * The tier of a text file of a workspace, by its path; null for files without memories: those with a fixed
 * place in every prompt, DREAMS.md, skills, and generated files.
 */
export const fileTier = (inner: string): Tier | null => {
  if (inner === "MEMORY.md") return "curated";
  if (/^memory\/(.+\/)?\d{4}-\d\d-\d\d[^/]*\.md$/.test(inner)) return "daily";
  if (ALWAYS_SENT.has(inner) || /^(skills|subagents|agents)\//.test(inner) || isGenerated(inner)) return null;
  return "knowledge";
};

const ALWAYS_SENT: ReadonlySet<string> = new Set([
  "SOUL.md",
  "AGENTS.md",
  "USER.md",
  "IDENTITY.md",
  "DREAMS.md",
  "agents.yaml",
]);

/** Lock files, minified code and source maps: long, and not written by people. */
const isGenerated = (inner: string): boolean =>
  /(^|\/)(package-lock\.json|pnpm-lock\.yaml|[^/]+\.lock|[^/]+\.min\.(js|css)|[^/]+\.map)$/i.test(inner);

export const fileSource = (file: SourceFile, tier: Tier): MemorySource => ({
  source: file.path,
  name: file.name,
  workspace: file.workspace,
  agent: null,
  // Lines of a list are separate facts; only messages need their neighbours to be understood.
  neighbours: false,
  mark: `${FORMAT}:${file.sha256}:${file.folderOrigin}`,
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
  grown: session.grown && grownDrafts(session.grown),
});

const grownDrafts =
  (grown: NonNullable<SourceSession["grown"]>): NonNullable<MemorySource["grown"]> =>
  async () => {
    const { lineage, since } = await grown();
    return {
      lineage,
      since: (item) => {
        const messages = since(item);
        return messages && messageDrafts(messages);
      },
    };
  };

function* dailyDrafts(file: SourceFile, text: string): Generator<MemoryDraft> {
  const date = /(\d{4}-\d{2}-\d{2})\.md$/.exec(file.inner)?.[1] ?? dayOf(file.modifiedAt);
  const origins = file.origins(text);
  for (const { kind, text: note, line } of parseDailyNotes(text)) {
    const origin = origins[line - 1] ?? file.folderOrigin;
    const approved = file.isApproved(note);
    const place = { item: null, lineFrom: line, lineTo: line, heading: "", origin, approved };
    for (const piece of cutText(withoutOutsideMark(note)))
      yield { tier: "daily", ...place, kind, date, text: piece };
  }
  yield* linkDrafts(file, text, date);
}

function* chunkDrafts(file: SourceFile, tier: Tier, whole: string): Generator<MemoryDraft> {
  const front = isMarkdown(file.inner) ? parseFrontMatter(whole) : null;
  const text = whole.slice(front?.offset ?? 0);
  const linesBefore = front ? whole.slice(0, front.offset).split("\n").length - 1 : 0;
  const place = { tier, item: null, kind: null, date: front?.date ?? dayOf(file.modifiedAt) };
  const about = tier === "knowledge" ? aboutOf(file.inner, front) : undefined;
  const origins = file.origins(whole);
  for (const chunk of chunkMarkdown(text, modeOf(file.inner, tier))) {
    const own = tier === "curated" ? withoutBullet(chunk.text) : chunk.text;
    const lines = { lineFrom: chunk.lineFrom + linesBefore, lineTo: chunk.lineTo + linesBefore };
    if (own === "") continue;
    const origin = lowestOrigin(file.folderOrigin, ...origins.slice(lines.lineFrom - 1, lines.lineTo));
    const approved = tier === "curated" && file.isApproved(own);
    yield { ...chunk, ...lines, ...place, text: withoutOutsideMark(own), about, origin, approved };
  }
  if (front) yield* linkDrafts(file, whole, place.date);
}

/** One per note that is linked to, where it is first. */
function* linkDrafts(file: SourceFile, whole: string, date: string): Generator<MemoryDraft> {
  const from = nameOf(file.inner);
  const origins = file.origins(whole);
  const seen = new Set<string>();
  for (const { target, line } of findWikilinks(whole)) {
    const to = nameOf(target);
    if (to === "" || seen.has(to) || seen.size >= MAX_LINKS) continue;
    seen.add(to);
    const place = { item: null, lineFrom: line, lineTo: line, heading: "", date };
    yield {
      tier: "graph",
      kind: LINK_KIND,
      ...place,
      origin: origins[line - 1] ?? file.folderOrigin,
      text: `${from} — links to → ${to}`,
      link: { from, to },
    };
  }
}

/** Of one note: more say nothing about any of them. */
const MAX_LINKS = 200;
/** The kind of memory that a link between two notes is. */
export const LINK_KIND = "link";

const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf("/") + 1).replace(/\.(md|markdown)$/i, "");

/** The subject of the whole note, so that every passage is found by it: its name, title, aliases and tags. */
const aboutOf = (inner: string, front: FrontMatter | null): string => {
  const name = inner.slice(inner.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
  const told = [front?.title ?? "", ...(front?.aliases ?? []), ...(front?.tags ?? [])];
  return [name, ...told].filter(Boolean).join("\n").slice(0, MAX_ABOUT_CHARS);
};

const MAX_ABOUT_CHARS = 1_000;

function* messageDrafts(messages: readonly SourceMessage[]): Generator<MemoryDraft> {
  for (const { id, text, at, speaker, origin } of messages) {
    const place = { item: id, lineFrom: null, lineTo: null, heading: "", kind: null, origin };
    for (const piece of cutText(text)) yield { tier: "session", ...place, date: at, text: piece, speaker };
  }
}

const modeOf = (inner: string, tier: Tier): ChunkMode => {
  if (tier === "curated") return "entries";
  return isMarkdown(inner) || documentKind(inner) !== null ? "passages" : "plain";
};

const withoutBullet = (text: string) => text.replace(/^(?:[-*+]|\d+[.)])\s+/, "").trim();
const dayOf = (time: Date) => time.toISOString().slice(0, 10);
