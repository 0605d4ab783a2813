import { readFile, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readWhenChanged } from "../base/read-when-changed.ts";
import { writeAtomic } from "../base/write-atomic.ts";
import { stamp } from "../store/set-aside.ts";
import { PathLocks } from "../workspace/path-locks.ts";
import { readEntries } from "./entry-file.ts";

/** `sessions.json` of one agent: what other programs read to know its sessions. */
const indexFile = z.object({
  sessions: z.record(z.string(), z.object({ summary: z.string(), updatedAt: z.string() }).loose()),
  version: z.literal(1),
});
export type SessionIndex = z.output<typeof indexFile>;
export type IndexLine = SessionIndex["sessions"][string];

const fileName = "sessions.json";

/** Reads it; a corrupt one is kept as `.corrupt-<time>` and rebuilt from the logs. */
export const readIndex = async (folder: string, now: () => Date): Promise<SessionIndex> =>
  (await readSound(folder)) ?? repairs.run(folder, () => repair(folder, now));

/** Several readers find it corrupt at the same moment; only one of them may set it aside. */
const repairs = new PathLocks();

const repair = async (folder: string, now: () => Date): Promise<SessionIndex> => {
  const sound = await readSound(folder);
  if (sound) return sound;
  const path = join(folder, fileName);
  await rename(path, `${path}.corrupt-${stamp(now())}`);
  const fresh = await rebuilt(folder);
  await writeIndex(folder, fresh);
  return fresh;
};

/** Null when it is corrupt. One that is missing is what the logs say. */
const readSound = async (folder: string): Promise<SessionIndex | null> => {
  const found = await parsedIndex(join(folder, fileName));
  return found === "missing" ? rebuilt(folder) : found;
};

export const writeIndex = (folder: string, index: SessionIndex): Promise<void> =>
  writeAtomic(join(folder, fileName), `${JSON.stringify(index, null, 2)}\n`);

const parsedIndex = readWhenChanged(async (path): Promise<SessionIndex | "missing" | null> => {
  const text = await readFile(path, "utf8").catch(() => null);
  return text === null ? "missing" : (indexFile.safeParse(parseJson(text)).data ?? null);
});

const rebuilt = async (folder: string): Promise<SessionIndex> => {
  const names = await readdir(folder).catch(() => []);
  const logs = names.filter((name) => name.endsWith(".log.jsonl"));
  const sessions = await Promise.all(
    logs.map(async (name) => {
      const { entries } = await readEntries(join(folder, name));
      const summary = entries.findLast((entry) => entry.type === "summary")?.content ?? "";
      return [
        name.slice(0, -".log.jsonl".length),
        { summary, updatedAt: entries.at(-1)?.timestamp ?? "" },
      ] as const;
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
