import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
import { alwaysFor } from "../tools/always-for.ts";
import type { FileChange, ToolContext } from "../tools/tool.ts";
import { keepLongResult } from "./keep-long-result.ts";
import type { TurnPorts } from "./turn-ports.ts";

export type ToolOutcome = {
  readonly content: string;
  readonly isError: boolean;
  readonly file?: string;
  readonly declined?: boolean;
  /** For `changes.undo`. */
  readonly change?: string;
};

export type ToolPorts = Pick<TurnPorts, "tools" | "approve" | "ids">;

export type ToolCall = { readonly id: string; readonly name: string; readonly args: unknown };

/**
 * Runs one call of a model. Every error becomes the result, so that the model can react and the conversation
 * continues; only stopping the turn ends it.
 */
export const runToolCall = async (
  call: ToolCall,
  agent: Agent,
  context: ToolContext,
  ports: ToolPorts,
): Promise<ToolOutcome> => {
  try {
    const found = ports.tools.find(call.name, agent, context.scope);
    const args = ports.tools.parse(found, call.args);
    // What is shown is what runs: path, base and arguments are fixed before the user is asked.
    const prepared = (await found.prepare?.(args, context)) ?? null;
    const secret = (await found.secret?.(args, context)) ?? null;
    const shown = { change: prepared?.shown ?? null, secret };
    const denied = found.asks || secret !== null ? await ask(call, agent, context, shown, ports) : null;
    if (denied) return denied;
    const { content, change } = prepared
      ? await prepared.run()
      : { content: await found.run(args, context), change: null };
    const kept = await keepLongResult(call.name, content, context, ports.ids);
    return { ...kept, isError: false, ...(change !== null && { change }) };
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof Failure) return { content: `${error.code}: ${error.message}`, isError: true };
    return {
      content: `tool-failed: ${error instanceof Error ? error.message : String(error)}`,
      isError: true,
    };
  }
};

const ask = async (
  { name, args }: ToolCall,
  agent: Agent,
  context: ToolContext,
  shown: { readonly change: FileChange | null; readonly secret: string | null },
  ports: ToolPorts,
): Promise<ToolOutcome | null> => {
  const always = alwaysCovers(shown);
  const request = { session: context.session ?? "", agent: agent.id, tool: name, args, ...shown, always };
  const decision = await ports.approve(request, context.signal);
  return decision === "deny"
    ? { content: "The person declined this call.", isError: true, declined: true }
    : null;
};

/** A secret is asked about each time. */
const alwaysCovers = ({ change, secret }: { change: FileChange | null; secret: string | null }) => {
  if (secret !== null) return null;
  return change === null ? { folder: null } : alwaysFor(change.path);
};
