import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";

/** The length of a Unix socket address that every system accepts; macOS allows 104 bytes. */
const MAX_SOCKET_BYTES = 100;

/**
 * Where this process can listen for other processes of the same user; null where there is no suitable folder.
 */
export const socketAddress = (
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | null => {
  const name = randomBytes(16).toString("hex");
  if (process.platform === "win32") return `\\\\.\\pipe\\satchel-${name}`;
  for (const folder of runtimeFolders(environment)) {
    const path = join(folder, `${name}.sock`);
    if (Buffer.byteLength(path) <= MAX_SOCKET_BYTES && isPrivate(folder)) return path;
  }
  return null;
};

const runtimeFolders = ({ XDG_RUNTIME_DIR: given }: Readonly<Record<string, string | undefined>>) => [
  ...(given && isAbsolute(given) ? [join(given, "satchel")] : []),
  join(tmpdir(), `satchel-${userInfo().uid}`),
];

/** Creates the folder; one that is a link, belongs to a different user or is open to others is not used. */
const isPrivate = (folder: string): boolean => {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // It exists, or cannot be created; the check below shows which.
  }
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return (
    found !== undefined && found.isDirectory() && found.uid === userInfo().uid && (found.mode & 0o077) === 0
  );
};
