import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import type { ProjectInfo } from "#shared/contract/project.ts";
import type { Core } from "../create-core.ts";
import type { HostPaths } from "./host-paths.ts";

/** All that is needed of a core. */
type Opener = Pick<Core, "dispatch">;
type Places = Pick<HostPaths, "userData" | "documents">;

/**
 * The project that the user sees first: the one they named, otherwise the last one, otherwise the sample,
 * which is created.
 */
export const openFirstProject = async (
  core: Opener,
  places: Places,
  named: string | undefined,
): Promise<ProjectInfo> => {
  if (named !== undefined) return open(core, { folder: named });
  const last = await lastProject(core);
  const reopened = last === undefined ? null : await core.dispatch("project.open", { folder: last });
  if (reopened?.ok) return reopened.value as ProjectInfo;
  const sample = await openSample(core, places);
  if (last === undefined) await core.dispatch("settings.set", { user: { firstStart: true } });
  return sample;
};

/** In the user's documents, where they find it; in the data folder where documents cannot be written. */
const openSample = async (core: Opener, { userData, documents }: Places): Promise<ProjectInfo> => {
  const hidden = join(userData, "projects", "harbor-bakery");
  if (documents === null || existsSync(hidden)) return open(core, { folder: hidden, create: true });
  try {
    return await open(core, { folder: await freeFolder(documents, "Harbor Bakery"), create: true });
  } catch {
    // Denied by the system or on a full disk; if the reason was a different one, it is reported now.
    return open(core, { folder: hidden, create: true });
  }
};

/** A folder of this name, new, empty or a project already; the user's own folder is not filled with a sample. */
const freeFolder = async (parent: string, name: string): Promise<string> => {
  for (let count = 1; ; count += 1) {
    const folder = join(parent, count === 1 ? name : `${name} ${count}`);
    if (!existsSync(folder)) return folder;
    const entries = await readdir(folder).catch(() => null);
    if (entries?.length === 0 || entries?.includes(".satchel")) return folder;
  }
};

const open = async (core: Opener, input: { folder: string; create?: boolean }): Promise<ProjectInfo> => {
  const reply = await core.dispatch("project.open", input);
  if (!reply.ok) throw Failure.from(reply.error);
  return reply.value as ProjectInfo;
};

const lastProject = async (core: Opener): Promise<string | undefined> => {
  const reply = await core.dispatch("project.recent", {});
  if (!reply.ok) return undefined;
  return (reply.value as { projects: { folder: string }[] }).projects[0]?.folder;
};
