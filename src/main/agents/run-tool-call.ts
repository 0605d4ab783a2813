import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
import type { ToolContext } from "../tools/tool.ts";
import type { TurnPorts } from "./turn-ports.ts";

export type ToolOutcome = { readonly content: string; readonly isError: boolean; readonly file?: string };

/** Longer results go to a file; their beginning and end stay. UTF-16 units. */
const longest = 80_000;
const shown = 2000;

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
    return await shortened(content, call, context, ports);
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

const shortened = async (
  content: string,
  call: ToolCall,
  { session, sessions }: ToolContext,
  ports: ToolPorts,
): Promise<ToolOutcome> => {
  if (content.length <= longest || session === null) return { content, isError: false };
  const name = `${ports.ids.next()}-${call.name.replaceAll(/[^\w-]/g, "_")}.txt`;
  const file = await sessions.keepResult(session, name, content);
  const left = content.length - 2 * shown;
  const gap = `\n\n… ${left} characters left out, the whole result is in ${name} …\n\n`;
  return { content: content.slice(0, shown) + gap + content.slice(-shown), isError: false, file };
};
