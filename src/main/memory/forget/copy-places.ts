import { posix } from "node:path";
import type { Agent } from "#shared/contract/agents.ts";
import type { CopyKind } from "#shared/contract/memory-life.ts";
import { Failure } from "#shared/contract/index.ts";
import type { Clock } from "../../base/clock.ts";
import { type KeptFile, KeptFolder } from "../../base/kept-file.ts";
import { KeptFiles } from "../../base/kept-files.ts";
import { MAX_LOG_BYTES, sessionFolders, type SessionRoots } from "../../sessions/session-folder.ts";
import type { Sessions } from "../../sessions/sessions.ts";
import type { CopyPlace } from "./forgetter.ts";
import type { Procedures } from "../tables/procedures.ts";
import { withoutText } from "../tables/profile-document.ts";
import type { ProfileStore } from "../tables/profile-store.ts";
import { redactLines } from "./redact-text.ts";

/** Session files: the messages. */
export const sessionPlace = (
  roots: SessionRoots,
  agents: () => readonly Agent[],
  sessions: Pick<Sessions, "forgetSearch">,
): CopyPlace => {
  const files = async () => {
    const folders = agents().flatMap((agent) => sessionFolders(roots, agent));
    return (await Promise.all(folders.map(({ folder }) => filesIn(folder, /\.jsonl?$/)))).flat();
  };
  return linesPlace("sessions", "conversations", files, () => sessions.forgetSearch());
};

/** Transcripts of the person and of the project; `roots` are both, or the project alone. */
export const transcriptPlace = (roots: readonly string[], agents: () => readonly Agent[]): CopyPlace => {
  const kept = [...new Set(roots)].map((root) => new KeptFiles(root));
  return linesPlace("transcripts", "transcripts", async () => {
    const folders = new Set(agents().flatMap(({ transcriptsDir }) => transcriptsDir ?? []));
    const lists = await Promise.all(
      kept.flatMap((files) => [...folders].map((folder) => jsonLinesIn(new KeptFolder(files, folder)))),
    );
    return lists.flat();
  });
};

/** Facts about the user, and workflows, with the same text. */
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

/** Removes a text from one message, in both files of its session and in the search index. */
export const redactMessage = async (
  sessions: Pick<Sessions, "filesOf" | "forgetSearch">,
  session: string,
  message: string,
  text: string,
): Promise<void> => {
  const files = await sessions.filesOf(session);
  for (const file of [files.log, files.context]) {
    const before = (await file.text(MAX_LOG_BYTES)) ?? "";
    const next = redactLines(before, text, (entry) => entry.id === message);
    if (next.lines > 0) await file.write(next.text);
  }
  sessions.forgetSearch();
};

/** Exported tables, and databases that were set aside as damaged. */
export const backupPlace = (project: string): CopyPlace => {
  const own = new KeptFolder(new KeptFiles(project), ".satchel");
  const backups = own.folder("backup");
  const lines = linesPlace("backups", "backups", async () => {
    const earlier = await Promise.all(
      (await filesIn(backups.folder("kept"), /./, "folder")).map(({ path }) =>
        jsonLinesIn(new KeptFolder(own.files, path)),
      ),
    );
    return [...(await jsonLinesIn(backups)), ...earlier.flat()];
  });
  const setAside = async () =>
    (await own.list()).map(({ name }) => name).filter((name) => name.startsWith("index.db.corrupt-"));
  return {
    kind: "backups",
    find: async (text, memory) => {
      const old = await setAside();
      const more = old.map((name) => ({ kind: "backups" as const, place: `.satchel/${name}`, count: 1 }));
      return [...(await lines.find(text, memory)), ...more];
    },
    purge: async (text, memory) => {
      const old = await setAside();
      await Promise.all(old.map((name) => own.file(name).remove()));
      return (await lines.purge(text, memory)) + old.length;
    },
  };
};

const linesPlace = (
  kind: CopyKind,
  what: string,
  files: () => Promise<readonly KeptFile[]>,
  purged: () => void = () => {},
): CopyPlace => {
  const redacted = async (text: string) => {
    const found = [];
    for (const file of await files()) {
      const { text: next, lines } = redactLines((await file.text(MAX_LOG_BYTES)) ?? "", text);
      if (lines > 0) found.push({ file, next, lines });
    }
    return found;
  };
  return {
    kind,
    find: async (text) =>
      (await redacted(text)).map(({ file, lines }) => ({
        kind,
        place: `${what}: ${posix.basename(file.path)}`,
        count: lines,
      })),
    purge: async (text) => {
      const found = await redacted(text);
      for (const { file, next } of found) await file.write(next);
      if (found.length > 0) purged();
      return found.reduce((sum, { lines }) => sum + lines, 0);
    },
  };
};

const jsonLinesIn = (folder: KeptFolder) => filesIn(folder, /\.jsonl$/);

/** Regular files only. A folder that is refused contains nothing of ours. */
const filesIn = async (
  folder: KeptFolder,
  pattern: RegExp,
  wanted: "file" | "folder" = "file",
): Promise<readonly KeptFile[]> => {
  const entries = await folder.list().catch((error: unknown) => {
    if (error instanceof Failure) return [];
    throw error;
  });
  return entries
    .filter(({ name, kind }) => kind === wanted && pattern.test(name))
    .map(({ name }) => folder.file(name));
};
