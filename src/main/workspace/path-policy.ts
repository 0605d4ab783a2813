import { lstat, realpath } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { Failure } from "#shared/contract/failure.ts";
import { errnoOf } from "../base/errno.ts";
import { isMissing, onDisk } from "./fs-failure.ts";

/**
 * Which paths may be accessed. Every path passes two checks: its spelling (pure), and its real location after
 * following links.
 */

/** The app's own folder in a project: index, settings, trash. No path from a caller may reach it. */
export const privateFolder = ".satchel";

/** Bytes of one name; the limit of every common file system. */
const MAX_NAME_BYTES = 255;
/** UTF-16 units of a whole path; the limit of common systems. */
const MAX_PATH_CHARS = 4096;

/**
 * Normalises a path to root-relative with `/` between names. `""` is the root itself. A leading slash means
 * the root, `.` and double slashes are dropped, and `..` is refused in any spelling.
 */
export const relativePath = (asked: string): string => {
  if (asked.length > MAX_PATH_CHARS) {
    throw new Failure("name-too-long", `A path may have at most ${MAX_PATH_CHARS} characters.`, {
      path: asked.slice(0, 80),
    });
  }
  if (hasControl(asked)) {
    throw new Failure("invalid-name", "A path cannot contain line breaks or control characters.", {
      path: asked,
    });
  }
  if (/^[/\\]*[A-Za-z]:/.test(asked)) {
    throw new Failure("drive-letter", `Drive letters are not allowed: ${asked}.`, { path: asked });
  }
  const names = split(asked);
  if (names.some(climbs) || split(decoded(asked)).some(climbs)) {
    throw new Failure("path-traversal", `Refused, path traversal: ${asked}.`, { path: asked });
  }
  const tooLong = names.find((name) => Buffer.byteLength(name) > MAX_NAME_BYTES);
  if (tooLong) {
    throw new Failure(
      "name-too-long",
      `A name may have at most ${MAX_NAME_BYTES} bytes: ${tooLong.slice(0, 60)}….`,
      {
        path: asked,
      },
    );
  }
  return names.join("/");
};

/** Line breaks, NUL and the like: such a name would break every list it is printed in. */
export const hasControl = (name: string): boolean => /\p{Cc}/u.test(name);

/** The real location of a path, existing or not: links are followed as far as anything exists. */
export type Place = { readonly absolute: string; readonly exists: boolean };

/** The real location of a root-relative path; refused when it is outside the root. */
export const placeInside = async (root: string, path: string): Promise<Place> => {
  const realRoot = await realPlace(root, path);
  const place = await realPlace(join(root, ...path.split("/")), path);
  if (!contains(realRoot.absolute, place.absolute)) {
    throw new Failure("outside-root", `${path} leads outside the folder it was asked for in.`, { path });
  }
  return place;
};

/** Refuses the app's own folder, and for writes also git's own files (a hook written there would be run). */
export const refusePrivate = (project: string, absolute: string, path: string, writing: boolean): void => {
  const names = relative(project, absolute).toLowerCase().split(sep);
  if (names[0] === privateFolder) {
    throw new Failure("private-folder", `${privateFolder} belongs to Satchel and cannot be opened.`, {
      path,
    });
  }
  if (writing && names.includes(".git")) {
    throw new Failure("private-folder", ".git belongs to git and cannot be changed from here.", { path });
  }
};

export const contains = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

export const realPlace = (absolute: string, shown: string): Promise<Place> =>
  onDisk(shown, () => follow(absolute, shown));

const follow = async (absolute: string, shown: string): Promise<Place> => {
  try {
    return { absolute: await realpath(absolute), exists: true };
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (await isLink(absolute)) {
      throw new Failure("broken-link", `${shown} is a link to something that does not exist.`, {
        path: shown,
      });
    }
    const parent = dirname(absolute);
    if (parent === absolute) throw error;
    const above = await follow(parent, shown);
    return {
      absolute: join(above.absolute, absolute.slice(parent.length).replace(/^[/\\]+/, "")),
      exists: false,
    };
  }
};

const isLink = (absolute: string): Promise<boolean> =>
  lstat(absolute).then(
    (found) => found.isSymbolicLink(),
    (error: unknown) => {
      if (isMissing(error) || errnoOf(error) === "ENAMETOOLONG") return false;
      throw error;
    },
  );

const split = (path: string): string[] => path.split(/[/\\]+/).filter((name) => name !== "" && name !== ".");

/** Windows drops trailing spaces of a name, so `.. ` also leads upwards there. */
const climbs = (name: string): boolean => name.trim() === "..";

/** Undoes percent-encoding until nothing changes: no code below decodes, but a caller may have encoded. */
const decoded = (path: string): string => {
  const once = path.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return once === path ? path : decoded(once);
};
