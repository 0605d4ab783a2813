import { join } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import type { ProjectInfo } from "#shared/contract/project.ts";
import type { Core } from "../create-core.ts";
import type { HostPaths } from "./host-paths.ts";

/**
 * The project that the user sees first: the one they named, otherwise the last one, otherwise the sample,
 * which is created.
 */
export const openFirstProject = async (
  core: Core,
  paths: Pick<HostPaths, "userData">,
  named: string | undefined,
): Promise<ProjectInfo> => {
  if (named !== undefined) return open(core, { folder: named });
  const last = await lastProject(core);
  const reopened = last === undefined ? null : await core.dispatch("project.open", { folder: last });
  if (reopened?.ok) return reopened.value as ProjectInfo;
  const sample = await open(core, {
    folder: join(paths.userData, "projects", "harbor-bakery"),
    create: true,
  });
  if (last === undefined) await core.dispatch("settings.set", { user: { firstStart: true } });
  return sample;
};

const open = async (core: Core, input: { folder: string; create?: boolean }): Promise<ProjectInfo> => {
  const reply = await core.dispatch("project.open", input);
  if (!reply.ok) throw Failure.from(reply.error);
  return reply.value as ProjectInfo;
};

const lastProject = async (core: Core): Promise<string | undefined> => {
  const reply = await core.dispatch("project.recent", {});
  if (!reply.ok) return undefined;
  return (reply.value as { projects: { folder: string }[] }).projects[0]?.folder;
};
