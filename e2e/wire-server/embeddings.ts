import type { ServerResponse } from "node:http";

/** The answers to a request for vectors, in OpenAI's format and in Ollama's. */
export type EmbeddingReply =
  /** One of this length per text, by its letters: similar spelling, similar direction. */
  | { readonly kind: "vectors"; readonly dimension: number }
  /** One fewer than texts. */
  | { readonly kind: "fewer"; readonly dimension: number }
  | { readonly kind: "status"; readonly status: number; readonly message: string }
  /** Never answers. */
  | { readonly kind: "silent" };

export const isEmbeddingPath = (path: string): boolean =>
  path.endsWith("/embeddings") || path.endsWith("/api/embed");

export const playEmbeddings = (
  reply: EmbeddingReply,
  path: string,
  body: unknown,
  response: ServerResponse,
): void => {
  if (reply.kind === "silent") return;
  const send = (status: number, value: unknown) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(value));
  };
  if (reply.kind === "status") return send(reply.status, { error: { message: reply.message } });
  const { input } = body as { readonly input: readonly string[] };
  const texts = reply.kind === "fewer" ? input.slice(1) : input;
  const vectors = texts.map((text) => lettersOf(text, reply.dimension));
  if (path.endsWith("/api/embed")) return send(200, { model: "tiny", embeddings: vectors });
  // The order is given by the index, not by the list.
  const data = vectors.map((embedding, index) => ({ object: "embedding", index, embedding })).reverse();
  send(200, { object: "list", data, model: "tiny", usage: { prompt_tokens: 1, total_tokens: 1 } });
};

const lettersOf = (text: string, dimension: number): number[] => {
  const vector = Array.from({ length: dimension }, () => 0);
  for (const letter of text.toLowerCase()) {
    const at = (letter.codePointAt(0) ?? 0) % dimension;
    vector[at] = (vector[at] as number) + 1;
  }
  return vector;
};
