import type { TurnEnd } from "#shared/contract/chat.ts";
import { Failure } from "#shared/contract/index.ts";
import { isAllowed } from "#shared/model/allowed-tools.ts";
import { lowestOrigin, type Origin } from "#shared/model/origin.ts";
import type { MessageEntry } from "#shared/model/session-entry.ts";
import { asDelegate } from "../agents/delegates-of.ts";
import { cutStart } from "../base/cut-text.ts";
import type { DelegatedTask, ToolContext } from "../tools/tool.ts";
import type { Turn } from "./turn.ts";
import type { TurnPorts } from "./turn-ports.ts";

/** Nested turns below the conversation of the user. */
const MAX_DEPTH = 3;
const MAX_DELEGATE_STEPS = 10;
const MAX_ANSWER_CHARS = 20_000;
const MAX_TITLE_CHARS = 60;

type RunTurn = (turn: Turn, ports: TurnPorts, signal: AbortSignal) => Promise<TurnEnd>;

/**
 * A nested turn: the agent answers the task in a session of its own. It has the caller's scope or a stricter one,
 * and at most the caller's tools. What it asks for approval is asked in the caller's conversation.
 */
export const runDelegate = async (
  caller: Turn,
  { agent: id, task }: DelegatedTask,
  context: ToolContext,
  ports: TurnPorts,
  run: RunTurn,
): Promise<{ readonly content: string; readonly origin: Origin }> => {
  const callers = [...(caller.callers ?? []), caller.agent.id];
  const agent = delegateOf(caller, id, callers, context, ports);
  const kind = context.scope === "main" ? "main" : "group";
  const title = cutStart(task.trim().split("\n")[0] ?? "", MAX_TITLE_CHARS);
  const session = await ports.sessions.create(agent, kind, title);
  // What the caller lent it stays with the conversation, so that the user can go on with it there.
  const { provider, model } = agent;
  if (agent.subagent && provider !== null && model !== null)
    await ports.sessions.update(session.id, { choice: { model: { provider, model } } });
  const said: MessageEntry = {
    type: "message",
    id: ports.ids.next(),
    parentId: null,
    timestamp: ports.clock.now().toISOString(),
    role: "user",
    content: task,
    origin: lowestOrigin("agent", context.origin),
  };
  const nested: TurnPorts = {
    ...ports,
    approve: (request, signal) => ports.approve({ ...request, session: caller.session.id }, signal),
  };
  const end = await ports.nest(session.id, context.signal, async (signal) => {
    await ports.sessions.append(session.id, [said]);
    ports.emit({ event: "chat.started", session: session.id });
    ports.emit({ event: "chat.entry", session: session.id, entry: said });
    const turn = {
      agent,
      session,
      activeFile: null,
      callers,
      maxSteps: agent.subagent?.steps ?? MAX_DELEGATE_STEPS,
    };
    const ended = await run(turn, nested, signal);
    const whole = { ...ended, entries: [said, ...ended.entries] };
    ports.emit({ event: "chat.ended", session: session.id, end: whole });
    return whole;
  });
  context.signal.throwIfAborted();
  return answerOf(end, id, session.id);
};

const delegateOf = (
  { agent }: Turn,
  id: string,
  callers: readonly string[],
  context: ToolContext,
  { tools }: TurnPorts,
) => {
  if (!agent.allowedDelegates.includes(id)) {
    const allowed = agent.allowedDelegates.join(", ");
    throw new Failure("delegate-not-allowed", `${agent.id} may hand work to ${allowed}, not to "${id}".`);
  }
  if (callers.includes(id))
    throw new Failure("delegate-cycle", `${[...callers, id].join(" → ")} is a loop. Nothing was handed on.`);
  if (callers.length > MAX_DEPTH)
    throw new Failure("delegate-depth", `Work is handed on at most ${MAX_DEPTH} times.`);
  const declared = context.agents.find((each) => each.id === id);
  if (!declared) throw new Failure("agent-not-found", `There is no agent "${id}" in this project.`, { id });
  const siblings = context.agents.flatMap(({ subagent, id: other }) =>
    subagent !== undefined && subagent.home === declared.subagent?.home ? [other] : [],
  );
  const found = asDelegate(declared, agent, siblings);
  const allowedTools = tools
    .of(agent, context.scope)
    .flatMap(({ name }) => (isAllowed(name, found.allowedTools) ? [name] : []));
  return { ...found, allowedTools };
};

const answerOf = ({ status, entries, failure }: TurnEnd, id: string, session: string) => {
  const last = entries.findLast((entry) => entry.type === "message" && entry.role === "assistant");
  const message = last?.type === "message" ? last : null;
  if (status === "failed")
    throw new Failure("delegate-failed", `${id} failed (session ${session}): ${failure?.message ?? ""}`);
  const why = { finished: "", stopped: " It was stopped.", "step-limit": " It reached its limit of steps." }[
    status
  ];
  const text = message?.content ?? "";
  const cut = text.length > MAX_ANSWER_CHARS ? `${cutStart(text, MAX_ANSWER_CHARS)}…` : text;
  return {
    content: `Answer of ${id} (session ${session}).${why}\n\n${cut}`,
    origin: lowestOrigin("agent", message?.origin ?? "agent"),
  };
};
