import { Failure } from "#shared/contract/index.ts";
import type { Values } from "../agents/merge-values.ts";
import type { NetworkSettings } from "../providers/network-settings.ts";
import type { OpenAs, OpenProject } from "./open-project.ts";
import { realOverlayOf, usableOverlay } from "./person-place.ts";
import type { Surroundings } from "./rooms.ts";

/** What a change of settings needs: the user's settings, and the open project with its own. */
export type SettingsRooms = Pick<Surroundings, "userSettings" | "tokens" | "events"> & {
  readonly network: NetworkSettings;
  readonly currentProject: () => OpenProject | null;
  readonly open: (folder: string, as: OpenAs, isTrusted: boolean) => Promise<OpenProject>;
};

export const bothSettings = ({ userSettings, tokens, currentProject }: SettingsRooms) => {
  const project = currentProject();
  return {
    user: userSettings.get(),
    project: project?.settings.get() ?? null,
    warnings: [
      ...userSettings.warnings(),
      ...tokens.tokenizerWarnings(),
      ...(project?.settings.warnings() ?? []),
    ],
  };
};

/**
 * Changes both settings, brings the rooms that depend on them up to date, and reports the result to every window.
 * Both are checked before either is written, so that a refusal changes nothing.
 */
export const changeSettings = async (
  rooms: SettingsRooms,
  { user, project }: { readonly user?: Values | undefined; readonly project?: Values | undefined },
) => {
  const open = rooms.currentProject();
  if (project && !open) {
    throw new Failure("no-project", "No project is open, so its settings cannot be changed.");
  }
  if (project) open?.settings.check(project);
  if (user) await setUser(rooms, user, open);
  if (project) await open?.settings.set(project);
  const otherTokenizers = user !== undefined && Object.hasOwn(user, "tokenizers");
  if (otherTokenizers) await rooms.tokens.useTokenizers(rooms.userSettings.get().tokenizers);
  if (otherTokenizers || (project && Object.hasOwn(project, "defaultModel"))) open?.recount.start();
  if (user && Object.hasOwn(user, "embeddings")) open?.memory.embedderChanged();
  if (open && user && Object.hasOwn(user, "overlays")) await openAgainWithOverlay(rooms, open);
  return reportSettings(rooms);
};

/** Reports both settings to every window; returns them. */
export const reportSettings = (rooms: SettingsRooms) => {
  const both = bothSettings(rooms);
  rooms.events.publish({ event: "settings.changed", ...both });
  return both;
};

/** Every room of a project works with one overlay; a different overlay has different conversations and memories. */
const openAgainWithOverlay = async (rooms: SettingsRooms, open: OpenProject): Promise<void> => {
  const overlay = await realOverlayOf(open, rooms.userSettings.get().overlays);
  if (overlay === open.person.overlay) return;
  const { nonce, owner } = open.access;
  const readAs = owner === null ? "visitor" : "reader";
  await rooms.open(open.folder, nonce === null ? readAs : "owner", open.folderAccess.isTrusted());
};

/** A proxy, certificates or an overlay of the open project that do not work are refused, and the earlier ones stay. */
const setUser = async (
  { userSettings, network }: SettingsRooms,
  changes: Values,
  open: OpenProject | null,
): Promise<void> => {
  const before = userSettings.get();
  const after = await userSettings.set(changes);
  try {
    if (Object.hasOwn(changes, "network")) network.apply(after);
    if (open && Object.hasOwn(changes, "overlays")) await usableOverlay(open, after.overlays);
  } catch (error) {
    const added = Object.keys(after.overlays).map((folder) => [folder, null]);
    await userSettings.set({
      network: before.network,
      overlays: { ...Object.fromEntries(added), ...before.overlays },
    });
    throw error;
  }
};
