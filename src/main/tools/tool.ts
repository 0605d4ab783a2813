import type { z } from "zod";
import type { Agent } from "#shared/contract/agents.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Author } from "../workspace/recorder.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Who calls a tool, from where, and what it may reach. */
export type ToolContext = {
  readonly agent: Agent;
  /** All agents of the project, this one included. */
  readonly agents: readonly Agent[];
  readonly model: string | null;
  readonly scope: "main" | "shared";
  /** Whether a tag can open a file to a shared session, by the profile in use. */
  readonly opensByTag: boolean;
  readonly session: string | null;
  readonly project: string;
  readonly workspace: Workspace;
  readonly sessions: Sessions;
  readonly signal: AbortSignal;
  /** Whose changes its writes are. */
  readonly by: Author;
};

export type ToolContextOf = (
  agent: Agent,
  scope: "main" | "shared",
  session: string | null,
  signal: AbortSignal,
) => Promise<ToolContext>;

/** Something an agent can do. What it returns goes to the model as text. */
export type Tool<Schema extends z.ZodType = z.ZodType> = {
  readonly name: string;
  readonly description: string;
  readonly input: Schema;
  /** Whether the user is asked before it runs. */
  readonly asks: boolean;
  /** Also asked, whatever `asks` says, and each time: a file this call would read that looks like a secret. */
  readonly secret?: (args: z.output<Schema>, context: ToolContext) => Promise<string | null>;
  /** Whether a shared session may have it at all; what it reaches there is gated besides. */
  readonly shared: boolean;
  /** Listed for this agent at all. */
  readonly listed?: (agent: Agent) => boolean;
  /**
   * What would change on disk, for the user to see before agreeing, and the act that does exactly this: place,
   * base and arguments stay as shown. Fails when it cannot be shown.
   */
  readonly prepare?: (args: z.output<Schema>, context: ToolContext) => Promise<PreparedWrite>;
  run(args: z.output<Schema>, context: ToolContext): Promise<string>;
};

export type FileChange = { readonly path: string; readonly before: string | null; readonly after: string };

export type PreparedWrite = {
  readonly shown: FileChange;
  /** Fails with `conflict` or `exists` when the file is no longer what was shown. */
  run(): Promise<{ readonly content: string; readonly change: string | null }>;
};

export const tool = <Schema extends z.ZodType>(definition: Tool<Schema>): Tool<Schema> => definition;
