import { hash } from "node:crypto";
import { z } from "zod";
import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
import type { SessionInfo } from "#shared/contract/sessions.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { type BrokenLine, parseEntries } from "./entry-file.ts";
import { asImported, branchTo, importedId, type ImportedSession } from "./imported-session.ts";
import type { Sessions } from "./sessions.ts";

/** The name of this program among those that conversations are imported from. */
const SOURCE = "satchel";

const exportFile = z.object({
  format: z.literal("satchel-session"),
  version: z.literal(1),
  session: z
    .object({
      id: z.string().min(1),
      title: z.string(),
      kind: z.string(),
      createdAt: z.iso.datetime().optional().catch(undefined),
    })
    .partial(),
  /** What the model saw; older exports do not say. */
  seen: z.array(z.string()).optional(),
  entries: z.array(z.unknown()),
});
type ExportFile = z.output<typeof exportFile>;

/** Stores an exported conversation. The second time, only what it lacks is added. */
export const importSession = async (
  sessions: Sessions,
  agent: Agent,
  text: string,
): Promise<{ session: SessionInfo; broken: (BrokenLine & { file: string })[] }> => {
  const parsed = exportFile.safeParse(parseJson(text)).data;
  const lines = parsed ? parsed.entries.map((entry) => JSON.stringify(entry)).join("\n") : text;
  const { entries, broken } = parseEntries(lines);
  const imported = importedFrom(entries, parsed);
  await sessions.takeIn(agent, [imported]);
  return {
    session: await sessions.info(imported.id),
    broken: broken.map((line) => ({ ...line, file: "" })),
  };
};

/** From the JSON that `sessions.export` returned, or from the lines of a session file. */
const importedFrom = (
  entries: readonly SessionEntry[],
  { session = {}, seen }: Partial<Pick<ExportFile, "session" | "seen">> = {},
): ImportedSession => {
  const log = entries.map((entry) => asImported(entry, SOURCE));
  const [first] = log;
  if (!first) throw new Failure("not-a-session", "This file contains no conversation that Satchel can read.");
  const times = log.map(({ timestamp }) => timestamp).sort();
  const byId = new Map(log.map((entry) => [entry.id, entry]));
  const context = seen?.flatMap((id) => byId.get(id) ?? []) ?? [];
  return {
    id: importedId(SOURCE, session.id ?? beginningOf(first)),
    title: session.title ?? "",
    kind: session.kind ?? "main",
    createdAt: session.createdAt ?? times[0] ?? "",
    updatedAt: times.at(-1) ?? "",
    pinned: false,
    archived: false,
    log,
    context: context.length > 0 ? context : branchTo(log),
  };
};

/** A file without an id is recognised by its first entry, which never changes. */
const beginningOf = (first: SessionEntry): string => hash("sha256", JSON.stringify(first), "hex");

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
