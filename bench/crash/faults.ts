import fs from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { randomFrom } from "./scenario.ts";

/**
 * A disk that fails now and then, under every file call of this process (SQLite's own aside): full, broken, out of
 * handles, torn writes, an fsync that fails. A call that fails has done nothing, or, for a torn write, a part.
 * Reads of files that are there do not fail: that a disk cannot be read is another kind of trouble.
 */
export const installFaults = (seed: number, perThousand: number): { count(): number } => {
  const random = randomFrom(seed ^ 0x5eed);
  let count = 0;
  const fault = (codes: readonly string[]): NodeJS.ErrnoException | null => {
    if (random() * 1000 >= perThousand) return null;
    count += 1;
    const code = codes[Math.floor(random() * codes.length)] ?? "EIO";
    return Object.assign(new Error(`${code}: injected`), { code });
  };

  const { promises } = fs;
  type Call = (...args: never[]) => Promise<unknown>;
  const failing =
    (call: Call, codes: readonly string[]): Call =>
    async (...args) => {
      const failed = fault(codes);
      if (failed) throw failed;
      return call(...args);
    };
  const patched = promises as unknown as Record<string, Call>;
  for (const name of ["rename", "link", "unlink", "mkdir", "copyFile", "truncate"]) {
    const call = patched[name];
    if (call) patched[name] = failing(call, name === "unlink" ? ["EIO"] : ["EIO", "ENOSPC"]);
  }
  const open = promises.open.bind(promises);
  promises.open = async (...args: Parameters<typeof open>) => {
    const failed = fault(["EMFILE", "ENFILE"]);
    if (failed) throw failed;
    return failingHandle(await open(...args), fault);
  };
  syncBuiltinESMExports();
  return { count: () => count };
};

type Fault = (codes: readonly string[]) => NodeJS.ErrnoException | null;

const failingHandle = (file: FileHandle, fault: Fault): FileHandle => {
  const sync = file.sync.bind(file);
  const write = file.write.bind(file) as (
    bytes: Buffer,
    at: number,
    length: number,
  ) => Promise<{ bytesWritten: number }>;
  file.sync = async () => {
    const failed = fault(["EIO"]);
    if (failed) throw failed;
    return sync();
  };
  const torn = async (data: unknown): Promise<void> => {
    const bytes = Buffer.from(data as Uint8Array);
    const failed = fault(["ENOSPC", "EIO"]);
    // A part of the bytes is on the disk when the call fails.
    const upTo = failed ? Math.floor(bytes.length / 2) : bytes.length;
    for (let at = 0; at < upTo;) {
      const { bytesWritten } = await write(bytes, at, upTo - at);
      at += bytesWritten;
    }
    if (failed) throw failed;
  };
  file.writeFile = torn;
  file.appendFile = torn;
  return file;
};
