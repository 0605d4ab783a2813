import type { UserSettings } from "#shared/contract/settings.ts";
import type { StartChild } from "../base/child-process.ts";
import { createEmbedder } from "./create-embedder.ts";
import type { Embedder } from "./embedder.ts";
import { createEndpointEmbedder, endpointModel } from "./endpoint-embedder.ts";
import type { Providers } from "../providers/open-providers.ts";
import type { SettingsFile } from "../settings/settings-file.ts";

/** The chosen embedder, and earlier ones as far as they are still available. */
export type Embedders = { chosen(): Embedder; of(model: string): Embedder | null };

/** The bundled model and those of the user's providers, each created on first use. */
export const openEmbedders = (options: {
  readonly resources: string;
  readonly startChild: StartChild;
  readonly settings: SettingsFile<UserSettings>;
  readonly providers: Providers;
}): Embedders & { readonly bundled: Embedder; close(): Promise<void> } => {
  const bundled = createEmbedder(options);
  const others = new Map<string, Embedder>();
  const endpoint = (provider: string, model: string): Embedder => {
    const name = endpointModel(provider, model);
    const known = others.get(name);
    if (known) return known;
    const made = createEndpointEmbedder({ provider, model, find: (id) => options.providers.get(id) });
    others.set(name, made);
    return made;
  };
  return {
    bundled,
    chosen: () => {
      const { provider, model } = options.settings.get().embeddings;
      return provider === "" || model === "" ? bundled : endpoint(provider, model);
    },
    of: (name) => {
      if (name === bundled.model) return bundled;
      const [provider = "", ...model] = name.split("/");
      const isThere = Object.hasOwn(options.settings.get().providers, provider);
      return isThere && model.length > 0 ? endpoint(provider, model.join("/")) : null;
    },
    close: () => bundled.close(),
  };
};
