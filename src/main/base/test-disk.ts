import * as fs from "node:fs/promises";
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
