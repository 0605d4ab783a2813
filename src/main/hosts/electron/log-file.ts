import { createWriteStream, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Log, streamLog } from "../../base/log.ts";

/** When the log is larger, the next start renames it; one old log is kept. */
const MAX_LOG_BYTES = 2 * 1024 * 1024;

/** A log file that a person can find (`satchel.log` in the folder), also written to the terminal. */
export const openLogFile = (folder: string): Log & { close(): void } => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "satchel.log");
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) renameSync(file, `${file}.old`);
  const stream = createWriteStream(file, { flags: "a" });
  // A full disk must not crash the app.
  stream.on("error", () => {});
  const log = streamLog((line) => {
    stream.write(line);
    process.stderr.write(line);
  });
  return { ...log, close: () => stream.end() };
};
