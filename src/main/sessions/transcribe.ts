import { join, relative } from "node:path";
import type { Agent } from "#shared/contract/agents.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { appendTranscript, type TranscriptEntry } from "./transcript.ts";

/** Adds what was just said to the agent's audit transcript, when it keeps one. */
export const transcribe = async (
  project: string,
  agent: Agent,
  session: { readonly id: string; readonly createdAt: string },
  entries: readonly SessionEntry[],
): Promise<void> => {
  if (agent.transcriptsDir === null) return;
  const folder = join(project, agent.transcriptsDir);
  // A transcript is written without anybody looking, so never outside of the project.
  if (relative(project, folder).startsWith("..")) return;
  const lines = entries.flatMap((entry) => lineOf(entry) ?? []);
  if (lines.length === 0) return;
  const header = { id: session.id, timestamp: session.createdAt, agent_id: agent.id };
  await appendTranscript(join(folder, `${session.id}.jsonl`), header, lines);
};

const lineOf = (entry: SessionEntry): TranscriptEntry | null => {
  const { timestamp, id } = entry;
  switch (entry.type) {
    case "message":
      return { timestamp, role: entry.role, content: entry.content, message_id: id };
    case "tool_use":
      return {
        timestamp,
        role: "tool_use",
        content: `${entry.name} ${JSON.stringify(entry.args)}`,
        message_id: id,
      };
    case "tool_result":
      return { timestamp, role: "tool_result", content: entry.content, message_id: id };
    case "summary":
    case "compaction":
      return null;
  }
};
