import { createWriteStream, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Log, streamLog } from "../../base/log.ts";

/** Bytes after which the next start puts the log aside; one old log is kept. */
const maxBytes = 2 * 1024 * 1024;

/** A log a person can find (`satchel.log` in the folder) and a terminal shows. */
export const openLogFile = (folder: string): Log & { close(): void } => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "satchel.log");
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.old`);
  const stream = createWriteStream(file, { flags: "a" });
  // A full disk must not take the app down with it.
  stream.on("error", () => {});
  const log = streamLog((line) => {
    stream.write(line);
    process.stderr.write(line);
  });
  return { ...log, close: () => stream.end() };
};
