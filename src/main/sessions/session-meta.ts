import { z } from "zod";
import { answerChoice } from "#shared/model/answer-choice.ts";
import { sessionLabels } from "#shared/model/session-label.ts";
import type { KeptFolder } from "../base/kept-file.ts";
import { readWhenChanged } from "../base/read-when-changed.ts";
import { stamp } from "../store/set-aside.ts";
import { PathLocks } from "../workspace/path-locks.ts";
import { readIfThere } from "./read-if-there.ts";
import { MAX_LIST_BYTES } from "./session-folder.ts";

/**
 * What the app stores about a session besides its lines: in a separate file, because `sessions.json` is
 * shared with other programs. Every field has a default, so a lost or broken file loses no conversation.
 */
export const sessionMeta = z.object({
  title: z.string().default(""),
  kind: z.string().default("main"),
  createdAt: z.string().default(""),
  pinned: z.boolean().default(false),
  archived: z.boolean().default(false),
  pinnedMessages: z.array(z.string()).default([]),
  /** A broken value is no label. */
  labels: sessionLabels.catch([]).default([]),
  /** What answers here, where it differs from the agent's settings. A broken value changes nothing. */
  choice: answerChoice.catch({}).default({}),
});
export type SessionMeta = z.output<typeof sessionMeta>;

const metaFile = z.object({ sessions: z.record(z.string(), sessionMeta), version: z.literal(1) });
export type SessionMetas = Readonly<Record<string, SessionMeta>>;

const fileName = "satchel.json";

/**
 * A session that is not in the file is shared unless it is known to be main: missing data must not widen
 * access.
 */
export const unknownMeta: SessionMeta = sessionMeta.parse({ kind: "unknown" });

/** A corrupt file is kept as `.corrupt-<time>`; the sessions that can still be read from it are taken over. */
export const readMetas = async (folder: KeptFolder, now: () => Date): Promise<SessionMetas> =>
  (await parsedMetas(folder.file(fileName))) ??
  repairs.run(`${folder.files.root}/${folder.path}`, () => repair(folder, now));

export const writeMetas = async (folder: KeptFolder, sessions: SessionMetas): Promise<void> => {
  const file = folder.file(fileName);
  await file.write(`${JSON.stringify({ sessions, version: 1 }, null, 2)}\n`);
  parsedMetas.remember(file, sessions);
};

/** The corrupt file that once described this folder's sessions; null when there was none. */
export const corruptMetas = async (folder: KeptFolder): Promise<string | null> => {
  const names = (await folder.list()).map(({ name }) => name);
  return (
    names
      .filter((name) => name.startsWith(`${fileName}.corrupt-`))
      .sort()
      .at(-1) ?? null
  );
};

/** Null when it is corrupt. A missing file describes no session. */
const parsedMetas = readWhenChanged(async (file): Promise<SessionMetas | null> => {
  const text = await readIfThere(file, MAX_LIST_BYTES);
  return text === null ? {} : (metaFile.safeParse(parseJson(text)).data?.sessions ?? null);
});

/** Several readers may find it corrupt at the same moment; only one of them may set it aside. */
const repairs = new PathLocks();

const repair = async (folder: KeptFolder, now: () => Date): Promise<SessionMetas> => {
  const file = folder.file(fileName);
  const text = (await readIfThere(file, MAX_LIST_BYTES)) ?? "";
  const sound = await parsedMetas(file);
  if (sound) return sound;
  await file.renameWith(`.corrupt-${stamp(now())}`);
  const salvaged = salvage(text);
  await writeMetas(folder, salvaged);
  return salvaged;
};

/** Each complete session in a file that is cut off or partly wrong. */
const salvage = (text: string): SessionMetas => {
  const sessions = looseFile.safeParse(parseJson(text)).data?.sessions ?? wholeBlocks(text);
  return Object.fromEntries(
    Object.entries(sessions).flatMap(([id, value]) => {
      const parsed = sessionMeta.safeParse(value);
      return parsed.success ? [[id, parsed.data] as const] : [];
    }),
  );
};

const looseFile = z.object({ sessions: z.record(z.string(), z.unknown()) });

/** `"<id>": {…}` at the indentation at which `writeMetas` puts a session. */
const wholeBlocks = (text: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...text.matchAll(/^ {4}"([^"\\]+)": (\{\n(?: {6}.*\n)* {4}\})/gm)].map(([, id = "", block = ""]) => [
      id,
      parseJson(block),
    ]),
  );

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
