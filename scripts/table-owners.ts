/**
 * The room that owns each table: only its files name the table in SQL. `store` creates tables and copies them
 * whole, so it may name all.
 */
export const tableOwners: Readonly<Record<string, string>> = {
  runs: "context",
  run_texts: "context",
  run_text_uses: "context",
  workspace_files: "workspace",
  workspace_file_facts: "workspace",
  document_texts: "workspace",
  session_logs: "sessions",
  session_fts: "sessions",
  token_counts: "tokens",
  token_cuts: "tokens",
  token_cut_tables: "tokens",
  token_calibrations: "tokens",
  prefill_speeds: "tokens",
  recall_events: "memory",
  dream_promotions: "memory",
  memory_profiles: "memory",
  graph_entities: "memory",
  graph_relations: "memory",
  procedures: "memory",
  learned: "memory",
  offered_messages: "memory",
  memories: "memory",
  memory_fts: "memory",
  memory_sources: "memory",
  memory_pins: "memory",
  memory_links: "memory",
  vector_models: "memory",
  memory_vectors: "memory",
};
