import type { Agent } from "#shared/contract/agents.ts";
import { lowestOrigin, type Origin } from "#shared/model/origin.ts";
import { Failure } from "#shared/contract/index.ts";
import { alwaysFor } from "../tools/always-for.ts";
import type { FileChange, ShownSkill, ToolContext } from "../tools/tool.ts";
import { keepLongResult } from "./keep-long-result.ts";
import type { TurnPorts } from "./turn-ports.ts";

export type ToolOutcome = {
  readonly content: string;
  /** `tool`, or lower when it read or was asked by something lower. */
  readonly origin: Origin;
  readonly isError: boolean;
  readonly file?: string;
  readonly declined?: boolean;
  /** For `changes.undo`. */
  readonly change?: string;
  /** Tools whose definitions are sent from now on. */
  readonly joined?: string[];
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
  const reads: Origin[] = [];
  const sawFrom = (origin: Origin) => void reads.push(origin);
  const joined: string[] = [];
  const join = (names: readonly string[]) => void joined.push(...names);
  const reached = { ...context, join, sawFrom, saw: (text: string) => sawFrom(context.originOf(text)) };
  const from = (own: Origin = "tool") => ({ origin: lowestOrigin(own, ...reads) });
  try {
    const found = ports.tools.find(call.name, agent, context.scope);
    const args = ports.tools.parse(found, call.args);
    // What is shown is what runs: path, base and arguments are fixed before the user is asked.
    const prepared = (await found.prepare?.(args, reached)) ?? null;
    const secret = (await found.secret?.(args, reached)) ?? null;
    const skill = (await found.skill?.(args, reached)) ?? null;
    const shown = {
      change: prepared?.shown ?? null,
      secret,
      ...(skill !== null && { skill }),
      ...(found.server && { server: found.server }),
    };
    const denied =
      found.asks || secret !== null || skill !== null ? await ask(call, agent, context, shown, ports) : null;
    if (denied) return denied;
    if (skill !== null && (await found.skill?.(args, reached))?.hash !== skill.hash)
      throw new Failure("skill-changed", `The skill "${skill.name}" changed after it was shown.`);
    const { content, change } = prepared
      ? await prepared.run()
      : { content: await found.run(args, reached), change: null };
    const kept = await keepLongResult(call.name, content, context, ports.ids);
    return {
      ...kept,
      ...from(found.origin),
      isError: false,
      ...(change !== null && { change }),
      ...(joined.length > 0 && { joined }),
    };
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof Failure) {
      return { content: `${error.code}: ${error.message}`, ...from(), isError: true };
    }
    return {
      content: `tool-failed: ${error instanceof Error ? error.message : String(error)}`,
      ...from(),
      isError: true,
    };
  }
};

type Shown = {
  readonly change: FileChange | null;
  readonly secret: string | null;
  readonly skill?: ShownSkill;
  readonly server?: { readonly id: string; readonly tool: string; readonly mark: string };
};

const ask = async (
  { name, args }: ToolCall,
  agent: Agent,
  context: ToolContext,
  shown: Shown,
  ports: ToolPorts,
): Promise<ToolOutcome | null> => {
  // Nothing from outside is written by an answer that the user gave for something else.
  // "Always" for a tool of a server is about this tool alone.
  const isOwn = context.origin !== "outside" || shown.server !== undefined;
  const always = isOwn ? alwaysCovers(shown) : null;
  const request = { session: context.session ?? "", agent: agent.id, tool: name, args, ...shown, always };
  const decision = await ports.approve(request, context.signal);
  return decision === "deny" || decision === "never"
    ? { content: "The person declined this call.", origin: "tool", isError: true, declined: true }
    : null;
};

/** A secret is asked about each time. */
const alwaysCovers = ({ change, secret }: Shown) => {
  if (secret !== null) return null;
  return change === null ? { folder: null } : alwaysFor(change.path);
};
