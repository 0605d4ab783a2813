import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readWhenChanged } from "../base/read-when-changed.ts";
import { writeAtomic } from "../base/write-atomic.ts";

/**
 * What the app knows of a session besides its lines: a file of its own, because `sessions.json` belongs to
 * other programs, too. Everything in it has a default, so a lost or broken one loses no conversation.
 */
const meta = z.object({
  title: z.string().default(""),
  kind: z.string().default("main"),
  createdAt: z.string().default(""),
  pinned: z.boolean().default(false),
  archived: z.boolean().default(false),
  pinnedMessages: z.array(z.string()).default([]),
});
export type SessionMeta = z.output<typeof meta>;

const metaFile = z.object({ sessions: z.record(z.string(), meta), version: z.literal(1) });
export type SessionMetas = Readonly<Record<string, SessionMeta>>;

const fileName = "satchel.json";

/**
 * A session that the file does not tell about is shared unless it is known to be main: what cannot be read
 * must not open more than it should.
 */
export const unknownMeta: SessionMeta = meta.parse({ kind: "unknown" });

export const readMetas = (folder: string): Promise<SessionMetas> => parsedMetas(join(folder, fileName));

export const writeMetas = (folder: string, sessions: SessionMetas): Promise<void> =>
  writeAtomic(join(folder, fileName), `${JSON.stringify({ sessions, version: 1 }, null, 2)}\n`);

const parsedMetas = readWhenChanged(async (path): Promise<SessionMetas> => {
  try {
    return metaFile.parse(JSON.parse(await readFile(path, "utf8"))).sessions;
  } catch {
    return {};
  }
});
