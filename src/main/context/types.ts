import type { Agent } from "#shared/contract/agents.ts";
import type { Overrides } from "#shared/contract/context.ts";
import type { FileRole } from "#shared/contract/workspace.ts";
import type { DocumentCut } from "#shared/model/document-cut.ts";
import type { Origin } from "#shared/model/origin.ts";
import type { LayerId } from "#shared/model/layer.ts";
import type { Message, Role, Segment, SegmentReason, SegmentStatus } from "#shared/model/manifest.ts";
import type { MemoryHit } from "../memory/recall/memory-hit.ts";
import type { Skill } from "../skills/parse-skill.ts";
import type { TeamFacts } from "../team/files/team-layer.ts";
import type { ToolDefinition } from "#shared/model/tool.ts";
import type { ChatOverhead } from "../tokens/encoding-for-model.ts";
import type { SnapshotRun } from "#shared/model/snapshot-run.ts";

/**
 * The plain data that passes through the assembler: gather (I/O) → gate → plan → fit → render → explain.
 * Everything after gather is a pure function of `Gathered` and a `Meter`.
 */

/** A file, or the place where one was looked for. */
export type SourceFile = {
  /** Project-relative, as in the manifest: `workspace/AGENTS.md`. */
  readonly path: string;
  readonly name: string;
  readonly role: FileRole;
  /** What the file is after links are followed; a link never makes a private file something else. */
  readonly realRole: FileRole;
  /** Without front matter; null when there is no file, it cannot be read, or the gate removed the text. */
  readonly text: string | null;
  /** The front matter before it, so that a cut can be reported by its place in the file. */
  readonly front: string;
  /** The lowest of its lines. */
  readonly origin: Origin;
  /** Stored count of `text`. */
  readonly tokens: number;
  /** True: the file is longer than `text`, of which only the first 5 MB are used. */
  readonly isPart?: boolean;
  readonly sha256: string;
  /** From front matter; null when it does not say. */
  readonly priority: number | null;
  readonly tags: readonly string[];
  /** Whose it is, when it is a team's file and none of the workspace. */
  readonly team?: TeamFacts;
  /** Why there is no text. */
  readonly absent: "missing" | "traversal" | "scope" | "excluded" | null;
  /** Length of the text that the gate removed or the user left out. */
  readonly keptBackChars?: number;
  /** The name under which the user left it out. */
  readonly excludedAs?: string;
  /** A tag that would let a shared session see it, when the gate removed it because it has none. */
  readonly openedBy?: string;
};

export type HistoryMessage = Message & {
  readonly id: string;
  /** "Never summarise this message." */
  readonly pinned?: boolean;
  /** The one summary with which compaction replaced older messages. */
  readonly summary?: boolean;
  readonly origin: Origin;
  /** Documents of which only passages are in it. */
  readonly cut?: readonly DocumentCut[];
  /** What the manifest says about its pictures; `pictures` has those that are sent. */
  readonly pictureSizes?: NonNullable<NonNullable<Segment["detail"]>["pictures"]>;
};

/** What compaction did before this assembly, reported by the caller that ran it. */
export type Compacted = {
  /** Number of messages that the new summary replaces. */
  readonly summarised: number;
  /** Tokens the prompt would have had without it: `used` of the assembly that asked for it. */
  readonly usedBefore: number;
  /** Compaction failed and history is unchanged; the step `drop-history` decides. */
  readonly failed?: string;
};

/** Why old history should be summarised before the call. */
export type CompactionNeed = {
  /** `overflow`: without it messages would be dropped, so it cannot wait. */
  readonly because: "threshold" | "overflow";
  /** Tokens the window leaves for messages, the newest included. */
  readonly room: number;
};

/** A file of the project as the snapshot profile sees it, verbatim. */
export type ProjectFile = {
  readonly path: string;
  /** Null when the limits were reached before it, so that it was not read. */
  readonly text: string | null;
  readonly utf8Bytes: number;
  readonly changedAt: number;
  readonly origin: Origin;
  readonly tokens: number;
  readonly sha256: string;
};

/** The session's run before this one, for the stable prefix. */
export type PreviousRun = { readonly messages: readonly Message[]; readonly segments: readonly Segment[] };

