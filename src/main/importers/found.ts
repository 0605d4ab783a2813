import type { ImportWarningCode } from "#shared/model/import-source.ts";
import type { NoteKind } from "../memory/learn/daily-notes.ts";
import type { SourceSession } from "./source-session.ts";

/**
 * What a source contains, as its importer reports it, piece by piece and in the order of the source. Nothing here
 * depends on the project it will go to.
 */
export type Found =
  | { readonly kind: "session"; readonly session: SourceSession }
  | ({ readonly kind: "memory" } & FoundMemory)
  | ({ readonly kind: "document" } & FoundDocument)
  | ({ readonly kind: "section" } & FoundSection)
  | ({ readonly kind: "agent" } & FoundAgent)
  | ({ readonly kind: "skill" } & FoundSkill)
  | ({ readonly kind: "graph" } & FoundGraph)
  | ({ readonly kind: "warning" } & FoundWarning)
  | ({ readonly kind: "skipped" } & FoundSkipped);

/** One line: a fact, something about the person, or how an agent should behave. */
export type FoundMemory = {
  readonly text: string;
  readonly target: MemoryTarget;
  /** `YYYY-MM-DD`; a target of `daily` goes into the note of this day. */
  readonly date: string | null;
  /** Under which heading it stood. */
  readonly heading: string;
  /** Where it was found. */
  readonly from: string;
  /** Not ticked, and why: it may be outdated, or belongs to somebody else. */
  readonly off?: "outdated" | "other-person" | "behaviour" | "offered";
  /** The kind of a daily note. */
  readonly note?: NoteKind;
  /** Links in it, and the documents of this import that they lead to. */
  readonly links?: Readonly<Record<string, string>>;
};

/** `memory` is MEMORY.md, `daily` the note of its day. */
export type MemoryTarget = "memory" | "user" | "agents" | "identity" | "daily";

/** A text that becomes a file. */
export type FoundDocument = {
  /** Relative to the agent's workspace, from cleaned names. */
  readonly path: string;
  readonly from: string;
  readonly content: () => Promise<string | Uint8Array>;
  readonly bytes: number;
  /** `attachment`: not text. */
  readonly role: "knowledge" | "attachment" | "subagent";
  readonly off?: "offered";
};

/** A whole text for a file that every prompt has: it becomes a section of that file, never a file beside it. */
export type FoundSection = {
  readonly target: SectionTarget;
  readonly text: string;
  readonly from: string;
};

export const SECTION_FILES = {
  agents: "AGENTS.md",
  soul: "SOUL.md",
  user: "USER.md",
  identity: "IDENTITY.md",
  tools: "TOOLS.md",
} as const;
export type SectionTarget = keyof typeof SECTION_FILES;

export type FoundAgent = {
  readonly id: string;
  readonly displayName: string;
  readonly systemPromptTemplate: string;
  readonly profile?: string;
  readonly from: string;
};

export type FoundSkill = {
  readonly name: string;
  readonly text: string;
  readonly from: string;
  /** Files that were left: nothing that runs is taken. */
  readonly left: readonly string[];
};

export type FoundGraph = {
  readonly entities: readonly { readonly name: string; readonly type: string }[];
  readonly relations: readonly { readonly from: string; readonly relation: string; readonly to: string }[];
  readonly from: string;
};

export type FoundWarning = {
  readonly code: ImportWarningCode;
  readonly file: string;
  /** From 1; null where a line says nothing. */
  readonly line?: number | undefined;
  readonly detail?: string | undefined;
  /** Of messages or lines; 1 unless said. */
  readonly count?: number;
};

export type FoundSkipped = { readonly what: string; readonly why?: string; readonly count?: number };
