import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { access, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import type { UserSettings } from "#shared/contract/settings.ts";
import { Failure } from "#shared/contract/index.ts";
import { makeFolder } from "../base/durable-folders.ts";
import { errnoOf } from "../base/errno.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { privateFolder } from "../workspace/path-policy.ts";

/**
 * Where the things of the current user are stored. Without an overlay that is the project. With
 * one, conversations and notes are files of the overlay, and what Satchel itself keeps about them (the index
 * with everything learned, its backups, versions, the trash, transcripts) is in the user data folder,
 * separately for each pair of project and overlay. So no person finds there what another person said.
 */
export type PersonPlace = {
  /** The overlay folder, links followed; null without an overlay. */
  readonly overlay: string | null;
  /** The folder whose `.satchel` holds what belongs to the person; the project's without an overlay. */
  readonly own: string;
};

export const openPersonPlace = async (
  project: { readonly folder: string; readonly real: string },
  overlays: UserSettings["overlays"],
  userData: string,
): Promise<PersonPlace> => {
  const overlay = await usableOverlay(project, overlays);
  if (overlay === null) return { overlay: null, own: project.real };
  const own = join(userData, "overlays", nameOf(project.real, overlay));
  const files = KeptFiles.inUserData(own);
  files.makeFolderSync(privateFolder);
  return { overlay, own: files.root };
};

/**
 * The overlay of a project, made when it is missing; null for none. It fails when the overlay cannot be used: it is
 * not skipped, because private words would be written to the project.
 */
export const usableOverlay = async (
  project: { readonly folder: string; readonly real: string },
  overlays: UserSettings["overlays"],
): Promise<string | null> => {
  const chosen = overlayOf(project, overlays);
  if (chosen === null) return null;
  const real = await realAsFarAsItExists(chosen);
  // One inside the other would be listed twice, and everyone who opens the project would see what is private.
  if (contains(project.real, real)) throw notApart(chosen, `is inside the project`);
  if (contains(real, project.real)) throw notApart(chosen, `contains the project`);
  return writable(chosen);
};

/** The overlay that the settings name for a project, links followed as far as it exists; null for none. */
export const realOverlayOf = async (
  project: { readonly folder: string; readonly real: string },
  overlays: UserSettings["overlays"],
): Promise<string | null> => {
  const chosen = overlayOf(project, overlays);
  return chosen === null ? null : realpath(chosen).catch(() => chosen);
};

/** Chosen by the user for this folder, under the name they opened it by or its real one. */
const overlayOf = (
  { folder, real }: { readonly folder: string; readonly real: string },
  overlays: UserSettings["overlays"],
): string | null => {
  const chosen = [folder, real].flatMap((key) => (Object.hasOwn(overlays, key) ? (overlays[key] ?? []) : []));
  return chosen.find((overlay) => isAbsolute(overlay)) ?? null;
};

const writable = async (overlay: string): Promise<string> => {
  try {
    await makeFolder(overlay, 0o700);
    await access(overlay, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(overlay);
  } catch (error) {
    throw new Failure(
      "overlay-not-usable",
      `Your own folder for this project, ${overlay}, cannot be written. Make it available again, or choose another one in the settings.`,
      { folder: overlay, reason: errnoOf(error) },
    );
  }
};

const notApart = (overlay: string, how: string): Failure =>
  new Failure(
    "overlay-not-usable",
    `Your own folder for this project, ${overlay}, ${how}. Choose a folder outside of it in the settings.`,
    { folder: overlay, reason: "nested" },
  );

/** Links followed in the part of a path that exists; the rest is appended. */
const realAsFarAsItExists = async (path: string): Promise<string> => {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realAsFarAsItExists(parent), basename(path));
  }
};

const contains = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
};

const nameOf = (project: string, overlay: string): string =>
  createHash("sha256").update(`${project}\0${overlay}`).digest("hex").slice(0, 32);
