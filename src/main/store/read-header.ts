import { closeSync, openSync, readSync } from "node:fs";

const magic = "SQLite format 3\0";
const headerBytes = 100;

/** The first page of a database without opening it, and without what may still be in its log. */
export const readHeader = (file: string): { valid: boolean; version: number } => {
  const bytes = Buffer.alloc(headerBytes);
  const handle = openSync(file, "r");
  try {
    const read = readSync(handle, bytes, 0, headerBytes, 0);
    const valid = read === headerBytes && bytes.toString("latin1", 0, magic.length) === magic;
    return { valid, version: valid ? bytes.readUInt32BE(60) : 0 };
  } finally {
    closeSync(handle);
  }
};
