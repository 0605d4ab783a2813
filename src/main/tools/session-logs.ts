import { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import type { KeptFile, KeptFolder } from "../base/kept-file.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { MAX_LOG_BYTES } from "../sessions/session-folder.ts";
import { transcriptFolder } from "../sessions/transcribe.ts";
import { cutStart } from "../base/cut-text.ts";
import { clamped } from "./clamped.ts";
import { tool, type ToolContext } from "./tool.ts";

const actions = ["list_sessions", "read_session", "search", "recent"] as const;

export const sessionLogs = tool({
  name: "session_logs",
  description: "Your own past conversations: list_sessions, read_session, search or recent.",
  input: z.object({
    action: z
      .string()
      .default("")
      .describe(`One of ${actions.join(", ")}.`),
    session_id: z.string().optional(),
    query: z.string().optional(),
    limit: clamped(1, 500, 50),
    max_chars: clamped(20, 4000, 200),
  }),
  asks: false,
  shared: false,
  listed: (agent) => agent.transcriptsDir !== null,
  run: async ({ action, session_id, query, limit, max_chars }, context) => {
    const transcripts = await ownTranscripts(context);
    const shown = (lines: readonly Line[]) => lines.map((line) => shortened(line, max_chars));
    const one = (id: string | null | undefined) => transcripts.find((transcript) => transcript.id === id);
    switch (action) {
      case "list_sessions":
        return JSON.stringify({
          ok: true,
          sessions: transcripts
            .slice(0, limit)
            .map(({ id, timestamp, lines }) => ({ session_id: id, timestamp, entries: lines.length })),
        });
      case "read_session": {
        const found = one(session_id);
        await sawSessions(found ? [found.id] : [], context);
        return JSON.stringify(found ? { ok: true, entries: shown(found.lines.slice(0, limit)) } : notFound);
      }
      case "recent": {
        const found = one(session_id ?? context.session);
        // The current session has no entries yet.
        await sawSessions(found ? [found.id] : [], context);
        if (!found && session_id === undefined) return JSON.stringify({ ok: true, entries: [] });
        return JSON.stringify(found ? { ok: true, entries: shown(found.lines.slice(-limit)) } : notFound);
      }
      case "search": {
        const wanted = (query ?? "").toLowerCase();
        const hits = transcripts
          .flatMap(({ id, lines }) => lines.map((line) => ({ session_id: id, ...line })))
          .filter(({ content }) => wanted !== "" && content.toLowerCase().includes(wanted))
          .slice(0, limit);
        await sawSessions([...new Set(hits.map((hit) => hit.session_id))], context);
        return JSON.stringify({ ok: true, hits: hits.map((hit) => shortened(hit, max_chars)) });
      }
      default:
        return JSON.stringify({ ok: false, error: `unknown action; use one of ${actions.join(", ")}` });
    }
  },
});

/** A transcript says no origins; its conversation does. One that is gone may have held anything. */
const sawSessions = async (ids: readonly string[], { sessions, sawFrom }: ToolContext): Promise<void> => {
  for (const id of ids) {
    const said = await sessions.said(id).catch(() => null);
    if (said === null) sawFrom("outside");
    else for (const { origin } of said) sawFrom(origin);
  }
};

const notFound = { ok: false, error: "session_not_found" };

const header = z.object({
  type: z.literal("session"),
  id: z.string(),
  timestamp: z.string(),
  agent_id: z.string(),
});
const entry = z.object({
  type: z.literal("entry"),
  timestamp: z.string(),
  role: z.string(),
  content: z.string(),
});
type Line = { readonly timestamp: string; readonly role: string; readonly content: string };
type Transcript = { readonly id: string; readonly timestamp: string; readonly lines: readonly Line[] };

/** Newest first, and only transcripts of this agent: the header names it. */
const ownTranscripts = async ({ agent, project, own }: ToolContext): Promise<readonly Transcript[]> => {
  const byId = new Map<string, Transcript>();
  // The person's own first: a conversation of the project that they went on with is theirs.
  for (const root of new Set([own, project])) {
    for (const each of await transcriptsIn(transcriptFolder(new KeptFiles(root), agent), agent.id)) {
      if (!byId.has(each.id)) byId.set(each.id, each);
    }
  }
  return [...byId.values()].sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1));
};

const transcriptsIn = async (folder: KeptFolder | null, agent: string): Promise<readonly Transcript[]> => {
  if (!folder) return [];
  const entries = await folder.list().catch(noneWhenRefused);
  const logs = entries.filter(({ name, kind }) => kind === "file" && name.endsWith(".jsonl"));
  const all = await Promise.all(logs.map(({ name }) => readTranscript(folder.file(name), agent)));
  return all.filter((found) => found !== null);
};

/** The transcripts folder is a link. */
const noneWhenRefused = (error: unknown): [] => {
  if (error instanceof Failure) return [];
  throw error;
};

const readTranscript = async (file: KeptFile, agent: string): Promise<Transcript | null> => {
  const text = (await file.text(MAX_LOG_BYTES).catch(() => null)) ?? "";
  const [first, ...rest] = text.split("\n").map(parseLine);
  const head = header.safeParse(first);
  if (!head.success || head.data.agent_id !== agent) return null;
  const lines = rest.flatMap((line) => {
    const parsed = entry.safeParse(line);
    return parsed.success
      ? [{ timestamp: parsed.data.timestamp, role: parsed.data.role, content: parsed.data.content }]
      : [];
  });
  return { id: head.data.id, timestamp: head.data.timestamp, lines };
};

const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
};

const shortened = <L extends Line>(line: L, max: number): L & { truncated?: true } =>
  line.content.length > max ? { ...line, content: `${cutStart(line.content, max)}…`, truncated: true } : line;