export type Gathered = {
  readonly id: string;
  readonly at: string;
  /** `YYYY-MM-DD` in the workspace's time zone. */
  readonly date: string;
  readonly projectName: string;
  /** Null in a shared prompt, because the paths of the user's files are private. */
  readonly machine: { readonly operatingSystem: string; readonly workspace: string } | null;
  readonly user: { readonly id: string; readonly name: string };
  readonly agent: Agent;
  readonly session: string | null;
  readonly scope: "main" | "shared";
  readonly model: string | null;
  readonly encoding: string;
  readonly exact: boolean;
  /** What the model's chat format adds. */
  readonly overhead: ChatOverhead;
  /** The window the server is known to serve; null when it is unknown. */
  readonly servedWindow: number | null;
  readonly overrides: Overrides;
  /** The project's, then the workspace's. */
  readonly soul: readonly SourceFile[];
  /** AGENTS, USER, IDENTITY (also when missing) and every other top-level Markdown file of the workspace. */
  readonly files: readonly SourceFile[];
  readonly memoryFile: SourceFile;
  readonly knowledge: SourceFile;
  /** Workspace-relative paths of every file under `knowledge/`. */
  readonly knowledgePaths: readonly string[];
  /** Today, then yesterday, by the time zone of the workspace. */
  readonly notes: readonly { readonly date: string; readonly files: readonly SourceFile[] }[];
  /** Hashes of the private files of the workspace, gathered or not; the gate recognises copies by them. */
  readonly privateHashes: ReadonlySet<string>;
  /** `additionalContextFiles` in the configured order; `asked` as configured. */
  readonly additional: readonly { readonly asked: string; readonly file: SourceFile }[];
  readonly skills: readonly Skill[];
  /** Of the list of skills, and of everything else that the folder's settings put into the prompt. */
  readonly origins: { readonly skills: Origin; readonly folder: Origin };
  /** All skills in full and the tokens that their list may use, when `skills` was shortened for the window. */
  readonly shortened?: { readonly skills: readonly Skill[]; readonly limit: number };
  /** In rank order. */
  readonly hits: readonly MemoryHit[];
  readonly memoryTools: boolean;
  /** This session's messages, oldest first; the newest user message is the last of role `user`. */
  readonly history: readonly HistoryMessage[];
  /** Messages that the session's summary replaces, oldest first. */
  readonly summarised: readonly HistoryMessage[];
  readonly compacted: Compacted | null;
  readonly tools: readonly ToolDefinition[];
  /** What keeps tools of servers in the prompt when definitions use more than `share` of what it may use. */
  readonly shelf: {
    readonly share: number;
    readonly keep: ReadonlySet<string>;
    readonly joined: ReadonlySet<string>;
  };
  /** Every candidate of a snapshot, in the order in which it prints them. */
  readonly projectFiles: readonly ProjectFile[];
  /** Variables of the process that may change a profile's limits. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly previous: PreviousRun | null;
  readonly warnings: readonly string[];
};

/**
 * Counts, looked up synchronously. The meter estimates a text that it does not know and notes it; the caller has
 * the text counted and assembles again (see token-book.ts).
 */
export type Meter = {
  tokens(text: string): number;
  /** Of several texts together; found again for the same list. */
  total?(texts: readonly string[]): number;
  /** UTF-16 offset at which `text` must be cut to have at most `limit` tokens; its length when it all fits. */
  cut(text: string, limit: number): number;
};

/** Something that could be in the prompt, and how it is sent. One candidate is one segment. */
export type Candidate = {
  readonly id: string;
  readonly layer: LayerId;
  readonly source: string;
  readonly role: Role;
  readonly origin: Origin;
  /** What overflow handling may do with it: keep it, shorten it, or leave it out. */
  readonly hold: "fixed" | "priority" | "file" | "hit" | "message";
  readonly place: "system" | "data" | "history" | "outside";
  /** The text in its message, with the separator before it; empty when it is not sent. */
  readonly text: string;
  /**
   * Strings that begin and end as `text` does, where it was put together: looking at them does not make one
   * string of its parts, which a preview without messages never needs.
   */
  readonly edges?: { readonly head: string; readonly tail: string };
  /** Set when the text is printed by another candidate (`{{memory}}` in a prompt), at this offset of its text. */
  readonly inside?: { readonly host: string; readonly at: number };
  /** Tokens of `text`. */
  readonly tokens: number;
  readonly raw: { readonly tokens: number; readonly chars: number };
  /** Tokens of the raw text that are sent. */
  readonly keptTokens: number;
  readonly status: SegmentStatus;
  readonly reason: SegmentReason | null;
  readonly sha256: string;
  readonly detail?: Segment["detail"];
};

/** How far the window forces a plan below what its profile allows. */
export type Allowance = {
  /** Candidates of hold `file` that are left out, by id. */
  readonly out: ReadonlySet<string>;
  /** Tokens that a `priority` candidate may use; null: as the profile says. */
  readonly cap: number | null;
  /** How many memory hits may stay; null: as the profile says. */
  readonly hits: number | null;
};

export type Plan = {
  /** In the order of the prompt. History and tools are not planned by the profile. */
  readonly candidates: readonly Candidate[];
  readonly warnings: readonly string[];
  /** Whether a pin keeps a file in. */
  readonly pins?: boolean;
  /** Whether a file that is left out leaves something behind: an empty tag, a closing line. */
  readonly frames?: boolean;
  readonly lastRun?: SnapshotRun | null;
};
