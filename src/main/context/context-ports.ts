import type { AnswerChoice } from "#shared/model/answer-choice.ts";
import type { Agent } from "#shared/contract/agents.ts";
import type { Signal } from "#shared/contract/index.ts";
import type { FileRole } from "#shared/contract/workspace.ts";
import type { Origin } from "#shared/model/origin.ts";
import type { ToolDefinition } from "#shared/model/tool.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { SkillList } from "../skills/skills.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { ContextFile } from "./gather/gather-sources.ts";
import type { Sight } from "./gather/with-pictures.ts";
import type { SavedProfile } from "./profiles/resolve-profile.ts";
import type { RunStore } from "./runs/run-store.ts";
import type { ListedFile } from "./snapshot/candidates.ts";
import type { Listing } from "./snapshot/list-project-files.ts";
import type { MemoryHit } from "../memory/recall/memory-hit.ts";
import type { HistoryMessage } from "./types.ts";

/** What the assembler needs from the rest of an open project. */
export type ContextPorts = {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly counter: TokenCounter;
  readonly runs: RunStore;
  readonly files: {
    /** Settles when the files that prompts are made of have been looked at. */
    ready(): Promise<void>;
    /** Settles when all files have been looked at. */
    complete(): Promise<void>;
    /** Files that are still to be read and counted; there may be more until all are listed. */
    left(): { readonly count: number; readonly isListed: boolean };
    /** Waits for `complete`, for a limited time. */
    completeSoon(): Promise<boolean>;
    list(folder: string): readonly ContextFile[];
    get(path: string): ContextFile | null;
    /** Markdown of a workspace, and the project's SOUL.md, that cannot be sent: binary, not UTF-8 or too large. */
    unreadable(
      folder: string,
    ): readonly { readonly path: string; readonly role: FileRole; readonly why: string }[];
  };
  /** A file of the project outside the index; fails as `workspace.read` does. */
  readProjectFile(
    path: string,
  ): Promise<{ readonly text: string; readonly hash: string; readonly realRole: FileRole }>;
  /** Workspace-relative paths of every file under `knowledge/`. */
  knowledgePaths(workspace: string): Promise<readonly string[]>;
  /** The project's files that may be in a snapshot; `known` are those of the listing before. */
  projectFiles(known: readonly ListedFile[], signal?: Signal): Promise<Listing>;
  /** The agent with the id, or the default one; fails with `agent-not-found`. */
  agent(id?: string): Agent;
  agents(): readonly Agent[];
  workspaces(): readonly string[];
  readonly folder: string;
  readonly operatingSystem: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  projectName(): string;
  timeZone(): string | undefined;
  defaultModel(): string | undefined;
  user(): { readonly id: string; readonly name: string };
  savedProfiles(): Promise<readonly SavedProfile[]>;
  /** The best hit first, without messages of this session. A preview records nothing. */
  recall(
    message: string,
    agent: Agent,
    session: string | null,
    scope: "main" | "shared",
    signal?: Signal,
  ): Promise<readonly MemoryHit[]>;
  /** A limit is being tried, and the next one will follow soon: work in the background can wait a moment. */
  tried(): void;
  /** How many of all files can be recalled by now. */
  recallReady(): { readonly done: number; readonly total: number };
  /** What the last recall could not ask; null: nothing. */
  recallNote(): string | null;
  /** This text changes whenever the same message may recall something else. */
  memoryState(): string;
  /** Null when there is no such session. */
  session(
    id: string,
  ): Promise<(SessionView & { readonly agent: string; readonly choice: AnswerChoice }) | null>;
  /** The skills of a workspace; none in a folder that the user does not trust. */
  skills(workspace: string): SkillList;
  /** The lowest origin of a text's lines; of an empty one, the highest that a text of the folder can have. */
  originOf(text: string): Origin;
  tools(agent: Agent, scope: "main" | "shared"): readonly ToolDefinition[];
  /** Share of the usable window that definitions may use, and the names of tools that are sent whatever they take. */
  shelf(): { readonly share: number; readonly keep: ReadonlySet<string> };
  /** Why this model is sent no tools; null when it is. */
  noTools(agent: Agent, model: string | null): string | null;
  /** Whether this model is sent pictures, and what one takes of its window. Asked only where there are pictures. */
  pictures(agent: Agent, model: string | null): Promise<Sight>;
  /** The window the server is known to serve; null when it is unknown. */
  servedWindow(agent: Agent, model: string | null): number | null;
};

export type SessionView = {
  readonly id: string;
  /** `main`, `group`, `broadcast`; anything unknown counts as shared. */
  readonly kind: string;
  readonly history: readonly HistoryMessage[];
  /** Messages that the summary in `history` replaces, oldest first. */
  readonly summarised: readonly HistoryMessage[];
  /** Tools that were found or called in it. */
  readonly joinedTools: ReadonlySet<string>;
  /** Hashes of pictures of it whose files are not there any more. */
  readonly gonePictures?: ReadonlySet<string>;
};
