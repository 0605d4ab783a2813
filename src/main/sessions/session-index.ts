import { z } from "zod";
import type { KeptFolder } from "../base/kept-file.ts";
import { readWhenChanged } from "../base/read-when-changed.ts";
import { stamp } from "../store/set-aside.ts";
import { PathLocks } from "../workspace/path-locks.ts";
import { readEntries } from "./entry-file.ts";
import { readIfThere } from "./read-if-there.ts";
import { MAX_LIST_BYTES, sessionFiles } from "./session-folder.ts";

/** `sessions.json` of one agent: other programs read it to list its sessions. */
const indexFile = z.object({
  sessions: z.record(z.string(), z.object({ summary: z.string(), updatedAt: z.string() }).loose()),
  version: z.literal(1),
});
export type SessionIndex = z.output<typeof indexFile>;

const fileName = "sessions.json";

/** Reads it; a corrupt one is kept as `.corrupt-<time>` and rebuilt from the logs. */
export const readIndex = async (folder: KeptFolder, now: () => Date): Promise<SessionIndex> =>
  (await readSound(folder)) ?? repairs.run(`${folder.files.root}/${folder.path}`, () => repair(folder, now));

/** Several readers may find it corrupt at the same moment; only one of them may set it aside. */
const repairs = new PathLocks();

const repair = async (folder: KeptFolder, now: () => Date): Promise<SessionIndex> => {
  const sound = await readSound(folder);
  if (sound) return sound;
  await folder.file(fileName).renameWith(`.corrupt-${stamp(now())}`);
  const fresh = await rebuilt(folder);
  await writeIndex(folder, fresh);
  return fresh;
};

/** Null when it is corrupt. A missing one is rebuilt from the logs. */
const readSound = async (folder: KeptFolder): Promise<SessionIndex | null> => {
  const found = await parsedIndex(folder.file(fileName));
  return found === "missing" ? rebuilt(folder) : found;
};

export const writeIndex = async (folder: KeptFolder, index: SessionIndex): Promise<void> => {
  const file = folder.file(fileName);
  await file.write(`${JSON.stringify(index, null, 2)}\n`);
  parsedIndex.remember(file, index);
};

const parsedIndex = readWhenChanged(async (file): Promise<SessionIndex | "missing" | null> => {
  const text = await readIfThere(file, MAX_LIST_BYTES);
  return text === null ? "missing" : (indexFile.safeParse(parseJson(text)).data ?? null);
});

const rebuilt = async (folder: KeptFolder): Promise<SessionIndex> => {
  const files = (await folder.list()).filter(({ name }) => name.endsWith(".jsonl"));
  const idOf = (name: string) => name.replace(/\.jsonl$/, "").replace(/\.log$/, "");
  const refused = new Set(files.filter(({ kind }) => kind !== "file").map(({ name }) => idOf(name)));
  const ids = new Set(files.map(({ name }) => idOf(name)).filter((id) => !refused.has(id)));
  const sessions = await Promise.all(
    [...ids].map(async (id) => {
      const { log, context } = sessionFiles(folder, id);
      const entries = [...(await readEntries(context)).entries, ...(await readEntries(log)).entries];
      const summary = entries.findLast((entry) => entry.type === "summary")?.content ?? "";
      const updatedAt = entries.reduce((last, { timestamp }) => (timestamp > last ? timestamp : last), "");
      return [id, { summary, updatedAt }] as const;
    }),
  );
  return { sessions: Object.fromEntries(sessions), version: 1 };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
