import type { SessionInfo } from "#shared/contract/sessions.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import type { LoadedSession } from "./load-session.ts";
import { conversationName, sessionAsMarkdown } from "./session-as-markdown.ts";
import type { Sessions } from "./sessions.ts";

type ExportedSession = {
  readonly format: "satchel-session";
  readonly version: 1;
  readonly session: {
    readonly id: string;
    readonly title: string;
    readonly agent: string;
    readonly kind: string;
    readonly createdAt: string;
    /** As people know the agent. */
    readonly agentName: string;
  };
  /** Ids of what the model sees: the selected branch, or a summary and what follows it. */
  readonly seen: readonly string[];
  readonly entries: readonly SessionEntry[];
};

/** A file to download: its name from the title and the day, and its text. Times are those of the time zone. */
export const exportSession = async (
  sessions: Sessions,
  id: string,
  format: "markdown" | "json",
  timeZone?: string,
): Promise<{ name: string; text: string }> => {
  const info = await sessions.info(id);
  const agents = sessions.agentNames();
  const name = conversationName(info, timeZone);
  if (format === "markdown") {
    const { entries } = await sessions.read(id);
    return { name: `${name}.md`, text: sessionAsMarkdown(info, entries, { agents, timeZone }) };
  }
  const loaded = await sessions.load(id);
  return { name: `${name}.json`, text: sessionAsJson(info, loaded, agents.get(info.agent) ?? info.agent) };
};

/** The whole session, to be imported into Satchel again. */
const sessionAsJson = (
  { id, title, agent, kind, createdAt }: SessionInfo,
  { log, context }: Pick<LoadedSession, "log" | "context">,
  agentName: string,
): string => {
  const exported: ExportedSession = {
    format: "satchel-session",
    version: 1,
    session: { id, title, agent, kind, createdAt, agentName },
    seen: context.map((entry) => entry.id),
    entries: log,
  };
  return `${JSON.stringify(exported, null, 2)}\n`;
};
