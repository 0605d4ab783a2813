import { Failure } from "#shared/contract/failure.ts";
import { errnoOf } from "../base/errno.ts";

/** Turns an error of the disk into a failure with a stable code. Any unexpected error is thrown unchanged. */
export const fsFailure = (error: unknown, path: string): unknown => {
  if (error instanceof Failure) return error;
  const known = codes[errnoOf(error) ?? ""];
  return known ? new Failure(known.code, known.message(path), { path }) : error;
};

/**
 * For an error of the disk that no room expected: what the system refuses anywhere is no bug. Null for anything else,
 * such as a file that is not there, which a room should have looked for.
 */
export const diskFailure = (error: unknown): Failure | null => {
  const known = DISK_ERRORS.has(errnoOf(error) ?? "") ? fsFailure(error, placeOf(error)) : null;
  return known instanceof Failure ? known : null;
};

const DISK_ERRORS = new Set("EACCES EPERM EROFS ENOSPC EDQUOT EMFILE ENFILE EIO EBUSY".split(" "));

const placeOf = (error: unknown): string =>
  error instanceof Error && "path" in error && typeof error.path === "string" ? error.path : "The folder";

/** Runs disk work and turns refused operations into failures that name the path that the user knows. */
export const onDisk = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw fsFailure(error, path);
  }
};

export const isMissing = (error: unknown): boolean =>
  errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR";

type Known = { readonly code: string; readonly message: (path: string) => string };

const notFound: Known = { code: "not-found", message: (path) => `There is nothing at ${path}.` };
const noAccess: Known = { code: "no-access", message: (path) => `Satchel may not read or change ${path}.` };
const full: Known = {
  code: "disk-full",
  message: (path) => `${path} was not saved: the disk is full. The old text is still there.`,
};
const tooMany: Known = {
  code: "too-many-open-files",
  message: (path) => `${path} could not be opened: too many files are open. Try again.`,
};

const codes: Readonly<Record<string, Known>> = {
  ENOENT: notFound,
  ENOTDIR: notFound,
  EISDIR: { code: "not-a-file", message: (path) => `${path} is a folder, not a file.` },
  EACCES: noAccess,
  EPERM: noAccess,
  EROFS: { code: "read-only", message: (path) => `${path} is on a disk that cannot be written.` },
  ENOSPC: full,
  EDQUOT: full,
  EEXIST: { code: "exists", message: (path) => `There is already something at ${path}.` },
  ENOTEMPTY: { code: "exists", message: (path) => `There is already something at ${path}.` },
  ELOOP: { code: "symlink-loop", message: (path) => `${path} is a link that leads back to itself.` },
  ENAMETOOLONG: { code: "name-too-long", message: (path) => `The name is too long: ${path.slice(0, 80)}….` },
  EMFILE: tooMany,
  ENFILE: tooMany,
  EIO: { code: "disk-error", message: (path) => `The disk reported an error at ${path}.` },
  EBUSY: { code: "busy", message: (path) => `${path} is in use by another program.` },
  EINVAL: { code: "invalid-move", message: (path) => `${path} cannot be moved there.` },
};
