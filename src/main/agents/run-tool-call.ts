import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
import type { ToolContext } from "../tools/tool.ts";
import { keepLongResult } from "./keep-long-result.ts";
import type { TurnPorts } from "./turn-ports.ts";

export type ToolOutcome = { readonly content: string; readonly isError: boolean; readonly file?: string };

export type ToolPorts = Pick<TurnPorts, "tools" | "approve" | "ids">;

export type ToolCall = { readonly id: string; readonly name: string; readonly args: unknown };

/**
 * Runs one call of a model. Whatever goes wrong becomes the result, so that the model can react and the
 * conversation goes on; only stopping the turn ends it.
 */
export const runToolCall = async (
  call: ToolCall,
  agent: Agent,
  context: ToolContext,
  ports: ToolPorts,
): Promise<ToolOutcome> => {
  try {
    const denied = await askFirst(call, agent, context, ports);
    if (denied) return denied;
    const content = await ports.tools.run(call.name, call.args, context);
    return { ...(await keepLongResult(call.name, content, context, ports.ids)), isError: false };
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof Failure) return { content: `${error.code}: ${error.message}`, isError: true };
    return {
      content: `tool-failed: ${error instanceof Error ? error.message : String(error)}`,
      isError: true,
    };
  }
};

const askFirst = async (
  { name, args }: ToolCall,
  agent: Agent,
  context: ToolContext,
  ports: ToolPorts,
): Promise<ToolOutcome | null> => {
  const found = ports.tools.find(name, agent, context.scope);
  if (!found.asks) return null;
  const parsed = found.input.safeParse(args);
  const change = parsed.success ? ((await found.preview?.(parsed.data, context)) ?? null) : null;
  const request = { session: context.session ?? "", agent: agent.id, tool: name, args, change };
  const decision = await ports.approve(request, context.signal);
  return decision === "deny" ? { content: "The person declined this call.", isError: true } : null;
};
