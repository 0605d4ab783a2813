import { Failure } from "#shared/contract/index.ts";
import type { Provider } from "./provider.ts";

/**
 * The same provider, whose failures never say its key: some servers repeat what they were sent when they refuse
 * it, and what they said is told to the person, in events and in logs.
 */
export const hideKey = (provider: Provider, key: string | null): Provider => {
  if (!key) return provider;
  const hidden = (error: unknown): never => {
    throw error instanceof Failure ? without(key, error) : error;
  };
  const embed = provider.embed?.bind(provider);
  const count = provider.count?.bind(provider);
  return {
    ...provider,
    chat: async function* (request, signal) {
      try {
        yield* provider.chat(request, signal);
      } catch (error) {
        hidden(error);
      }
    },
    models: (signal) => provider.models(signal).catch(hidden),
    window: (model, signal) => provider.window(model, signal).catch(hidden),
    ...(embed ? { embed: (ask, signal) => embed(ask, signal).catch(hidden) } : {}),
    ...(count ? { count: (request, signal) => count(request, signal).catch(hidden) } : {}),
  };
};

const without = (key: string, { code, message, detail }: Failure): Failure =>
  new Failure(
    code,
    message.replaceAll(key, hiddenKey),
    detail === undefined ? undefined : scrub(key, detail),
  );

const hiddenKey = "[key]";

const scrub = (key: string, value: unknown): unknown => {
  if (typeof value === "string") return value.replaceAll(key, hiddenKey);
  if (Array.isArray(value)) return value.map((item) => scrub(key, item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, scrub(key, inner)]));
};
