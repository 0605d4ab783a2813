import type Database from "better-sqlite3";

/** Removes the oldest runs until the requested number of bytes is free. The newest stays. */
export const pruneRuns = (db: Database.Database, excess: number): void => {
  let left = excess;
  const oldest = db.prepare<[], { seq: number; count: number }>(
    "select min(seq) as seq, count(*) as count from (select seq from runs order by seq limit 2)",
  );
  while (left > 0) {
    const row = oldest.get();
    if (!row || row.count < 2) return;
    left -= removeRun(db, row.seq);
  }
};

/** Removes a run and the texts that no other run needs; returns the number of bytes freed. */
export const removeRun = (db: Database.Database, seq: number): number => {
  const orphans = db
    .prepare<[number], { sha256: Buffer; bytes: number }>(
      `select t.sha256, t.bytes from run_text_uses u join run_texts t using (sha256)
       where u.run = ? and not exists
         (select 1 from run_text_uses o where o.sha256 = u.sha256 and o.run <> u.run)`,
    )
    .all(seq);
  const own = db.prepare<[number], { bytes: number }>("select bytes from runs where seq = ?").get(seq);
  db.prepare("delete from runs where seq = ?").run(seq);
  const remove = db.prepare("delete from run_texts where sha256 = ?");
  for (const { sha256 } of orphans) remove.run(sha256);
  return (own?.bytes ?? 0) + orphans.reduce((sum, { bytes }) => sum + bytes, 0);
};
