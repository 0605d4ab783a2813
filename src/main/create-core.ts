import { contract, createDispatcher, type Dispatch, type Events, Failure } from "#shared/contract/index.ts";
import type { HandlerContext } from "./handlers/handler-context.ts";
import { openEmbedders } from "./handlers/open-embedders.ts";
import { createHandlers } from "./handlers/index.ts";
import { openProject, type OpenProject } from "./handlers/open-project.ts";
import type { CorePaths, Ports } from "./ports/ports.ts";
import { NetworkSettings } from "./providers/network-settings.ts";
import { openProviders } from "./providers/open-providers.ts";
import { createRequestLog } from "./providers/request-log.ts";
import { openUserSettings } from "./settings/open-settings.ts";
import { createTokenCounter } from "./tokens/token-counter.ts";

/** The whole product without a face: methods in, events out. Hosts differ only in how they carry both. */
export type Core = {
  readonly dispatch: Dispatch;
  /** Hears every event; gives back the way to stop. */
  on(listener: (event: Events) => void): () => void;
  close(): Promise<void>;
};

export type CoreOptions = {
  /** Parse what handlers give back, too. For tests. */
  readonly checkOutput?: boolean;
};

export const createCore = (ports: Ports, paths: CorePaths, options: CoreOptions = {}): Core => {
  const listeners = new Set<(event: Events) => void>();
  const tokens = createTokenCounter();
  let current: OpenProject | null = null;

  const emit = (event: Events) => {
    current?.memory.heard(event);
    for (const listener of listeners) listener(event);
  };

  const closeProject = async () => {
    const closing = current;
    if (!closing) return;
    current = null;
    await closing.close();
    emit({ event: "project.closed", folder: closing.folder });
  };

  const userSettings = openUserSettings(paths.userData, ports);
  const network = new NetworkSettings();
  try {
    void tokens.useTokenizers(userSettings.get().tokenizers);
    network.apply(userSettings.get());
  } catch (error) {
    ports.log.error("The person's settings could not be applied.", error);
  }
  const requests = createRequestLog(ports.clock);
  const providers = openProviders({
    settings: userSettings,
    vault: ports.vault,
    log: requests,
    resources: paths.resources,
    userData: paths.userData,
    clock: ports.clock,
  });

  const embedders = openEmbedders({ resources: paths.resources, settings: userSettings, providers });

  const context: HandlerContext = {
    ports,
    paths,
    userSettings,
    network,
    providers,
    requests,
    tokens,
    embedders,
    emit,
    currentProject: () => current,
    project: () => {
      if (current) return current;
      throw new Failure("no-project", "No project is open. Open a folder first.");
    },
    open: async (folder) => {
      const opened = await openProject(folder, context);
      await closeProject();
      current = opened;
      // Only now, as changes are heard from here on.
      void opened.memory.ready();
      emit({ event: "project.opened", folder });
      return opened;
    },
    closeProject,
  };

  const dispatch = createDispatcher(contract, createHandlers(context), {
    checkOutput: options.checkOutput ?? false,
    onBug: (method, error) => ports.log.error("A method failed unexpectedly.", error, { method }),
  });

  return {
    dispatch,
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      await closeProject();
      await embedders.close();
      await tokens.close();
    },
  };
};
