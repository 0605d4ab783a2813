import { FolderIdentity } from "../base/folder-identity.ts";
import * as fs from "node:fs/promises";
import { Failure } from "#shared/contract/index.ts";
import { FOLDER } from "#shared/model/change.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { writeAtomic, type WriteDisk } from "../base/write-atomic.ts";
import { stateOf } from "./file-state.ts";
import { onDisk } from "./fs-failure.ts";
import { placeInside, privateFolder } from "./path-policy.ts";
import type { Author, Recorder } from "./recorder.ts";
import { RecordedFiles } from "./recorded-files.ts";
import type { Target } from "./roots.ts";

/** What a write is called in the list of changes. Writes with the same `change` are one. */
export type OwnChange = Pick<Author, "title" | "change" | "view">;

/** Writes a project-relative file that the app edits for the user (`null` removes it); returns the change. */
export type WriteOwnFile = (
  path: string,
  text: string | null,
  as: OwnChange,
  mode?: number,
) => Promise<string | null>;

/** Of the app's own folder, only what the user edits through the app: profiles and agents. */
const OWN_FILE = new RegExp(`^\\${privateFolder}/(?:profiles/[a-z0-9][a-z0-9-]*\\.json|agents\\.yaml)$`);

export const isOwnFile = (path: string): boolean => OWN_FILE.test(path);

/** Recorded as changes of the user. */
export const writeRecorded = (project: string, recorder: Recorder): WriteOwnFile => {
  const files = new RecordedFiles(recorder, fs, new FolderIdentity(project));
  return async (path, text, as, mode) => {
    const by = { ...as, actor: "you" } as const;
    const target = await ownTarget(project, path);
    if (text === null) return files.unlink(target, by);
    const { change } = await files.put(target, Buffer.from(text), by, mode === undefined ? {} : { mode });
    return change;
  };
};

/** Without a record: for tests, and for read-only callers. A link in the file's place is refused. */
export const writePlainly =
  (project: string, disk?: WriteDisk): WriteOwnFile =>
  async (path, text, _, mode) => {
    const absolute = new KeptFiles(project).requirePlain(path);
    if (text === null) await fs.unlink(absolute);
    else await writeAtomic(absolute, text, mode, disk && { disk });
    return null;
  };

/** The path of such a file; refused when a link leads elsewhere. */
export const ownTarget = async (project: string, path: string): Promise<Target> => {
  if (isOwnFile(path)) new KeptFiles(project).requirePlain(path);
  const { absolute } = await placeInside(project, path);
  const now = await onDisk(path, () => stateOf(absolute));
  if (now?.hash === "special" || now?.hash === FOLDER) {
    throw new Failure("not-a-file", `${path} is not a file that can be written.`, { path });
  }
  const found = now ? ("file" as const) : null;
  const facts = { found, bytes: now?.bytes?.length ?? 0, mode: now?.mode ?? 0, modifiedMs: 0 };
  return { layer: "base", absolute, entry: absolute, path, ...facts };
};
