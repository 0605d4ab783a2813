import type { Store } from "../store/open-store.ts";
import type { CountCache } from "./count-cache.ts";
import type { Counted } from "./encoder.ts";

/** Number of stored counts; the oldest are removed first. A row has about 150 bytes. */
const MAX_COUNTS = 50_000;
/** Number of stored tables; a row has four bytes per token, and only texts that are cut have one. */
const MAX_TABLES = 64;
const SAVES_BETWEEN_PRUNINGS = 1_000;

/** The counts of a project, in its database. */
export const storedCounts = (store: Store, most = MAX_COUNTS): CountCache => {
  const { db } = store;
  const find = db.prepare<[string, string], { seq: number; tokens: number; exact: number }>(
    "select seq, tokens, exact from token_counts where content_sha256 = ? and encoding = ?",
  );
  const findCut = db.prepare<[number, number], { cut: number }>(
    "select cut from token_cuts where count = ? and limit_tokens = ?",
  );
  const save = db.prepare<[string, string, number, number], { seq: number }>(
    `insert into token_counts (content_sha256, encoding, tokens, exact) values (?, ?, ?, ?)
     on conflict do update set tokens = excluded.tokens, exact = excluded.exact returning seq`,
  );
  const saveCut = db.prepare<[number, number, number]>(
    `insert into token_cuts (count, limit_tokens, cut) values (?, ?, ?)
     on conflict do update set cut = excluded.cut`,
  );
  const prune = db.prepare<[number]>(
    "delete from token_counts where seq <= (select max(seq) from token_counts) - ?",
  );
  const findTable = db.prepare<[number], { cuts: Buffer }>(
    "select cuts from token_cut_tables where count = ?",
  );
  const saveTable = db.prepare<[number, Buffer]>(
    "insert or replace into token_cut_tables (count, cuts) values (?, ?)",
  );
  const pruneTables = db.prepare<[number]>(
    "delete from token_cut_tables where count not in (select count from token_cut_tables order by count desc limit ?)",
  );
  let saves = 0;

  const saveCount = (sha256: string, encoding: string, { tokens, exact }: Counted): number | null => {
    const row = save.get(sha256, encoding, tokens, exact ? 1 : 0);
    if (saves++ % SAVES_BETWEEN_PRUNINGS === 0) prune.run(most);
    return row?.seq ?? null;
  };

  return {
    find: (sha256, encoding) => {
      const row = find.get(sha256, encoding);
      return row ? { tokens: row.tokens, exact: row.exact === 1 } : null;
    },
    findCuts: (sha256, encoding, limits) => {
      const row = find.get(sha256, encoding);
      if (!row) return null;
      const offsets = limits.flatMap((limit) => findCut.get(row.seq, limit)?.cut ?? []);
      return offsets.length === limits.length ? offsets : null;
    },
    save: (sha256, encoding, counted, cuts) =>
      store.transact(() => {
        const seq = saveCount(sha256, encoding, counted);
        for (const [limit, cut] of cuts) if (seq !== null) saveCut.run(seq, limit, cut);
      }),
    findTable: (sha256, encoding) => {
      const row = find.get(sha256, encoding);
      const cuts = row && findTable.get(row.seq)?.cuts;
      // A copy: a buffer need not be aligned for 32-bit numbers.
      return cuts ? new Uint32Array(Uint8Array.from(cuts).buffer) : null;
    },
    saveTable: (sha256, encoding, counted, table) =>
      store.transact(() => {
        const seq = saveCount(sha256, encoding, counted);
        if (seq === null) return;
        saveTable.run(seq, Buffer.from(table.buffer, table.byteOffset, table.byteLength));
        pruneTables.run(MAX_TABLES);
      }),
  };
};
