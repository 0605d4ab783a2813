import type { Agent } from "#shared/contract/agents.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { KeptFolder } from "../base/kept-file.ts";
import type { KeptFiles } from "../base/kept-files.ts";
import { appendTranscript, transcribedIds, type TranscriptEntry } from "./transcript.ts";

/** The agent's folder of audit transcripts; null when it keeps none. */
export const transcriptFolder = (project: KeptFiles, { transcriptsDir }: Agent): KeptFolder | null =>
  transcriptsDir === null ? null : new KeptFolder(project, transcriptsDir);

/**
 * Adds what was just said to the agent's audit transcript, when it keeps one, and what was said earlier as far as
 * the transcript lacks it.
 */
export const transcribe = async (
  project: KeptFiles,
  agent: Agent,
  session: { readonly id: string; readonly createdAt: string },
  { earlier, fresh }: { readonly earlier: readonly SessionEntry[]; readonly fresh: readonly SessionEntry[] },
): Promise<void> => {
  const folder = transcriptFolder(project, agent);
  if (!folder) return;
  const file = folder.file(`${session.id}.jsonl`);
  const known = earlier.length > 0 ? await transcribedIds(file) : null;
  const missing = known === null ? [] : earlier.filter(({ id }) => !known.has(id));
  const lines = [...missing, ...fresh].flatMap((entry) => lineOf(entry) ?? []);
  if (lines.length === 0) return;
  const header = { id: session.id, timestamp: session.createdAt, agent_id: agent.id };
  await appendTranscript(file, header, lines);
};

/** Null for what is no message, and for what was imported: it was said elsewhere. */
const lineOf = (entry: SessionEntry): TranscriptEntry | null => {
  const { timestamp, id, imported } = entry;
  if (imported !== undefined) return null;
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
