import type { z } from "zod";
import type { Agent } from "#shared/contract/agents.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Who calls a tool, from where, and what it may reach. */
export type ToolContext = {
  readonly agent: Agent;
  readonly model: string | null;
  readonly scope: "main" | "shared";
  /** Kind of the profile in use; in `persona` a tag opens nothing. */
  readonly profileKind: string;
  readonly session: string | null;
  readonly project: string;
  readonly workspace: Workspace;
  readonly sessions: Sessions;
  readonly signal: AbortSignal;
};

/** Something an agent can do. What it gives back goes to the model as text. */
export type Tool<Schema extends z.ZodType = z.ZodType> = {
  readonly name: string;
  readonly description: string;
  readonly input: Schema;
  /** Whether the person is asked before it runs. */
  readonly asks: boolean;
  /** Whether a shared session may have it at all; what it reaches there is gated besides. */
  readonly shared: boolean;
  /** Listed for this agent at all. */
  readonly listed?: (agent: Agent) => boolean;
  /** What would change on disk, for the person to see before agreeing. */
  readonly preview?: (args: z.output<Schema>, context: ToolContext) => Promise<FileChange | null>;
  run(args: z.output<Schema>, context: ToolContext): Promise<string>;
};

export type FileChange = { readonly path: string; readonly before: string | null; readonly after: string };

export const tool = <Schema extends z.ZodType>(definition: Tool<Schema>): Tool<Schema> => definition;
