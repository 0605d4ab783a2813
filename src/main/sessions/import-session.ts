import { z } from "zod";
import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
import type { SessionInfo } from "#shared/contract/sessions.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { type BrokenLine, parseEntries } from "./entry-file.ts";
import type { Sessions } from "./sessions.ts";

const exportFile = z.object({
  format: z.literal("satchel-session"),
  version: z.literal(1),
  session: z.object({ title: z.string(), kind: z.string() }).partial(),
  entries: z.array(z.unknown()),
});

/** Creates a session of this agent with the entries of an exported one. */
export const importSession = async (
  sessions: Sessions,
  agent: Agent,
  text: string,
): Promise<{ session: SessionInfo; broken: (BrokenLine & { file: string })[] }> => {
  const { exported, broken } = parseExport(text);
  const { id } = await sessions.create(agent, exported.kind, exported.title);
  // Whatever the file says about itself: it was written elsewhere.
  await sessions.append(id, exported.entries.map(fromOutside));
  return { session: await sessions.info(id), broken: [...broken] };
};

const fromOutside = (entry: SessionEntry): SessionEntry =>
  entry.type === "tool_use" || entry.type === "compaction" ? entry : { ...entry, origin: "outside" };

type Imported = {
  readonly title: string;
  readonly kind: string;
  readonly entries: readonly SessionEntry[];
};

/**
 * Imports the JSON that `sessions.export` returned, or the lines of a session file. Broken lines are skipped
 * and reported.
 */
const parseExport = (
  text: string,
): { exported: Imported; broken: readonly (BrokenLine & { file: string })[] } => {
  const parsed = exportFile.safeParse(parseJson(text));
  const lines = parsed.success ? parsed.data.entries.map((entry) => JSON.stringify(entry)).join("\n") : text;
  const { entries, broken } = parseEntries(lines);
  if (entries.length === 0) {
    throw new Failure("not-a-session", "This file contains no conversation that Satchel can read.");
  }
  const { title = "", kind = "main" } = parsed.success ? parsed.data.session : {};
  return {
    exported: { title, kind, entries },
    broken: broken.map((line) => ({ ...line, file: "" })),
  };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
