import { Failure } from "#shared/contract/index.ts";
import type { Provider } from "./provider.ts";

/**
 * Wraps a provider so that its failures never contain its key: some servers repeat what they were sent when
 * they refuse it, and their message is shown to the user, in events and in logs.
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
  new Failure(code, withoutKey(key, message), detail === undefined ? undefined : scrub(key, detail));

const hiddenKey = "[key]";
/** A shorter prefix of a key reveals nothing about it. */
const MIN_TELLING_CHARS = 6;

/**
 * The server's message may have been cut in the middle of the key, so a prefix of the key at the end is
 * removed too.
 */
const withoutKey = (key: string, text: string): string => {
  const whole = text.replaceAll(key, hiddenKey);
  for (let length = key.length - 1; length >= MIN_TELLING_CHARS; length -= 1) {
    if (whole.endsWith(key.slice(0, length))) return `${whole.slice(0, -length)}${hiddenKey}`;
  }
  return whole;
};

const scrub = (key: string, value: unknown): unknown => {
  if (typeof value === "string") return withoutKey(key, value);
  if (Array.isArray(value)) return value.map((item) => scrub(key, item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, scrub(key, inner)]));
};
