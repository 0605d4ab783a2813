import type { Offers, SavedPrompt } from "#shared/contract/prompts.ts";
import { scopeOf } from "#shared/model/scope.ts";
import type { AgentsFile } from "../agents/agents-file.ts";
import { cutStart } from "../base/cut-text.ts";
import { definitionText } from "../context/plan/plan-tools.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { Skills } from "../skills/skills.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Characters of a text in the list. */
const SHOWN_CHARS = 120;

type Rooms = {
  readonly agents: AgentsFile;
  readonly sessions: Sessions;
  readonly tools: ToolRegistry;
  readonly tokens: TokenCounter;
  readonly workspace: Workspace;
  readonly skills: Skills;
  readonly defaultModel: () => string | null | undefined;
};

type Asked = { readonly session?: string | undefined; readonly agent?: string | undefined };

/** What the slash offers in a conversation. What its prompt would not have is not offered. */
export const offersFor = async (
  rooms: Rooms,
  prompts: readonly SavedPrompt[],
  { session, agent }: Asked,
): Promise<Offers> => {
  const { agents, sessions, tools, tokens, workspace } = rooms;
  const kind = session === undefined ? null : (await sessions.info(session)).kind;
  const asked = session === undefined ? agents.get(agent) : (await sessions.answererOf(session, {})).agent;
  const scope = scopeOf(asked.scope, kind, undefined);
  await workspace.files.ready();
  const found = scope === "main" ? rooms.skills.list(asked.workspace).skills : [];
  const { encoding } = tokens.encodingOf(asked.model ?? rooms.defaultModel() ?? null);
  let exact = true;
  const offer = async (name: string, text: string, body: string) => {
    const counted = await tokens.count(body, encoding);
    exact &&= counted.exact;
    return { name, text: shown(text), tokens: counted.tokens };
  };
  const skills = found.map(({ name, description, body }) => offer(name, description, body));
  const usable = tools
    .definitions(asked, scope)
    .map((one) => offer(one.name, one.description, definitionText(one)));
  const saved = prompts.map(({ name, text }) => offer(name, text, text));
  return {
    skills: await Promise.all(skills),
    tools: await Promise.all(usable),
    prompts: await Promise.all(saved),
    exact,
  };
};

const shown = (text: string): string => {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length > SHOWN_CHARS ? `${cutStart(line, SHOWN_CHARS).trimEnd()}…` : line;
};
