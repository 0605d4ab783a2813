import type { Carrier } from "#shared/contract/index.ts";
import { openFirstProject } from "../first-project.ts";
import type { CorePaths, Ports } from "../../ports/ports.ts";

/** A core behind the bridge, in this process or a remote one. */
export type OpenCore = Carrier & { close(): void | Promise<void> };

/** Imported only when needed: the core's native modules need not load when the core is remote. */
export const openLocalCore = async (
  ports: Ports,
  paths: CorePaths & { readonly documents: string | null },
  project: string | null,
): Promise<OpenCore> => {
  const { createSharedCore } = await import("../shared-core.ts");
  const core = createSharedCore(ports, paths);
  await openFirstProject(core, paths, project ?? undefined);
  return {
    request: core.dispatch,
    listen: (listener) => core.on(listener),
    close: () => core.close(),
  };
};

/** Returns before the connection is established; requests wait for it until then. */
export const openRemoteCore = async (address: string): Promise<OpenCore> => {
  const { connectRemoteCore } = await import("../remote-core.ts");
  return connectRemoteCore(address);
};
