import { relative } from "node:path";
import type { ProjectInfo } from "#shared/contract/project.ts";
import type { CorePaths, Ports } from "../ports/ports.ts";
import { createProject } from "../workspace/create-project.ts";
import type { RecentProjects } from "../workspace/recent-projects.ts";
import { refuseWideFolder, typedFolder } from "../workspace/refuse-wide-folder.ts";
import { defaultTemplate, templateFolder } from "../workspace/templates.ts";
import type { OpenAs, OpenProject } from "./open-project.ts";
import { isOwnedElsewhere } from "./own-project.ts";
import { infoOf } from "./project-info.ts";

type StartRooms = {
  readonly ports: Ports;
  readonly paths: CorePaths;
  readonly open: (folder: string, as?: OpenAs) => Promise<OpenProject>;
};

export type StartInput = {
  /** As the user typed it. */
  readonly folder: string;
  readonly create: boolean;
  readonly template?: string | undefined;
  readonly readOnly: boolean;
};

/** Opens the folder that the user named, with files from a template where asked, and lists it as recent. */
export const startProject = async (
  rooms: StartRooms,
  recent: RecentProjects,
  { folder, create, template, readOnly }: StartInput,
): Promise<ProjectInfo> => {
  const { ports } = rooms;
  const path = typedFolder(folder);
  await refuseWideFolder(path);
  const project =
    create && !readOnly
      ? await createAndOpen(rooms, path, template ?? defaultTemplate)
      : await rooms.open(path, readOnly ? "reader" : "owner");
  const openedAt = ports.clock.now().toISOString();
  await recent.add({ folder: path, name: project.projectName(), openedAt }).catch((error: unknown) => {
    ports.log.error("The list of recent projects could not be written.", error);
  });
  return infoOf(project);
};

/** Removes what it created when the project cannot be opened. */
const createAndOpen = async (
  { ports, paths, open }: StartRooms,
  folder: string,
  template: string,
): Promise<OpenProject> => {
  const from = await templateFolder(paths.resources, template);
  const created = await createProject(folder, from, ports.clock.now());
  try {
    const project = await open(folder);
    const made = created.files.map((file) => relative(folder, file).replaceAll("\\", "/"));
    await project.changes.created("Made from a template", made);
    return project;
  } catch (error) {
    // When another process owns the folder now, the created files belong to it.
    if (!isOwnedElsewhere(error)) await created.undo();
    throw error;
  }
};
