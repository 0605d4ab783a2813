import { relative } from "node:path";
import type { ProjectInfo } from "#shared/contract/project.ts";
import type { CorePaths, Ports } from "../ports/ports.ts";
import { createProject } from "../workspace/create-project.ts";
import { isNotPermitted } from "../workspace/project-folder.ts";
import type { RecentProjects } from "../workspace/recent-projects.ts";
import { refuseWideFolder, typedFolder } from "../workspace/refuse-wide-folder.ts";
import { defaultTemplate, templateFolder } from "../workspace/templates.ts";
import type { TrustedFolders } from "../workspace/trusted-folders.ts";
import { type Asked, decideTrust, decideTrustOfNew, type TrustDecision } from "./folder-access.ts";
import type { OpenAs, OpenProject } from "./open-project.ts";
import { isOwnedElsewhere } from "./own-project.ts";
import { infoOf } from "./project-info.ts";

type StartRooms = {
  readonly ports: Ports;
  readonly paths: CorePaths;
  readonly open: (folder: string, as: OpenAs, isTrusted: boolean) => Promise<OpenProject>;
};

export type StartInput = {
  /** As the user typed it. */
  readonly folder: string;
  readonly create: boolean;
  readonly template?: string | undefined;
  readonly readOnly: boolean;
  readonly trust?: Asked;
};

/** What is known about folders, in the user's data folder. */
type KnownFolders = { readonly recent: RecentProjects; readonly folders: TrustedFolders };

/** Opens the folder that the user named, fills it from a template on request, and lists it as recent. */
export const startProject = async (
  rooms: StartRooms,
  { recent, folders }: KnownFolders,
  { folder, create, template, readOnly, trust: asked }: StartInput,
): Promise<ProjectInfo> => {
  const { ports } = rooms;
  const path = typedFolder(folder);
  await refuseWideFolder(path);
  const isMade = create && !readOnly;
  const trust = await (isMade ? decideTrustOfNew : decideTrust)(path, asked, folders);
  const project = isMade
    ? await createAndOpen(rooms, path, template ?? defaultTemplate, trust)
    : await openExisting(rooms, path, readOnly, trust);
  const isOwner = project.access.nonce !== null;
  if (trust.keep !== null && isOwner) await folders.set(path, trust.keep, ports.clock.now());
  const openedAt = ports.clock.now().toISOString();
  await recent.add({ folder: path, name: project.projectName(), openedAt }).catch((error: unknown) => {
    ports.log.error("The list of recent projects could not be written.", error);
  });
  return infoOf(project);
};

/** A folder that cannot be written is opened for reading. One on a full disk is not: there is a way to mend that. */
const openExisting = async (
  { open }: StartRooms,
  folder: string,
  readOnly: boolean,
  { isTrusted }: TrustDecision,
): Promise<OpenProject> => {
  try {
    return await open(folder, readOnly ? "reader" : "owner", isTrusted);
  } catch (error) {
    if (readOnly || !isNotPermitted(error)) throw error;
    return open(folder, "visitor", isTrusted);
  }
};

/** Removes what it created when the project cannot be opened. */
const createAndOpen = async (
  { ports, paths, open }: StartRooms,
  folder: string,
  template: string,
  { isTrusted }: TrustDecision,
): Promise<OpenProject> => {
  const from = await templateFolder(paths.resources, template);
  const created = await createProject(folder, from, ports.clock.now());
  try {
    const project = await open(folder, "owner", isTrusted);
    const made = created.files.map((file) => relative(folder, file).replaceAll("\\", "/"));
    await project.changes.created("Made from a template", made);
    return project;
  } catch (error) {
    // When another process owns the folder now, the created files belong to it.
    if (!isOwnedElsewhere(error)) await created.undo();
    throw error;
  }
};
