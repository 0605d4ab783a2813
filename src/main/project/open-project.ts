import type { Events } from "#shared/contract/index.ts";
import { Bus } from "../base/bus.ts";
import { clearLitter, processBegan } from "../base/clear-litter.ts";
import { Disposables } from "../base/disposables.ts";
import {
  lookAtProjectFolder,
  prepareProjectFolder,
  type ProjectFolder,
} from "../workspace/project-folder.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { privateFolder } from "../workspace/path-policy.ts";
import { contextLayer } from "./layers/context-layer.ts";
import { declaredLayer } from "./layers/declared-layer.ts";
import { fileLayer } from "./layers/file-layer.ts";
import { influenceLayer } from "./layers/influence-layer.ts";
import { importLayer } from "./layers/import-layer.ts";
import { memoryLayer } from "./layers/memory-layer.ts";
import { memoryLifeLayer } from "./layers/memory-life-layer.ts";
import { clearSessionLitter, sessionLayer } from "./layers/session-layer.ts";
import { sharingLayer } from "./layers/sharing-layer.ts";
import { storeLayer } from "./layers/store-layer.ts";
import { talkLayer } from "./layers/talk-layer.ts";
import { teamLayer } from "./layers/team-layer.ts";
import { trialsLayer } from "./layers/trials-layer.ts";
import { watchLayer } from "./layers/watch-layer.ts";
import {
  isOwnedElsewhere,
  ownProject,
  type ProjectAccess,
  readOnlyAccess,
  unwritableAccess,
} from "./own-project.ts";
import type { FolderAccess } from "./folder-access.ts";
import { openPersonPlace } from "./person-place.ts";
import { ProjectWarnings } from "./project-warnings.ts";
import type { Ground, Rooms, Surroundings } from "./rooms.ts";

/** Everything that belongs to the folder a user opened, and closes with it. */
export type OpenProject = Rooms & { close(): Promise<void> };

/**
 * Whether the process owns the project, only reads a project that another process owns (`reader`), or only reads
 * because the folder cannot be written (`visitor`).
 */
export type OpenAs = "owner" | "reader" | "visitor";

/** Fails without a trace: what was opened is closed, what was created is removed. */
export const openProject = async (
  folder: string,
  around: Surroundings,
  as: OpenAs,
  folderAccess: FolderAccess,
): Promise<OpenProject> => {
  const isReader = as !== "owner";
  const prepared = await (isReader ? lookAtProjectFolder(folder) : prepareProjectFolder(folder));
  const owned = new Disposables();
  try {
    // Opened first, so closed last: every other room may write until it is closed.
    const access = owned.own(await accessTo(prepared.real, as, around));
    if (!isReader) await clearProjectLitter(prepared.real);
    const { real } = prepared;
    const { userSettings, paths } = around;
    const person = await openPersonPlace({ folder, real }, userSettings.get().overlays, paths.userData);
    if (!isReader) await clearLitter(new KeptFiles(person.own), privateFolder, processBegan());
    const rooms = await openRooms({
      ...groundOf(folder, prepared, { access, person }, around, owned),
      folderAccess,
    });
    return { ...rooms, close: () => owned.close() };
  } catch (error) {
    await owned.close();
    // The created files belong to the other process now.
    if (!isOwnedElsewhere(error)) await prepared.undo();
    throw error;
  }
};

const accessTo = (
  real: string,
  as: OpenAs,
  { ports }: Surroundings,
): Promise<ProjectAccess> | ProjectAccess => {
  if (as === "visitor") return unwritableAccess(real);
  return as === "reader" ? readOnlyAccess(real) : ownProject(real, ports);
};

/** Satchel writes in its own folder, and agents.yaml beside it. What is further down belongs to the file index. */
const clearProjectLitter = async (real: string): Promise<void> => {
  const files = new KeptFiles(real);
  await clearLitter(files, privateFolder, processBegan());
  await clearLitter(files, ".", processBegan(), 0);
};

const groundOf = (
  folder: string,
  { real, look }: ProjectFolder,
  { access, person }: Pick<Ground, "access" | "person">,
  around: Surroundings,
  owned: Disposables,
): Omit<Ground, "folderAccess"> => {
  const { tokens: processTokens, ...shared } = around;
  const onError = (error: unknown, { event }: Events) =>
    around.ports.log.error("A listener of an event failed.", error, { event });
  // Opened before the rooms, so closed after them: rooms report what they do until they are closed.
  const events = owned.own(new Bus<Events>({ parent: around.events, onError }));
  const warnings = new ProjectWarnings(events.publish);
  const surroundingEvents = around.events;
  return {
    ...shared,
    folder,
    real,
    look,
    person,
    access,
    owned,
    events,
    surroundingEvents,
    processTokens,
    warnings,
  };
};

/** Opens the layers in order, each on the previous ones. A new room goes into the layer that has all it needs. */
const openRooms = async (ground: Ground): Promise<Rooms> => {
  const stored = { ...ground, ...(await storeLayer(ground)) };
  const declared = { ...stored, ...(await declaredLayer(stored)) };
  const filed = { ...declared, ...(await fileLayer(declared)) };
  if (ground.access.nonce !== null) await clearSessionLitter(declared);
  const spoken = { ...filed, ...sessionLayer(filed) };
  const recalled = { ...spoken, ...memoryLayer(spoken) };
  const remembered = { ...recalled, ...memoryLifeLayer(recalled) };
  const joined = { ...remembered, ...teamLayer(remembered) };
  const assembled = { ...joined, ...contextLayer(joined) };
  const talking = { ...assembled, ...talkLayer(assembled) };
  return {
    ...talking,
    ...importLayer(talking),
    ...sharingLayer(talking),
    ...influenceLayer(talking),
    ...trialsLayer(talking),
    ...watchLayer(talking),
  };
};
