import type { z } from "zod";
import type { Origin } from "#shared/model/origin.ts";
import type { Agent } from "#shared/contract/agents.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Author } from "../workspace/recorder.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** The caller of a tool, its session, and what it may reach. */
export type ToolContext = {
  readonly agent: Agent;
  /** All agents of the project, this one included. */
  readonly agents: readonly Agent[];
  readonly model: string | null;
  readonly scope: "main" | "shared";
  /** Whether a tag can open a file to a shared session, according to the profile in use. */
  readonly opensByTag: boolean;
  readonly session: string | null;
  readonly project: string;
  /** The folder that contains the person's own transcripts; the project without an overlay. */
  readonly own: string;
  readonly workspace: Workspace;
  readonly sessions: Sessions;
  readonly signal: AbortSignal;
  /** The author of the changes that it writes. */
  readonly by: Author;
  /** Of the call: what the caller read before it called. */
  readonly origin: Origin;
  /** The origin of a text of the project, as it is in a file. */
  readonly originOf: (text: string) => Origin;
  /** Called with each text that the result is made of, as it is in its file: the result has the lowest origin. */
  readonly saw: (text: string) => void;
  readonly sawFrom: (origin: Origin) => void;
  /** Sends the definitions of these tools for the rest of the conversation. */
  readonly join: (names: readonly string[]) => void;
  /** Only during a turn: runs a nested turn of a different agent. */
  readonly delegate?: (
    task: DelegatedTask,
    context: ToolContext,
  ) => Promise<{ readonly content: string; readonly origin: Origin }>;
  /** Records the origin of lines that are about to be written. */
  wrote(text: string): Promise<void>;
};

export type DelegatedTask = { readonly agent: string; readonly task: string };

export type ToolContextOf = (
  agent: Agent,
  scope: "main" | "shared",
  session: string | null,
  signal: AbortSignal,
) => Promise<ToolContext>;

/** A function that an agent can call. Its result is sent to the model as text. */
export type Tool<Schema extends z.ZodType = z.ZodType> = {
  readonly name: string;
  readonly description: string;
  /** The description for one agent, where it depends on the agent. */
  readonly describedFor?: (agent: Agent) => string;
  readonly input: Schema;
  /** The JSON schema of the arguments, where a server wrote it; without it, that of `input`. */
  readonly parameters?: unknown;
  /** The MCP server that runs it. `mark` changes with its definition; then the user is asked again. */
  readonly server?: { readonly id: string; readonly tool: string; readonly mark: string };
  /** Of its results; `outside` for what is fetched from elsewhere, `agent` for what a model wrote. */
  readonly origin?: "outside" | "agent";
  /** Whether the user must approve each call. */
  readonly asks: boolean;
  /** Also asked, whatever `asks` says, and each time: a file this call would read that looks like a secret. */
  readonly secret?: (args: z.output<Schema>, context: ToolContext) => Promise<string | null>;
  /** The skill of a project that this call would load; asked until the user approved exactly this text. */
  readonly skill?: (args: z.output<Schema>, context: ToolContext) => Promise<ShownSkill | null>;
  /** Whether a shared session may use it at all; what it reaches there is also gated. */
  readonly shared: boolean;
  /** It writes, or loads what an agent would obey: not in a folder that the user does not trust. */
  readonly trustedOnly?: true;
  /** It finds tools whose definitions are not sent; it is sent only when there are some. */
  readonly finds?: true;
  /** Whether it is listed for this agent at all. */
  readonly listed?: (agent: Agent) => boolean;
  /**
   * What would change on disk, shown to the user for approval, and the function that does exactly this: path,
   * base and arguments stay as shown. Fails when it cannot be shown.
   */
  readonly prepare?: (args: z.output<Schema>, context: ToolContext) => Promise<PreparedWrite>;
  run(args: z.output<Schema>, context: ToolContext): Promise<string>;
};

/** A skill as the user sees it before it is first used. */
export type ShownSkill = {
  readonly name: string;
  readonly path: string;
  readonly hash: string;
  readonly text: string;
  readonly tokens: number;
  readonly files: string[];
};

export type FileChange = { readonly path: string; readonly before: string | null; readonly after: string };

export type PreparedWrite = {
  readonly shown: FileChange;
  /** Fails with `conflict` or `exists` when the file changed since it was shown. */
  run(): Promise<{ readonly content: string; readonly change: string | null }>;
};

export const tool = <Schema extends z.ZodType>(definition: Tool<Schema>): Tool<Schema> => definition;
