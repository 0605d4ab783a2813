/**
 * Tables that only the database holds: they are written to `.satchel/backup/<table>.jsonl` and come back from
 * there when the database had to be made again. One line for each.
 */
export type BackedUpTable = {
  readonly name: string;
  /** Rows are never changed once written, only added and removed; the backup then grows by the new ones. */
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
];
