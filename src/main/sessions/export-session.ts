import type { SessionInfo } from "#shared/contract/sessions.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import type { Sessions } from "./sessions.ts";

type ExportedSession = {
  readonly format: "satchel-session";
  readonly version: 1;
  readonly session: {
    readonly title: string;
    readonly agent: string;
    readonly kind: string;
    readonly createdAt: string;
  };
  readonly entries: readonly SessionEntry[];
};

/** A file to download: its name from the title, and its text. */
export const exportSession = async (
  sessions: Sessions,
  id: string,
  format: "markdown" | "json",
): Promise<{ name: string; text: string }> => {
  const info = await sessions.info(id);
  const name = (info.title || "conversation").replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60);
  if (format === "markdown") {
    const { entries } = await sessions.read(id);
    return { name: `${name}.md`, text: sessionAsMarkdown(info, entries) };
  }
  const { log } = await sessions.load(id);
  return { name: `${name}.json`, text: sessionAsJson(info, log) };
};

/** The whole session, to be imported into Satchel again. */
const sessionAsJson = (session: SessionInfo, log: readonly SessionEntry[]): string => {
  const { title, agent, kind, createdAt } = session;
  const exported: ExportedSession = {
    format: "satchel-session",
    version: 1,
    session: { title, agent, kind, createdAt },
    entries: log,
  };
  return `${JSON.stringify(exported, null, 2)}\n`;
};

/** The selected branch, for people. */
const sessionAsMarkdown = (session: SessionInfo, branch: readonly SessionEntry[]): string => {
  const parts = branch.map(entryAsMarkdown).filter((part) => part !== "");
  return [
    `# ${session.title || "Conversation"}`,
    `${session.agent}, ${session.createdAt}`,
    ...parts,
    "",
  ].join("\n\n");
};

const entryAsMarkdown = (entry: SessionEntry): string => {
  switch (entry.type) {
    case "message":
      return `## ${entry.role === "user" ? "You" : entry.role} · ${entry.timestamp}\n\n${entry.content}`;
    case "tool_use":
      return `**${entry.name}** \`${JSON.stringify(entry.args)}\``;
    case "tool_result":
      return fenced(entry.content);
    case "summary":
      return `---\n\n_Summary of what came before:_\n\n${entry.content}`;
    case "compaction":
      return "";
  }
};

/** A fence longer than any fence inside. */
const fenced = (text: string) => {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
};
