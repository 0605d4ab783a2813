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
};

/** Called once at the start of the page: Electron provides the preload bridge, a browser does not. */
export const connect = (): Connection => {
  const bridge = (window as Window & { readonly [bridgeName]?: Bridge })[bridgeName];
  if (bridge) return { client: createClient(bridgeCarrier(bridge)), status: alwaysOpen };
  const carrier = socketCarrier(takeLaunchToken());
  return { client: createClient(carrier), status: carrier.status };
};

const alwaysOpen: WireStatusStore = { get: () => "open", subscribe: () => () => {} };
