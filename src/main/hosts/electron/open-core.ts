import type { Carrier } from "#shared/contract/index.ts";
import { openFirstProject } from "../first-project.ts";
import type { CorePaths, Ports } from "../../ports/ports.ts";

/** A core behind the bridge, in this process or elsewhere. */
export type OpenCore = Carrier & { close(): void | Promise<void> };

/** Imported only when asked for: the core's native modules need not load where the core is elsewhere. */
export const openLocalCore = async (
  ports: Ports,
  paths: CorePaths,
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

/** Returns before the connection is there; what is asked until then waits for it. */
export const openRemoteCore = async (address: string): Promise<OpenCore> => {
  const { connectRemoteCore } = await import("../remote-core.ts");
  return connectRemoteCore(address);
};
