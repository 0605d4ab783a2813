import nodeFs, { type PathLike } from "node:fs";
import nodePromises from "node:fs/promises";
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
  const { openSync } = nodeFs;
  const { open, readdir } = nodePromises;
  const check = (path: unknown) => {
    if (refuses(String(path))) throw Object.assign(new Error(code), { code });
  };
  const guarded =
    (call: (...args: never[]) => unknown) =>
    (path: unknown, ...more: unknown[]) => {
      const allowed = async () => check(path);
      return allowed().then(() => Reflect.apply(call, nodePromises, [path, ...more]));
    };
  nodeFs.openSync = (path: PathLike, ...more) => {
    check(path);
    return openSync(path, ...more);
  };
  Object.assign(nodePromises, { open: guarded(open), readdir: guarded(readdir) });
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    nodeFs.openSync = openSync;
    Object.assign(nodePromises, { open, readdir });
    syncBuiltinESMExports();
  }
};
