/**
 * Tables whose rows exist only in the database. They are written to `.satchel/backup/<table>.jsonl`, one line
 * per row, and restored from there when the database had to be created again.
 */
export type BackedUpTable = {
  readonly name: string;
  /** Rows are only added and removed, never changed; the backup then grows by the new rows. */
  readonly appendOnly?: boolean;
};

export const backedUpTables: readonly BackedUpTable[] = [
  { name: "runs", appendOnly: true },
  { name: "run_texts", appendOnly: true },
  { name: "run_text_uses" },
  { name: "recall_events", appendOnly: true },
  { name: "dream_promotions" },
  { name: "memory_pins" },
  { name: "memory_profiles" },
  { name: "graph_entities" },
  { name: "graph_relations" },
  { name: "procedures" },
  { name: "learned" },
  { name: "offered_messages" },
  { name: "token_calibrations" },
  { name: "prefill_speeds" },
  { name: "influence_results" },
  { name: "influence_samples" },
  { name: "influence_runs" },
  { name: "influence_sources" },
];
