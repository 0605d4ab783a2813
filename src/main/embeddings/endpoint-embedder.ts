import { Failure } from "#shared/contract/failure.ts";
import { abortSignal } from "../base/abort-signal.ts";
import type { Provider } from "../providers/provider.ts";
import { type Embedder, normalise } from "./embedder.ts";

/** A few texts per request: servers limit the size, and an answer must arrive within ten seconds. */
const AT_ONCE = 16;

/** The name under which vectors of a provider's model are stored. */
export const endpointModel = (provider: string, model: string): string => `${provider}/${model}`;

/** Vectors from a server that the user set up: Ollama, or any with an OpenAI-compatible embeddings API. */
export const createEndpointEmbedder = (options: {
  readonly provider: string;
  readonly model: string;
  readonly find: (id: string) => Promise<Provider>;
}): Embedder => {
  let dimension: number | null = null;
  return {
    model: endpointModel(options.provider, options.model),
    get dimension() {
      return dimension;
    },
    embed: async (texts, signal, { onProgress } = {}) => {
      const provider = await options.find(options.provider);
      if (!provider.embed) {
        throw new Failure("cannot-embed", `${provider.name} has no embedding models.`, { id: provider.id });
      }
      const stop = signal ? abortSignal(signal) : new AbortController().signal;
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += AT_ONCE) {
        const batch = texts.slice(at, at + AT_ONCE);
        const made = await provider.embed({ model: options.model, texts: batch }, stop);
        vectors.push(...checked(made, batch.length, provider.name));
        dimension = vectors[0]?.length ?? null;
        onProgress?.(vectors.length, texts.length);
      }
      return vectors;
    },
    close: async () => {},
  };
};

const checked = (made: readonly (readonly number[])[], wanted: number, name: string): Float32Array[] => {
  const dimension = made[0]?.length ?? 0;
  if (made.length !== wanted || dimension === 0 || made.some(({ length }) => length !== dimension)) {
    throw new Failure("embedding-failed", `${name} did not give one vector for each text.`, {
      texts: wanted,
      vectors: made.length,
    });
  }
  return made.map((vector) => normalise(Float32Array.from(vector)));
};
