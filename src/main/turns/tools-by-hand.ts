import type { Agent } from "#shared/contract/agents.ts";
import { scopeOf } from "#shared/model/scope.ts";
import type { AgentsFile } from "../agents/agents-file.ts";
import type { Ids } from "../base/ids.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import type { ToolContextOf } from "../tools/tool.ts";
import { keepLongResult } from "./keep-long-result.ts";

type Rooms = {
  readonly agents: AgentsFile;
  readonly sessions: Sessions;
  readonly tools: ToolRegistry;
  readonly talk: { readonly toolContext: ToolContextOf };
  readonly ports: { readonly ids: Ids };
};

export type ToolCaller = { readonly agent?: string | undefined; readonly session?: string | undefined };

/** The tools that an agent may use; in a session, those that its scope allows. */
export const toolsOf = async (rooms: Rooms, caller: ToolCaller) => {
  const { agent, scope } = await callerOf(rooms, caller);
  const { tools } = rooms;
  const definitions = new Map(tools.definitions(agent, scope).map((one) => [one.name, one]));
  return tools.of(agent, scope).map(({ name, description, asks }) => ({
    name,
    description,
    parameters: definitions.get(name)?.parameters,
    asks,
  }));
};

/** Runs a tool as the agent would. It needs no approval, because the user calls it. */
export const runToolByHand = async (
  rooms: Rooms,
  caller: ToolCaller,
  { name, args }: { readonly name: string; readonly args?: unknown },
  signal: AbortSignal,
): Promise<string> => {
  const { agent, scope } = await callerOf(rooms, caller);
  const reach = await rooms.talk.toolContext(agent, scope, caller.session ?? null, signal);
  const result = await rooms.tools.run(name, args, reach);
  return (await keepLongResult(name, result, reach, rooms.ports.ids)).content;
};

/** A session belongs to an agent and has a scope; without a session the agent's own scope holds. */
const callerOf = async (
  { agents, sessions }: Rooms,
  { agent, session }: ToolCaller,
): Promise<{ agent: Agent; scope: "main" | "shared" }> => {
  if (session === undefined) {
    const found = agents.get(agent);
    return { agent: found, scope: scopeOf(found.scope, null, undefined) };
  }
  const [found, { kind }] = await Promise.all([sessions.agentOf(session), sessions.info(session)]);
  return { agent: found, scope: scopeOf(found.scope, kind, undefined) };
};
