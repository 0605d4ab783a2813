import nodeFs from "node:fs/promises";
import * as fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import type { WriteDisk } from "./write-atomic.ts";

/** A disk on which one operation fails with the given code. */
export const failingDisk = (code: string, step: "write" | "sync" | "rename"): WriteDisk => {
  const refuse = () => Promise.reject(Object.assign(new Error(code), { code }));
  return {
    ...fs,
    rename: step === "rename" ? refuse : fs.rename,
    open: async (...args: Parameters<typeof fs.open>) => {
      const file = await fs.open(...args);
      if (step === "write") {
        file.writeFile = async (data) => {
          await file.write(Buffer.from(data as Uint8Array).subarray(0, 3));
          return refuse();
        };
      }
      if (step === "sync") file.sync = refuse;
      return file;
    },
  };
};

/** While the work runs, opening or listing these paths fails with the code, for this whole process. */
export const withRefused = async <T>(
  code: string,
  refuses: (path: string) => boolean,
  work: () => Promise<T>,
): Promise<T> => {
  const { open, readdir } = nodeFs;
  // oxlint-disable-next-line typescript/no-explicit-any
  const guarded =
    (call: (...args: any[]) => any) =>
    async (path: unknown, ...more: unknown[]) => {
      if (refuses(String(path))) throw Object.assign(new Error(code), { code });
      return call(path, ...more) as unknown;
    };
  Object.assign(nodeFs, { open: guarded(open), readdir: guarded(readdir) });
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    Object.assign(nodeFs, { open, readdir });
    syncBuiltinESMExports();
  }
};
