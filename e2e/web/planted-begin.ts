import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import Database from "better-sqlite3";
import { zipSync } from "fflate";
import { clearTallies, isPlanting, SECRETS, searchFiles } from "./planted.ts";

/** Before a run with planted secrets: proves that the search finds each of them in each form. */
export default (): void => {
  if (!isPlanting) return;
  clearTallies();
  const folder = mkdtempSync(join(tmpdir(), "satchel-planted-"));
  try {
    const clean = searchFiles(folder).leaks.length;
    const hidden = SECRETS.flatMap((secret, index) => hide(folder, secret, index));
    const { leaks } = searchFiles(folder);
    const missed = hidden.filter((name) => !leaks.some((leak) => leak.startsWith(name)));
    if (clean > 0 || missed.length > 0) throw new Error(`The search does not find: ${missed.join(", ")}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const hide = (folder: string, secret: string, index: number): readonly string[] => {
  const bytes = Buffer.from(`before ${secret} after`);
  const files = {
    plain: bytes,
    gzip: gzipSync(bytes),
    deflate: deflateSync(bytes),
    brotli: brotliCompressSync(bytes),
    zstd: zstdCompressSync(bytes),
    zip: zipSync({ "inner.txt": bytes }),
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, `${name}-${index}`), content);
  for (const [name, cell] of [
    ["text", bytes.toString()],
    ["packed", brotliCompressSync(bytes)],
  ] as const) {
    const db = new Database(join(folder, `${name}-${index}.db`));
    db.exec("CREATE TABLE t (cell)");
    db.prepare("INSERT INTO t VALUES (?)").run(cell);
    db.close();
  }
  const names = Object.keys(files).map((name) => `${name}-${index}`);
  return [...names, `text-${index}.db`, `packed-${index}.db, table t`];
};
