import type { Handlers } from "#shared/contract/index.ts";
import type { toolsRoutes } from "#shared/contract/tools.ts";
import { keepLongResult } from "../turns/keep-long-result.ts";
import { abortSignal } from "../base/abort-signal.ts";
import { scopeOf } from "#shared/model/scope.ts";
import type { HandlerContext } from "./handler-context.ts";

export const toolsHandlers = (context: HandlerContext): Handlers<typeof toolsRoutes> => ({
  "tools.list": async (caller) => {
    const { agent, scope } = await callerOf(context, caller);
    const { tools } = context.project();
    const definitions = new Map(tools.definitions(agent, scope).map((one) => [one.name, one]));
    return {
      tools: tools.of(agent, scope).map(({ name, description, asks }) => ({
        name,
        description,
        parameters: definitions.get(name)?.parameters,
        asks,
      })),
    };
  },
  "tools.run": async ({ name, args, ...caller }, { signal }) => {
    const { agent, scope } = await callerOf(context, caller);
    const { tools, talk } = context.project();
    const { ports } = context;
    const reach = await talk.toolContext(agent, scope, caller.session ?? null, abortSignal(signal));
    const { content } = await keepLongResult(name, await tools.run(name, args, reach), reach, ports.ids);
    return { content };
  },
});

type Caller = { readonly agent?: string | undefined; readonly session?: string | undefined };

/** A session belongs to its agent and brings its scope; without one the agent speaks for itself. */
const callerOf = async (context: HandlerContext, { agent, session }: Caller) => {
  const { agents, sessions } = context.project();
  if (session === undefined) {
    const found = agents.get(agent);
    return { agent: found, scope: scopeOf(found.scope, null, undefined) };
  }
  const [found, { kind }] = await Promise.all([sessions.agentOf(session), sessions.info(session)]);
  return { agent: found, scope: scopeOf(found.scope, kind, undefined) };
};
