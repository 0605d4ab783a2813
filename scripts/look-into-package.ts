import { createHash } from "node:crypto";
import { createReadStream, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { extractFile, getRawHeader, type DirectoryRecord } from "@electron/asar";
import { FuseState, FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { expectedFuses, type Packed } from "./packed-app.ts";

/** Reads an unpacked app for Linux: a folder with the executable `satchel`. */
export const lookIntoPackage = async (app: string): Promise<Packed> => {
  const archive = join(app, "resources", "app.asar");
  const wire = await getCurrentFuseWire(join(app, "satchel"));
  const fuses = Object.keys(expectedFuses).map((name) => {
    const state = wire[FuseV1Options[name as keyof typeof FuseV1Options]];
    return [name, state === FuseState.ENABLE] as const;
  });
  return {
    files: archivedFiles(archive),
    read: (path) => extractFile(archive, path).toString("utf8"),
    resources: readdirSync(join(app, "resources"), { recursive: true, encoding: "utf8" }),
    fuses: Object.fromEntries(fuses),
  };
};

/** What an archive lists, also what is beside it. */
export const archivedFiles = (archive: string): Packed["files"] =>
  new Map(filesOf(getRawHeader(archive).header, ""));

const filesOf = (
  folder: DirectoryRecord,
  path: string,
): readonly (readonly [string, { unpacked: boolean }])[] =>
  Object.entries(folder.files).flatMap(([name, entry]) =>
    "files" in entry
      ? filesOf(entry, `${path}${name}/`)
      : [[`${path}${name}`, { unpacked: "unpacked" in entry && entry.unpacked }] as const],
  );

/** Of one file. */
export const sha256 = async (file: string): Promise<string> => {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
};

/** Of all files below a folder, or of one file. */
export const bytesOf = (path: string): number => {
  const { size } = statSync(path);
  if (!statSync(path).isDirectory()) return size;
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
};
