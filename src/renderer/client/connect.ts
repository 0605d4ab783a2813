import { type Bridge, bridgeName, type Client, createClient } from "#shared/contract/index.ts";
import type { WireStatus, WireStatusStore } from "#shared/wire/index.ts";
import { bridgeCarrier } from "./bridge-carrier.ts";
import { takeLaunchToken } from "./launch-token.ts";
import { socketCarrier } from "./socket-carrier.ts";

export type ConnectionStatus = WireStatus;

export type Connection = {
  readonly client: Client;
  /** Shaped for useSyncExternalStore. */
  readonly status: WireStatusStore;
  /** Where a dropped file or folder is; null where the host does not say it. */
  readonly pathOf: (file: File) => string | null;
  /** The host applies the zoom of the settings to the window. */
  readonly zooms: boolean;
};

/** Called once at the start of the page: Electron provides the preload bridge, a browser does not. */
export const connect = (): Connection => {
  const bridge = (window as Window & { readonly [bridgeName]?: Bridge })[bridgeName];
  if (bridge)
    return {
      client: createClient(bridgeCarrier(bridge)),
      status: alwaysOpen,
      pathOf: (file) => bridge.pathOf(file) || null,
      zooms: true,
    };
  const carrier = socketCarrier(takeLaunchToken());
  return { client: createClient(carrier), status: carrier.status, pathOf: () => null, zooms: false };
};

const alwaysOpen: WireStatusStore = { get: () => "open", subscribe: () => () => {} };
