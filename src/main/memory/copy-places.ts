import { readdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Agent } from "#shared/contract/agents.ts";
import type { CopyKind } from "#shared/contract/memory-life.ts";
import type { Clock } from "../base/clock.ts";
import { writeAtomic } from "../base/write-atomic.ts";
import { type SessionFiles, sessionFolder } from "../sessions/session-folder.ts";
import type { Store } from "../store/open-store.ts";
import type { CopyPlace } from "./forgetter.ts";
import type { Procedures } from "./procedures.ts";
import { withoutText } from "./profile-document.ts";
import type { ProfileStore } from "./profile-store.ts";
import { redactLines } from "./redact-text.ts";

/** Session files: what was said. */
export const sessionPlace = (project: string, agents: () => readonly Agent[], store: Store): CopyPlace => {
  const files = async () => {
    const lists = await Promise.all(
      agents().map((agent) => filesIn(sessionFolder(project, agent), /\.jsonl?$/)),
    );
    return lists.flat();
  };
  return linesPlace("sessions", "conversations", files, () => forgetSessionSearch(store));
};

export const transcriptPlace = (project: string, agents: () => readonly Agent[]): CopyPlace =>
  linesPlace("transcripts", "transcripts", async () => {
    const folders = new Set(agents().flatMap(({ transcriptsDir }) => transcriptsDir ?? []));
    const lists = await Promise.all([...folders].map((folder) => jsonLinesIn(join(project, folder))));
    return lists.flat();
  });

/** What was learned of the person, and workflows, that say the same. */
export const tablePlace = (tables: {
  readonly profiles: ProfileStore;
  readonly procedures: Procedures;
  readonly user: () => string;
  readonly clock: Clock;
}): CopyPlace => {
  const { profiles, procedures, user, clock } = tables;
  const keysSaying = (text: string) => {
    const document = profiles.get(user());
    const left = withoutText(document, text);
    return Object.keys(document).filter((key) => left[key] !== document[key]);
  };
  const saying = (text: string, workspace: string) =>
    procedures
      .list(workspace)
      .filter(({ name, steps }) => [name, ...steps].some((words) => words.includes(text)));
  return {
    kind: "memories",
    find: async (text, { workspace }) =>
      [
        ...keysSaying(text).map((key) => `profile: ${key}`),
        ...saying(text, workspace).map(({ name }) => `procedure: ${name}`),
      ].map((place) => ({ kind: "memories", place, count: 1 })),
    purge: async (text, { workspace }) => {
      const keys = keysSaying(text);
      if (keys.length > 0) profiles.set(user(), withoutText(profiles.get(user()), text), clock.now());
      return keys.length + procedures.remove(saying(text, workspace).map(({ id }) => id));
    },
  };
};

/** Takes a text out of one message, in both files of its session. */
export const redactMessage = async (
  files: Pick<SessionFiles, "context" | "log">,
  message: string,
  text: string,
): Promise<void> => {
  for (const path of [files.log, files.context]) {
    const before = await readFile(path, "utf8").catch(() => "");
    const next = redactLines(before, text, (entry) => entry.id === message);
    if (next.lines > 0) await writeAtomic(path, next.text);
  }
};

/** The search over conversations is made again from what they say then; deleted rows would leave their words. */
export const forgetSessionSearch = (store: Store): void => {
  store.db.exec(
    "delete from session_logs; delete from session_fts; insert into session_fts (session_fts) values ('rebuild');",
  );
};

/** Exported tables, and databases that were set aside as damaged. */
export const backupPlace = (project: string): CopyPlace => {
  const own = join(project, ".satchel");
  const lines = linesPlace("backups", "backups", () => jsonLinesIn(join(own, "backup")));
  const setAside = async () =>
    (await readdir(own).catch(() => [])).filter((name) => name.startsWith("index.db.corrupt-"));
  return {
    kind: "backups",
    find: async (text, memory) => {
      const old = await setAside();
      const more = old.map((name) => ({ kind: "backups" as const, place: `.satchel/${name}`, count: 1 }));
      return [...(await lines.find(text, memory)), ...more];
    },
    purge: async (text, memory) => {
      const old = await setAside();
      await Promise.all(old.map((name) => rm(join(own, name), { force: true })));
      return (await lines.purge(text, memory)) + old.length;
    },
  };
};

const linesPlace = (
  kind: CopyKind,
  what: string,
  files: () => Promise<readonly string[]>,
  purged: () => void = () => {},
): CopyPlace => {
  const redacted = async (text: string) => {
    const found = [];
    for (const path of await files()) {
      const { text: next, lines } = redactLines(await readFile(path, "utf8"), text);
      if (lines > 0) found.push({ path, next, lines });
    }
    return found;
  };
  return {
    kind,
    find: async (text) =>
      (await redacted(text)).map(({ path, lines }) => ({
        kind,
        place: `${what}: ${basename(path)}`,
        count: lines,
      })),
    purge: async (text) => {
      const found = await redacted(text);
      for (const { path, next } of found) await writeAtomic(path, next);
      if (found.length > 0) purged();
      return found.reduce((sum, { lines }) => sum + lines, 0);
    },
  };
};

const jsonLinesIn = (folder: string) => filesIn(folder, /\.jsonl$/);

const filesIn = async (folder: string, name: RegExp): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => [])).filter((file) => name.test(file)).map((file) => join(folder, file));
