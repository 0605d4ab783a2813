/**
 * Whether a model only turns text into vectors, by its name: servers list such models among those that answer. A
 * model with an unusual name stays in the list.
 */
export const isEmbeddingModel = (id: string): boolean =>
  /(?:^|[/_.:-])(?:text-embedding|embed(?:ding|der)?s?|bge|gte|e5|minilm|rerank(?:er)?)(?:[/_.:-]|$)/i.test(
    id,
  ) || /embed/i.test(id);
