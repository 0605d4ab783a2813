import Database from "better-sqlite3";
import { Failure } from "#shared/contract/failure.ts";

/** Whether the bytes of the file are at fault, rather than the disk, a lock or the caller. */
export const isCorruption = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);

/** Turns a SQLite error into a failure that a person understands; returns any unexpected error unchanged. */
export const asStoreFailure = (error: unknown, file: string): unknown => {
  const code = codeOf(error);
  const known = reasons.find(({ pattern }) => pattern.test(code));
  return known ? new Failure(known.code, known.message, { file, reason: code }) : error;
};

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

const reasons = [
  {
    pattern: /^SQLITE_(BUSY|LOCKED)|^EBUSY/,
    code: "database-locked",
    message: "Another program is using the project's database. Close it and try again.",
  },
  {
    pattern: /^SQLITE_(READONLY|PERM|AUTH)|^(EACCES|EPERM|EROFS)$/,
    code: "database-not-writable",
    message: "The project's database cannot be written. Check the permissions of the folder .satchel.",
  },
  {
    pattern: /^SQLITE_FULL|^ENOSPC$/,
    code: "disk-full",
    message: "The disk is full. Make room and try again.",
  },
  {
    pattern: /^SQLITE_(CORRUPT|NOTADB)/,
    code: "database-corrupt",
    message: "The project's database is damaged. Open the project again to have it rebuilt.",
  },
  {
    pattern: /^SQLITE_(CANTOPEN|IOERR)|^(ENOTDIR|EEXIST|EISDIR|EIO)$/,
    code: "database-unavailable",
    message: "The project's database cannot be opened. Check the folder .satchel and its permissions.",
  },
] as const;
