import { closeSync, openSync, readSync } from "node:fs";

const magic = "SQLite format 3\0";
const HEADER_BYTES = 100;

/**
 * Reads the first page of a database without opening it; pages still in the write-ahead log are not
 * considered.
 */
export const readHeader = (file: string): { valid: boolean; version: number } => {
  const bytes = Buffer.alloc(HEADER_BYTES);
  const handle = openSync(file, "r");
  try {
    const read = readSync(handle, bytes, 0, HEADER_BYTES, 0);
    const valid = read === HEADER_BYTES && bytes.toString("latin1", 0, magic.length) === magic;
    return { valid, version: valid ? bytes.readUInt32BE(60) : 0 };
  } finally {
    closeSync(handle);
  }
};
