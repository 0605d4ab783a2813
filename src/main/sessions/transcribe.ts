import type { Agent } from "#shared/contract/agents.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { KeptFolder } from "../base/kept-file.ts";
import type { KeptFiles } from "../base/kept-files.ts";
import { appendTranscript, type TranscriptEntry } from "./transcript.ts";

/** The agent's folder of audit transcripts; null when it keeps none. */
export const transcriptFolder = (project: KeptFiles, { transcriptsDir }: Agent): KeptFolder | null =>
  transcriptsDir === null ? null : new KeptFolder(project, transcriptsDir);

/** Adds new entries to the agent's audit transcript, if it keeps one. */
export const transcribe = async (
  project: KeptFiles,
  agent: Agent,
  session: { readonly id: string; readonly createdAt: string },
  entries: readonly SessionEntry[],
): Promise<void> => {
  const folder = transcriptFolder(project, agent);
  const lines = entries.flatMap((entry) => lineOf(entry) ?? []);
  if (!folder || lines.length === 0) return;
  const header = { id: session.id, timestamp: session.createdAt, agent_id: agent.id };
  await appendTranscript(folder.file(`${session.id}.jsonl`), header, lines);
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
